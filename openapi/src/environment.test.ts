import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { settleEnvironment, type Variables } from "./environment";

const settle = (environment: Variables, files: Record<string, string> = {}) =>
  settleEnvironment(environment, {
    readText: (path) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: "ENOENT" });
      return text;
    },
    parseEnv,
    known: ["PORT", "SOTTO_ROLE", "SOTTO_RETENTION_DAYS"],
  });

/** The settings, or the sentence of the failure. */
const settled = (environment: Variables, files?: Record<string, string>) => {
  const result = settle(environment, files);
  return result.ok ? result.value.variables : result.error;
};

test("plain settings pass, and an empty one counts as unset", () => {
  expect(settled({ PORT: "1", SOTTO_ROLE: "", HOME: "/root", DATABASE_URL: "postgres://x" })).toEqual({
    PORT: "1",
    HOME: "/root",
    DATABASE_URL: "postgres://x",
  });
});

test.each(["secret", "secret\n", "secret\r\n"])("a secret is read from its file: %j", (text) => {
  expect(settled({ SOTTO_SEED_PASSPHRASE_FILE: "/run/p" }, { "/run/p": text })).toEqual({
    SOTTO_SEED_PASSPHRASE: "secret",
  });
});

test("only the newline at the end is removed", () => {
  expect(settled({ SOTTO_ADMIN_PASSWORD_FILE: "f" }, { f: " a b \n\n" })).toEqual({
    SOTTO_ADMIN_PASSWORD: " a b \n",
  });
});

test.each(["DATABASE_URL", "SOTTO_BOT_SECRET", "TELEGRAM_BOT_TOKEN", "SOTTO_ETH_RPC_URL", "REDIS_URL"])(
  "%s can be in a file, and not in both",
  (name) => {
    expect(settled({ [`${name}_FILE`]: "f" }, { f: "hidden\n" })).toEqual({ [name]: "hidden" });
    expect(settled({ [name]: "hidden", [`${name}_FILE`]: "f" }, { f: "hidden" })).toBe(
      `${name} and ${name}_FILE: set only one of them`,
    );
  },
);

test("a file that is missing or empty stops the start, and its name is not shown", () => {
  expect(settled({ DATABASE_URL_FILE: "/hidden" })).toBe(
    "DATABASE_URL_FILE: the file cannot be read (ENOENT)",
  );
  expect(settled({ DATABASE_URL_FILE: "f" }, { f: "\n" })).toBe("DATABASE_URL_FILE: the file is empty");
  expect(settled({ SOTTO_ENV_FILE: "/hidden" })).toBe("SOTTO_ENV_FILE: the file cannot be read (ENOENT)");
});

test("settings come from the file of settings, below what the environment sets", () => {
  const file = [
    "# a comment",
    "",
    "PORT=1",
    "export SOTTO_ROLE = http # a comment",
    "SOTTO_RETENTION_DAYS='7'",
    'SOTTO_ADMIN_PASSWORD="with # and \'"',
    "DATABASE_URL_FILE=url",
    "LANG=",
  ].join("\r\n");
  expect(settled({ SOTTO_ENV_FILE: "f", PORT: "2" }, { f: file, url: "postgres://x\n" })).toEqual({
    PORT: "2",
    SOTTO_ROLE: "http",
    SOTTO_RETENTION_DAYS: "7",
    SOTTO_ADMIN_PASSWORD: "with # and '",
    DATABASE_URL: "postgres://x",
  });
});

test.each([
  [{ DATABASE_URL: "mine" }, "DATABASE_URL_FILE=theirs", "mine"],
  [{ DATABASE_URL_FILE: "mine" }, "DATABASE_URL=theirs", "from the file mine"],
  [{ DATABASE_URL_FILE: "mine" }, "DATABASE_URL_FILE=theirs", "from the file mine"],
])("a secret of the environment wins over the file's: %j, %s", (environment, file, DATABASE_URL) => {
  expect(
    settled({ SOTTO_ENV_FILE: "f", ...environment }, { f: file, mine: "from the file mine", theirs: "no" }),
  ).toEqual({ DATABASE_URL });
});

test("a secret given twice in the file of settings is refused", () => {
  expect(settled({ SOTTO_ENV_FILE: "f" }, { f: "REDIS_URL=a\nREDIS_URL_FILE=b" })).toBe(
    "REDIS_URL and REDIS_URL_FILE: set only one of them",
  );
});

test.each([
  "hidden",
  "=hidden",
  "SOTTO_ADMIN_PASSWORD=hid#den",
  'SOTTO_ADMIN_PASSWORD="hid"den',
  'SOTTO_ADMIN_PASSWORD="hidden',
  "A B=hidden",
])("the line %s of the file is refused, without its text", (line) => {
  const refusal = settled({ SOTTO_ENV_FILE: "f" }, { f: `PORT=1\n${line}` });
  expect(refusal).toMatch(/^SOTTO_ENV_FILE: line 2 is not NAME=value/);
  expect(refusal).not.toContain("hid");
});

test.each([
  [
    "SOTTO_SEED_PASPHRASE=x",
    "SOTTO_SEED_PASPHRASE: there is no such setting; did you mean SOTTO_SEED_PASSPHRASE?",
  ],
  ["SOTTO_WHATEVER_ELSE=x", "SOTTO_WHATEVER_ELSE: there is no such setting"],
  ["SOTTO_ENV_FILE=x", "SOTTO_ENV_FILE cannot be set in the file itself"],
  ["PORT=1", "PORT is set twice"],
])("the name of %s is refused in the file", (line, message) => {
  expect(settled({ SOTTO_ENV_FILE: "f" }, { f: `PORT=2\n${line}` })).toContain(
    `SOTTO_ENV_FILE: line 2: ${message}`,
  );
});

test.each([
  ["SOTTO_RETENTION_DAY", "SOTTO_RETENTION_DAYS"],
  ["SOTTO_ROEL", "SOTTO_ROLE"],
  ["SOTTO_SEED_PASSPHRASE_FIEL", "SOTTO_SEED_PASSPHRASE_FILE"],
  ["TELEGRAM_BOT_TOKN", "TELEGRAM_BOT_TOKEN"],
])("a mistyped name stops the start: %s", (name, meant) => {
  expect(settled({ [name]: "hidden" })).toBe(`${name}: there is no such setting; did you mean ${meant}?`);
});

test("a name of ours that is far from all others is warned of; another program's is not", () => {
  const result = settle({ SOTTO_RETENTION: "1", RETENTION_DAY: "1" });
  expect(result.ok && result.value).toEqual({
    files: {},
    variables: { SOTTO_RETENTION: "1", RETENTION_DAY: "1" },
    warnings: ["SOTTO_RETENTION: there is no such setting; did you mean SOTTO_RETENTION_DAYS?"],
  });
});

test("the bot opens no secret of the server's and does not judge its settings", () => {
  const result = settleEnvironment(
    { DATABASE_URL_FILE: "/hidden", TELEGRAM_BOT_TOKEN_FILE: "t", SOTTO_ROEL: "http" },
    { readText: (path) => (path === "t" ? "token\n" : path), parseEnv, known: undefined },
  );
  expect(result).toMatchObject({ ok: true, value: { warnings: [] } });
  expect(result.ok && result.value.variables).toEqual({
    DATABASE_URL_FILE: "/hidden",
    TELEGRAM_BOT_TOKEN: "token",
    SOTTO_ROEL: "http",
  });
});
