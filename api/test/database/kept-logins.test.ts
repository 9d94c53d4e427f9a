import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withOwnDatabase } from "../../src/admin-database";
import { readConfig } from "../../src/config";
import { seededRandom } from "../../src/core/seeded-random";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { type Embedded, startEmbedded } from "../../src/db/embedded";
import { hasLogins, urlAs } from "../../src/db/logins";
import { setUp } from "../../src/setup";

const PASSWORD = "of a plain owner";

let folder: string;
let server: Embedded;

/** A server with an owner who may make databases and logins. */
async function startWithOwner(name: string): Promise<Embedded> {
  const started = await startEmbedded({ dataDir: join(folder, name), fsync: false, log: () => {} });
  await asSuperuser(started, `CREATE ROLE plain LOGIN CREATEROLE CREATEDB PASSWORD '${PASSWORD}'`);
  return started;
}

async function asSuperuser(at: Embedded, ...statements: string[]): Promise<void> {
  const superuser = openDatabase({ url: at.superuserUrlOf("postgres"), connectionsMax: 1 });
  for (const statement of statements) await superuser.$client.unsafe(statement);
  await closeDatabase(superuser);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sotto-kept-logins-"));
  server = await startWithOwner("server");
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const said: string[] = [];
const parts = {
  clock: { now: () => Date.now() },
  random: seededRandom("kept"),
  log: (line: string) => void said.push(line),
};
const setUpWith = async (DATABASE_URL: string, dataDir: string) => {
  const env = {
    DATABASE_URL,
    DATA_DIR: join(folder, dataDir),
    SOTTO_ROLE: "migrate",
  };
  return (await setUp(readConfig(env), parts)).urls;
};
const fileOf = (dataDir: string, role: string) => join(folder, dataDir, "logins", `${role}.url`);
const filesOf = (dataDir: string, urls: object) =>
  Object.fromEntries(
    Object.keys(urls).map((role) => [role, readFileSync(fileOf(dataDir, role), "utf8").trim()]),
  );
const changed = (urls: object, change: object) =>
  Object.fromEntries(
    Object.entries(urls).map(([role, url]) => [role, Object.assign(new URL(url), change).toString()]),
  );
const urlAt = (database: string, change: object = {}) =>
  Object.assign(new URL(server.urlOf(database)), {
    username: "plain",
    password: PASSWORD,
    ...change,
  }).toString();
const createDatabases = (...names: string[]) =>
  asSuperuser(server, ...names.map((name) => `CREATE DATABASE ${name} OWNER plain`));

describe("the logins that an earlier start kept", () => {
  it("stay where they reach the database, and follow its address and parameters", async () => {
    await createDatabases("moved");
    const first = await setUpWith(urlAt("moved"), "moved");
    expect(Object.keys(first).sort()).toEqual(["admin", "http", "signer", "simnet", "worker"]);
    expect(filesOf("moved", first)).toEqual(first);
    // 127.0.0.1 still reaches it: the owner came another way.
    expect(await setUpWith(urlAt("moved", { hostname: "localhost" }), "moved")).toEqual(first);
    expect(filesOf("moved", first)).toEqual(first);
    const secured = await setUpWith(urlAt("moved", { search: "?sslmode=prefer" }), "moved");
    expect(secured).toEqual(changed(first, { search: "?sslmode=prefer" }));
    expect(filesOf("moved", secured)).toEqual(secured);
    expect(await setUpWith(urlAt("moved"), "moved")).toEqual(first);
    for (const [role, url] of Object.entries(changed(first, { port: "1" })))
      writeFileSync(fileOf("moved", role), `${url}\n`);
    const after = await setUpWith(urlAt("moved", { hostname: "localhost" }), "moved");
    expect(after).toEqual(changed(first, { hostname: "localhost" }));
    expect(filesOf("moved", after)).toEqual(after);
    expect(said.at(-1)).toContain("have the address and the parameters of DATABASE_URL now");
  });

  it("are neither used for another database nor overwritten, also where it has the same name", async () => {
    await createDatabases("one", "other", "third");
    const one = await setUpWith(urlAt("one"), "one");
    await setUpWith(urlAt("other"), "other");
    for (const name of ["other", "third"])
      await expect(setUpWith(urlAt(name), "one")).rejects.toThrow("those of another database");
    // One that was never used is not changed.
    expect(await hasLogins(urlAt("third"))).toBe(false);
    const { databaseUrl: _, ...unnamed } = readConfig({
      DATA_DIR: join(folder, "one"),
      SOTTO_ROLE: "migrate",
      DATABASE_URL: urlAt("one"),
    });
    const config = { ...unnamed, databaseUrl: undefined };
    await expect(setUp(config, parts)).rejects.toThrow("Set DATABASE_URL");
    await expect(withOwnDatabase(config, async () => {})).rejects.toThrow("Set DATABASE_URL");
    expect(filesOf("one", one)).toEqual(one);
    expect(await setUpWith(urlAt("one"), "one")).toEqual(one);

    const second = await startWithOwner("second");
    try {
      await asSuperuser(second, "CREATE DATABASE one OWNER plain");
      const { port } = new URL(second.url);
      await expect(setUpWith(urlAt("one", { port }), "one")).rejects.toThrow("those of another database");
      await setUpWith(urlAt("one", { port }), "second-one");
      await expect(setUpWith(urlAt("one", { port }), "one")).rejects.toThrow("`sotto-api logins --renew`");
    } finally {
      await second.stop();
    }
    expect(filesOf("one", one)).toEqual(one);
  });

  it("name the database and its login, where DATABASE_URL names neither host nor database", async () => {
    await createDatabases("plain");
    expect((await setUpWith(urlAt("", { pathname: "" }), "bare")).http).toContain(
      `:${new URL(server.url).port}/plain`,
    );
    expect(urlAs("postgres:///sotto?host=/run/postgresql", { login: "sotto_http", password: "a/b" })).toBe(
      "postgres://sotto_http:a%2Fb@localhost/sotto?host=/run/postgresql",
    );
  });
});

it("a first start that lacks a right says which, and the next one works", async () => {
  await asSuperuser(
    server,
    `CREATE ROLE lesser LOGIN PASSWORD '${PASSWORD}'`,
    "CREATE DATABASE lesser OWNER lesser",
  );
  const url = urlAt("lesser", { username: "lesser" });
  await expect(setUpWith(url, "lesser")).rejects.toThrow("It needs CREATEROLE, and on simnet CREATEDB");
  await asSuperuser(server, "ALTER ROLE lesser CREATEROLE");
  await expect(setUpWith(url, "lesser")).rejects.toThrow("permission denied to create database");
  await asSuperuser(server, "ALTER ROLE lesser CREATEDB");
  expect(Object.keys(await setUpWith(url, "lesser"))).toHaveLength(5);
});
