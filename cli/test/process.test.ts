import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { widthOf } from "../src/output/text";
import { problem, runSotto, startFakeApi } from "../src/testing/fake-api";
import { BUNDLE, buildBundle, runBundle, runProcess, temporaryFolder } from "../src/testing/process";
import { AT, ID, ROUTES } from "../src/testing/stable-api";

const TOKEN = "q3hN0m0c1Ww3m2K7T8r7n3v2bQ9w0x1y2z3A4b5C6d8";

let api: Awaited<ReturnType<typeof startFakeApi>>;
const config = temporaryFolder();
beforeAll(async () => {
  await buildBundle();
  api = await startFakeApi(ROUTES);
});
afterAll(async () => {
  config.remove();
  await api.close();
});

const run = (args: readonly string[], environment: Record<string, string> = {}, input = "") =>
  runBundle(args, { apiUrl: api.url, environment: { SOTTO_TOKEN: TOKEN, ...environment }, input });

/** What fits itself to the terminal. */
const TABLES = [
  ["currencies"],
  ["rates"],
  ["admin", "keys", "list"],
  ["admin", "orders", "list", "--limit", "2"],
  ["admin", "loans", "list"],
  ["admin", "reserves"],
  ["admin", "invariants"],
  ["admin", "audit", "list"],
  ["--help"],
  ["admin", "loans", "import", "--help"],
] as const;
const RECORDS = [
  ["rates", "BTC", "USDT"],
  ["quote", "BTC", "USDT", "0.05", "--fixed"],
  ["swap", "show", ID],
  ["swap", "qr", ID],
  ["track", "482-915-037"],
  ["address", "check", "BTC", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
  ["stats"],
  ["admin", "whoami"],
  ["admin", "overview"],
  ["admin", "orders", "show", ID],
  ["admin", "payouts", "stuck"],
] as const;

describe("what a person sees", { timeout: 240_000 }, () => {
  test.for([
    { columns: 80, shown: [...TABLES, ...RECORDS] },
    { columns: 120, shown: TABLES },
  ])("at $columns columns", async ({ columns, shown }) => {
    const seen: string[] = [];
    const own = { apiUrl: api.url, environment: { SOTTO_TOKEN: TOKEN } };
    for (const args of shown) {
      const { exitCode, out: lines, notes } = await runSotto(["--table", ...args], { ...own, columns });
      const out = lines.map((line) => `${line}\n`).join("");
      expect([args, exitCode, notes.filter((note) => !note.startsWith("There are more"))]).toEqual([
        args,
        0,
        [],
      ]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what must not be here
      expect(out).not.toMatch(/\u001b/);
      const isTable = TABLES.some((table) => table === args);
      if (isTable)
        for (const line of out.split("\n")) expect([line, widthOf(line) <= columns]).toEqual([line, true]);
      seen.push(`$ sotto ${args.join(" ")}\n${out.replaceAll(api.url, "http://127.0.0.1:8080")}`);
    }
    await expect(seen.join("\n")).toMatchFileSnapshot(`screens/${columns}-columns.txt`);
  });

  test.each([{ args: ["rates"] }, { args: ["admin", "loans", "import", "--help"] }, { args: ["stats"] }])(
    "is what the process writes: $args",
    async ({ args }) => {
      const given = ["--table", ...args];
      const own = { apiUrl: api.url, environment: { SOTTO_TOKEN: TOKEN }, columns: 80 };
      const { out } = await runSotto(given, own);
      const ended = await run(given, { COLUMNS: "80" });
      expect(ended).toEqual({ code: 0, out: out.map((line) => `${line}\n`).join(""), err: "" });
    },
  );
});

describe("what a program gets", { timeout: 240_000 }, () => {
  test("CSV has a header, carriage returns and no formulas", async () => {
    const { out } = await run(["--csv", "admin", "keys", "list"]);
    expect(out.split("\r\n")).toEqual([
      "id,name,createdBy,createdAt,revokedAt",
      "k7Qm2xV9bT4c,静かな取引所のための、とても長い名前のウォレット・アプリの鍵,管理者,2026-01-01T12:00:00.000Z,",
      `x1Zm2xV9bT4c,"'=HYPERLINK(""http://evil"",""x"")",admin,2026-01-01T12:00:00.000Z,${AT}`,
      "",
    ]);
  });

  test("exit codes: 1 failed, 2 usage, 3 not found, 4 refused, 5 the server does not work", async () => {
    const gone = await startFakeApi({
      [`GET /api/exchanges/${ID}`]: {
        status: 404,
        body: problem(404, "order/unknown", "There is no such order."),
      },
      "POST /api/exchanges": { status: 422, body: problem(422, "amount/min", "The minimum is 0.001 BTC.") },
      "GET /api/admin/invariants": {
        body: [{ id: 1, name: "a transaction balances per asset", violations: 2 }],
      },
      "POST /api/admin/verify": { status: 401, body: problem(401, "auth/required", "Log in first.") },
    });
    const ended = (args: readonly string[], apiUrl = gone.url) =>
      runBundle(args, { apiUrl, environment: { SOTTO_TOKEN: TOKEN } });
    expect((await ended(["swap", "show", ID])).code).toBe(3);
    expect(await ended(["swap", "create", "BTC", "USDT", "0.1", "T"])).toMatchObject({
      code: 4,
      out: "",
      err: "sotto: The minimum is 0.001 BTC. (amount/min)\n  `sotto currencies` shows the least and the most of each.\n",
    });
    expect((await ended(["admin", "whoami"])).code).toBe(4);
    expect((await ended(["admin", "invariants"])).code).toBe(1);
    expect((await ended(["swap", "decide", ID])).code).toBe(2);
    await gone.close();
    expect((await ended(["stats"])).code).toBe(5);
  });
});

describe("logging in", { timeout: 240_000 }, () => {
  const home = { XDG_CONFIG_HOME: config.path, SOTTO_TOKEN: "" };
  const file = join(config.path, "sotto/config.json");

  test("the password comes from standard input; the token is kept for this user alone, and used", async () => {
    const { code, out, err } = await run(
      ["admin", "login", "admin", "--totp", "492039"],
      home,
      "correct horse\n",
    );
    expect(code).toBe(0);
    expect(api.requests.at(-1)?.body).toEqual({
      username: "admin",
      password: "correct horse",
      totp: "492039",
    });
    expect(out + err).not.toContain("correct horse");
    expect(out + err).not.toContain(TOKEN);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(config.path, "sotto")).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ apiUrl: api.url, token: TOKEN });
    expect((await run(["admin", "whoami"], home)).code).toBe(0);
    expect(api.requests.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    await run(["stats"], home);
    expect(api.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  test("another server does not get the token", async () => {
    const other = await startFakeApi({});
    const { code, err } = await runBundle(["admin", "whoami"], { apiUrl: other.url, environment: home });
    expect([code, other.requests.length]).toEqual([4, 0]);
    expect(err).toContain("You are not logged in");
    await other.close();
  });

  test("a file that others can read is refused", async () => {
    mkdirSync(join(config.path, "wide/sotto"), { recursive: true });
    const wide = join(config.path, "wide/sotto/config.json");
    writeFileSync(wide, "{}", { mode: 0o644 });
    const environment = { ...home, XDG_CONFIG_HOME: join(config.path, "wide") };
    const { code, err } = await run(["admin", "whoami"], environment);
    expect([code, err]).toEqual([2, expect.stringContaining("chmod 600")]);
  });

  test("logout revokes the token and forgets it, and keeps by what the server knows the device", async () => {
    const { deviceToken } = JSON.parse(readFileSync(file, "utf8"));
    expect((await run(["admin", "logout"], home)).code).toBe(0);
    expect(api.requests.at(-1)?.path).toBe("/api/admin/logout");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ apiUrl: api.url, deviceToken });
    expect((await run(["admin", "whoami"], home)).code).toBe(4);
  });

  test("a password is no argument", async () => {
    expect((await run(["admin", "login", "admin", "--password", "x"], home)).code).toBe(2);
    expect((await run(["admin", "login", "admin", "x"], home)).code).toBe(2);
  });

  test("on a terminal it is asked for and not shown, and states have colours", async () => {
    const environment = { ...home, SOTTO_API_URL: api.url, TERM: "xterm" };
    const login = `${process.execPath} ${BUNDLE} admin login; ${process.execPath} ${BUNDLE} admin keys list`;
    const { out } = await runProcess("script", ["-qec", login, "/dev/null"], {
      environment,
      answers: [
        ["Username: ", "admin\r"],
        ["Password: ", "correct horse\r"],
        ["One-time code", "\r"],
      ],
    });
    expect(out).toContain("Password: ");
    expect(api.requests.findLast(({ path }) => path === "/api/admin/login")?.body).toMatchObject({
      username: "admin",
      password: "correct horse",
    });
    expect(out).not.toContain("correct horse");
    expect(out).toContain("\u001b[32mactive");
  });
});
