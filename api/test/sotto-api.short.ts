import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN } from "./api-client";
import { bundleServer } from "./bundle";
import { type ServerProcess, startServer } from "./server";

const GIVEN = "a password typed in by hand";

let dataDir: string;
let server: ServerProcess;
let program: string;
let main: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "sotto-api-"));
  program = await bundleServer({}, "sotto-api");
  main = await bundleServer();
  server = await startServer({ dataDir, bundle: main });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs `sotto-api` as an operator does beside the service. */
async function run(
  args: readonly string[],
  {
    input = "",
    folder = dataDir,
    environment = {},
    third = "",
  }: {
    input?: string;
    folder?: string;
    environment?: Record<string, string>;
    /** What descriptor 3 delivers. */
    third?: string;
  } = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, ...environment },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  (child.stdio[3] as Writable).end(third);
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}

async function login(
  username: string,
  password: string,
): Promise<{ status: number; role?: string; token?: string; mustChangePassword?: boolean }> {
  const response = await fetch(`${server.api.origin}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  return {
    ...((await response.json()) as { role?: string; token?: string; mustChangePassword?: boolean }),
    status: response.status,
  };
}

it("makes, resets and disables accounts while the service runs on its embedded database", {
  timeout: 240_000,
}, async () => {
  const added = await run(["admin", "add", "alice", "--role", "operator"]);
  expect(added).toMatchObject({ code: 0, err: "" });
  const generated = /^Password \(shown this once\): ([A-Za-z0-9_-]{20})$/m.exec(added.out)?.[1] ?? "";
  const first = await login("alice", generated);
  expect(first).toMatchObject({ status: 200, role: "operator", mustChangePassword: true });

  const reset = await run(["admin", "reset", "alice", "--password-stdin"], { input: `${GIVEN}\n` });
  expect(reset).toMatchObject({ code: 0, err: "" });
  expect(reset.out).not.toContain(GIVEN);
  expect((await login("alice", generated)).status).toBe(401);
  const verified = await fetch(`${server.api.origin}/api/admin/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${first.token}` },
  });
  expect(verified.status).toBe(401);
  expect(await login("alice", GIVEN)).toMatchObject({ status: 200, mustChangePassword: false });

  expect(await run(["admin", "disable", "alice"])).toMatchObject({ code: 0 });
  expect((await login("alice", GIVEN)).status).toBe(401);
  const { out } = await run(["admin", "list", "--json"]);
  expect(JSON.parse(out)).toEqual([
    {
      username: ADMIN.username,
      role: "approver",
      totp: false,
      createdAt: expect.any(String),
      disabledAt: null,
    },
    {
      username: "alice",
      role: "operator",
      totp: false,
      createdAt: expect.any(String),
      disabledAt: expect.any(String),
    },
  ]);
});

it("says in a sentence what is wrong, and changes nothing", { timeout: 240_000 }, async () => {
  expect(await run(["admin", "add", ADMIN.username])).toMatchObject({
    code: 1,
    err: `There is an account ${ADMIN.username} already: reset it, or choose another name.\n`,
  });
  expect(await run(["admin", "disable", "nobody"])).toMatchObject({ code: 1, out: "" });
  expect(await run(["admin", "reset", "alice", "--password-stdin"], { input: "short\n" })).toMatchObject({
    code: 1,
    err: "A password has 12 to 300 characters; nothing was changed.\n",
  });
  const common = { input: "Password-2026\n" };
  expect(await run(["admin", "reset", "alice", "--password-stdin"], common)).toMatchObject({
    code: 1,
    err: "This password is one of the most common ones; nothing was changed.\n",
  });
  for (const usage of [
    ["admin", "add"],
    ["admin", "add", "bob", "--role", "king"],
    ["admin", "add", "bob\n"],
    ["nothing"],
  ])
    expect((await run(usage)).code).toBe(2);
  const empty = mkdtempSync(join(tmpdir(), "sotto-empty-"));
  const { code, err } = await run(["admin", "list"], { folder: empty });
  expect([code, err]).toEqual([
    1,
    `DATA_DIR: there is no database in ${empty} yet: start the service once, or name the right folder\n`,
  ]);
  rmSync(empty, { recursive: true });
});

it("works while the service is stopped, also after it was killed, and leaves it startable", {
  timeout: 240_000,
}, async () => {
  await server.stop();
  expect((await run(["admin", "list"])).out).toContain("disabled");
  server = await startServer({ dataDir, bundle: main });
  server.signal("SIGKILL");
  await server.ended;
  const { code, out } = await run(["admin", "reset", "alice"]);
  expect(code).toBe(0);
  const password = /once\): (\S+)$/m.exec(out)?.[1] ?? "";
  server = await startServer({ dataDir, bundle: main });
  expect(await login("alice", password)).toMatchObject({ status: 200, role: "operator" });
});

it("makes, restores and checks a seed, with the passphrase from a descriptor", {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sotto-seed-"));
  const environment = (name: string) => ({
    SOTTO_NETWORK: "mainnet",
    SOTTO_SEED_FILE: join(folder, name),
    LANG: "C",
  });
  const third = "a phrase of the operator\n";
  const fd = ["--passphrase-fd", "3"];
  try {
    const made = await run(["seed", "new", ...fd], { environment: environment("a"), third });
    expect([made.code, made.err]).toEqual([0, ""]);
    const words = [...made.out.matchAll(/^ ?\d+ {2}([a-z]+)$/gm)].map(([, word]) => word).join(" ");
    const again = await run(["seed", "import", "--words-stdin", ...fd], {
      environment: environment("b"),
      input: `${words}\n`,
      third,
    });
    const check = await run(["seed", "check", ...fd], { environment: environment("b"), third });
    expect([check.code, check.err]).toEqual([0, ""]);
    expect(check.out).toMatch(/^bitcoin {6}hot {5}bc1p/);
    for (const { out } of [made, again]) expect(out.endsWith(check.out)).toBe(true);
    const wrong = await run(["seed", "check", ...fd], {
      environment: environment("a"),
      third: "not this one",
    });
    expect([wrong.code, wrong.out]).toEqual([1, ""]);
    expect(wrong.err).toBe("the passphrase is not that of the seed file, or the file is damaged\n");
    const unasked = await run(["seed", "check"], { environment: environment("a") });
    expect([unasked.code, unasked.err]).toEqual([
      1,
      "There is no terminal to ask on: Passphrase of the seed:\n",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
