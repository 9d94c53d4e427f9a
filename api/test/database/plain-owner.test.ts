import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config";
import { seededRandom } from "../../src/core/seeded-random";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { type Embedded, startEmbedded } from "../../src/db/embedded";
import { setUp } from "../../src/setup";
import { bundleServer } from "../bundle";
import { startServer } from "../server";

const PASSWORD = "of a plain owner";

let folder: string;
let server: Embedded;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-plain-owner-"));
  server = await startEmbedded({ dataDir: join(folder, "server"), fsync: false, log: () => {} });
  const superuser = openDatabase({ url: server.superuserUrlOf("postgres"), connectionsMax: 1 });
  // Exactly what docs/operating.md asks for.
  await superuser.$client.unsafe(`CREATE ROLE plain LOGIN CREATEROLE CREATEDB PASSWORD '${PASSWORD}'`);
  await superuser.$client.unsafe("CREATE DATABASE exchange OWNER plain");
  await superuser.$client.unsafe(`CREATE ROLE plainer LOGIN CREATEROLE PASSWORD '${PASSWORD}'`);
  await superuser.$client.unsafe("CREATE DATABASE regtest OWNER plainer");
  await closeDatabase(superuser);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (database: string, username: string): string =>
  Object.assign(new URL(server.urlOf(database)), { username, password: PASSWORD }).toString();

it("sets up any network but simnet for an owner that may make no database", async () => {
  const config = readConfig({
    DATA_DIR: join(folder, "regtest"),
    DATABASE_URL: urlOf("regtest", "plainer"),
    SOTTO_NETWORK: "regtest",
    SOTTO_ROLE: "migrate",
  });
  const parts = { clock: { now: () => Date.now() }, random: seededRandom("plainer"), log: () => {} };
  const { urls } = await setUp(config, parts);
  expect(Object.keys(urls).sort()).toEqual(["admin", "http", "signer", "worker"]);
  const names = await openNames();
  expect(names.filter((name) => name.startsWith("regtest"))).toEqual(["regtest"]);
});

describe("the logins of processes that are started by hand", () => {
  const env = (dataDir = "regtest") => ({
    PATH: process.env.PATH ?? "",
    DATA_DIR: join(folder, dataDir),
    DATABASE_URL: urlOf("regtest", "plainer"),
    SOTTO_NETWORK: "regtest",
  });
  const logins = async (args: readonly string[], dataDir?: string) => {
    const program = await bundleServer({}, "sotto-api");
    const run = promisify(execFile)(process.execPath, [program, "logins", ...args], { env: env(dataDir) });
    return run.catch(({ code, stderr }) => ({ code, stderr }));
  };
  const fileOf = (role: string, dataDir = "regtest"): string =>
    join(folder, dataDir, "logins", `${role}.url`);
  const userOf = async (url: string): Promise<string> => {
    const database = openDatabase({ url, connectionsMax: 1 });
    const [row] = await database.$client`SELECT session_user AS name`
      .catch(({ code }) => [{ name: code }])
      .finally(() => closeDatabase(database));
    return row?.name;
  };
  const ROLES = ["http", "admin", "worker", "signer"] as const;
  const WRONG_PASSWORD = "28P01";

  it("are in files that only their user reads, which `sotto-api logins` names; --renew ends the old ones", async () => {
    expect(await logins([])).toMatchObject({ stdout: `${ROLES.map((role) => fileOf(role)).join("\n")}\n` });
    const before = ROLES.map((role) => readFileSync(fileOf(role), "utf8").trim());
    const users = ROLES.map((role) => `regtest_${role}`);
    expect(await Promise.all(before.map(userOf))).toEqual(users);
    expect(await logins(["--renew"])).toMatchObject({ stdout: expect.stringContaining("New passwords") });
    const after = ROLES.map((role) => readFileSync(fileOf(role), "utf8").trim());
    expect(await Promise.all(after.map(userOf))).toEqual(users);
    expect(await Promise.all(before.map(userOf))).toEqual(ROLES.map(() => WRONG_PASSWORD));
    expect(ROLES.map((role) => statSync(fileOf(role)).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect(statSync(join(folder, "regtest/logins")).mode & 0o777).toBe(0o700);
  });

  it("are not taken from an installation that has them by one with another DATA_DIR, unless it renews them", async () => {
    const { PATH: _, ...settings } = env("elsewhere");
    const config = readConfig({ ...settings, SOTTO_ROLE: "migrate" });
    const parts = { clock: { now: () => Date.now() }, random: seededRandom("elsewhere"), log: () => {} };
    await expect(setUp(config, parts)).rejects.toThrow("`sotto-api logins --renew`");
    expect(await logins([], "elsewhere")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no logins"),
    });
    expect(await userOf(readFileSync(fileOf("http"), "utf8").trim())).toBe("regtest_http");
    await logins(["--renew"], "elsewhere");
    expect((await setUp(config, parts)).urls.http).toBe(
      readFileSync(fileOf("http", "elsewhere"), "utf8").trim(),
    );
    expect(await userOf(readFileSync(fileOf("http"), "utf8").trim())).toBe(WRONG_PASSWORD);
  });
});

async function openNames(): Promise<string[]> {
  const superuser = openDatabase({ url: server.superuserUrlOf("postgres"), connectionsMax: 1 });
  const rows = await superuser.$client<{ datname: string }[]>`SELECT datname FROM pg_database`;
  await closeDatabase(superuser);
  return rows.map(({ datname }) => datname);
}

it("runs the whole service as an owner with no more than the documented rights, and forgets an order", async () => {
  const running = await startServer({
    dataDir: join(folder, "data"),
    bundle: await bundleServer(),
    env: { DATABASE_URL: urlOf("exchange", "plain") },
  });
  try {
    const { api } = running;
    expect((await api.health()).status).toBe("ok");
    const made = await api.create({
      sendCurrency: "BTC",
      receiveCurrency: "LTC",
      sendAmount: "0.01",
      receiveAddress: "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
    });
    await api.pay({ currency: "BTC", address: made.depositAddress, amount: "0.01" });
    await api.untilState(made.id, ["completed"], 90_000);
    let note = await api.forget(made.id);
    for (let tries = 0; note === null && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      note = await api.forget(made.id);
    }
    expect(note).not.toBeNull();
    await expect(api.read(made.id)).rejects.toMatchObject({ status: 404 });
    const second = { dataDir: join(folder, "data"), bundle: await bundleServer() };
    await expect(
      startServer({ ...second, env: { DATABASE_URL: urlOf("exchange", "plain") } }),
    ).rejects.toThrow("is in use by another process");
    await expect(startServer({ ...second, env: {} })).rejects.toThrow("Set DATABASE_URL");
    expect((await api.health()).status).toBe("ok");
  } finally {
    await running.stop();
  }
}, 240_000);
