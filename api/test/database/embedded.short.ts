import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { cp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { lockDataDir } from "../../src/db/data-dir-lock";
import { type Embedded, startEmbedded } from "../../src/db/embedded";

/** For what happens by itself, however busy the machine is. */
const EVENTUALLY = { timeout: 60_000, interval: 50 };

const made: string[] = [];
const running: Embedded[] = [];
const owners: ChildProcess[] = [];
/** The DATA_DIR of a server that was started once and stopped. */
let used: string;

beforeAll(async () => {
  used = join(newFolder(), "data");
  const server = await startEmbedded({ dataDir: used, fsync: false, log: () => {} });
  await server.stop();
  made.splice(0);
});
afterAll(() => rmSync(dirname(used), { recursive: true, force: true }));
afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill("SIGKILL");
  for (const server of running.splice(0)) await server.stop();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder({ mode } = { mode: 0o711 }): string {
  const folder = mkdtempSync(join(tmpdir(), "sotto-embedded-"));
  chmodSync(folder, mode);
  made.push(folder);
  return folder;
}

/** A DATA_DIR in a new folder whose cluster exists: for tests that are not about making one. */
function copyOfUsed(folder = newFolder()): string {
  const dataDir = join(folder, "data");
  // cp keeps the owner, which node:fs does not: as root the database belongs to another user.
  execFileSync("cp", ["-a", used, dataDir]);
  return dataDir;
}

async function start(dataDir: string, log: (message: string) => void = () => {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, fsync: false, log });
  running.push(server);
  return server;
}

async function stop(server: Embedded): Promise<void> {
  running.splice(running.indexOf(server), 1);
  await server.stop();
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A process of its own that starts the database of a DATA_DIR and prints the connection string. */
async function startOwner(dataDir: string): Promise<{ owner: ChildProcess; url: string }> {
  const code = `
    const { startEmbedded } = await import(process.argv[1]);
    const server = await startEmbedded({ dataDir: process.argv[2], log: () => {} });
    console.log(server.url);`;
  const args = ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", code];
  const file = join(import.meta.dirname, "../../src/db/embedded.ts");
  const owner = spawn(process.execPath, [...args, file, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  owners.push(owner);
  if (owner.stdout === null) throw new Error("no standard output");
  for await (const line of createInterface(owner.stdout)) return { owner, url: line };
  throw new Error("the owner ended before it was ready");
}

async function refuses(url: string): Promise<boolean> {
  return query(url, "select 1").then(
    () => false,
    (error: { code?: string }) => error.code === "ECONNREFUSED",
  );
}

describe("embedded PostgreSQL", () => {
  test("makes a cluster, keeps its rows over a restart, and listens no longer when stopped", async () => {
    const dataDir = join(newFolder(), "data");
    const first = await start(dataDir);
    await query(first.url, "create table kept (n int); insert into kept values (7)");
    const [row] = await query(first.url, "select pg_relation_filepath('kept') as file");
    await stop(first);
    expect(await refuses(first.url)).toBe(true);
    // As a crash leaves it that ends the rewriting of a table.
    const orphan = join(first.where, dirname(String(row?.file)), "4000000001");
    writeFileSync(orphan, "rows");
    expect(statSync(join(dataDir, "postgres.password")).mode & 0o777).toBe(0o600);

    const second = await start(dataDir);
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
    expect(existsSync(orphan)).toBe(false);
    expect(await query(second.superuserUrlOf("postgres"), "select current_database() as name")).toEqual([
      { name: "postgres" },
    ]);
    await expect(query(second.url.replace(/:[0-9a-f]+@/, ":wrong@"), "select 1")).rejects.toThrow(/password/);
  });

  test("makes every commit durable unless configured otherwise", async () => {
    const server = await startEmbedded({ dataDir: copyOfUsed(), log: () => {} });
    running.push(server);
    const durable =
      "select setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')";
    expect(await query(server.url, durable)).toEqual([
      { setting: "on" },
      { setting: "on" },
      { setting: "on" },
    ]);
  });

  test("dies with a killed owner, and the next one starts with the committed rows", async () => {
    const dataDir = copyOfUsed();
    const { owner, url } = await startOwner(dataDir);
    await query(url, "create table kept (n int); insert into kept values (7)");
    const busy = query(url, "select pg_sleep(600)").catch(() => "cut");
    const asleep =
      "select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(600)' and wait_event = 'PgSleep'";
    await vi.waitFor(async () => expect(await query(url, asleep)).toEqual([{ n: 1 }]), EVENTUALLY);
    owner.kill("SIGKILL");
    expect(await busy).toBe("cut");
    await vi.waitFor(async () => expect(await refuses(url)).toBe(true), EVENTUALLY);
    const next = await start(dataDir);
    expect(await query(next.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  test("refuses a second process with a sentence and leaves the first one's server alone", async () => {
    const dataDir = copyOfUsed();
    const { owner, url } = await startOwner(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `DATA_DIR ${dataDir} is in use by another process (pid ${owner.pid}): stop it first, or set another DATA_DIR.`,
    );
    expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  test("of two starts at the same moment one is refused", async () => {
    const dataDir = join(newFolder(), "data");
    const both = await Promise.allSettled([start(dataDir), start(dataDir)]);
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("an embedded server that ends", () => {
  test("says that the server is gone when it ends by itself", async () => {
    const server = await start(copyOfUsed());
    const [row] = await query(
      server.superuserUrlOf("postgres"),
      "select pg_read_file('postmaster.pid') as text",
    );
    process.kill(Number(String(row?.text).split("\n")[0]), "SIGQUIT");
    expect(await server.exited).toBeTypeOf("string");
  });

  test("starts over a pid file whose number belongs to a stranger by now", async () => {
    const dataDir = copyOfUsed();
    const first = await start(dataDir);
    const [row] = await query(
      first.superuserUrlOf("postgres"),
      "select pg_read_file('postmaster.pid') as text",
    );
    await stop(first);
    writeFileSync(
      join(first.where, "postmaster.pid"),
      String(row?.text).replace(/^\d+/, String(process.pid)),
    );
    const second = await start(dataDir);
    expect(await query(second.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });
});

describe("an embedded server and its owner", () => {
  test("inherit no secret of ours, and may do no more than an operator's owner", async () => {
    vi.stubEnv("SOTTO_SEED_PASSPHRASE", "a phrase that is not the server's");
    const server = await start(copyOfUsed());
    vi.unstubAllEnvs();
    const [row] = await query(
      server.superuserUrlOf("postgres"),
      "select pg_read_file('postmaster.pid') as text",
    );
    const pid = String(row?.text).split("\n")[0];
    if (process.platform === "linux") {
      const names = readFileSync(`/proc/${pid}/environ`, "utf8")
        .split("\0")
        .filter((entry) => entry !== "")
        .map((entry) => entry.split("=")[0]);
      const known = ["LANG", "PATH", "PGLOCALEDIR", "PGSYSCONFDIR", "PWD", "TZ", "_"];
      expect(names.filter((name) => !known.includes(name ?? ""))).toEqual([]);
      const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
      const isRoot = process.getuid?.() === 0;
      // Of a number that no other program is likely to have, and not `nobody`.
      expect(isRoot ? uid >= 60_720 && uid < 61_200 : uid === process.getuid?.()).toBe(true);
    }
    const rights = "select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles";
    expect(await query(server.url, `${rights} where rolname = session_user`)).toEqual([
      {
        ...{ rolsuper: false, rolreplication: false, rolbypassrls: false },
        ...{ rolcreaterole: true, rolcreatedb: true },
      },
    ]);
  });
});

describe("the lock of a DATA_DIR", () => {
  test("is free again once released", () => {
    const dataDir = newFolder();
    const first = lockDataDir(dataDir);
    expect(lockDataDir(dataDir)).toMatchObject({ ok: false });
    if (first.ok) first.lock.release();
    const second = lockDataDir(dataDir);
    expect(second).toMatchObject({ ok: true });
    if (second.ok) second.lock.release();
  });
});

describe.runIf(process.getuid?.() === 0)("as root, under a folder that only root can enter", () => {
  async function closedDataDir(): Promise<{ dataDir: string; outside: Embedded }> {
    const dataDir = join(newFolder({ mode: 0o700 }), "data");
    const outside = await start(dataDir);
    made.push(dirname(outside.where));
    return { dataDir, outside };
  }

  test("places the cluster in a system folder, finds it again, and says where", async () => {
    const { dataDir, outside } = await closedDataDir();
    expect(outside.where.startsWith(dataDir)).toBe(false);
    await query(outside.url, "create table kept (n int); insert into kept values (7)");
    await stop(outside);
    const said: string[] = [];
    const again = await start(dataDir, (message) => said.push(message));
    expect(again.where).toBe(outside.where);
    expect(said.join("\n")).toContain(outside.where);
    expect(await query(again.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  test("follows a DATA_DIR that was moved, and refuses a copy of it", async () => {
    const { dataDir, outside } = await closedDataDir();
    await stop(outside);
    await cp(dataDir, `${dataDir}-copy`, { recursive: true });
    await expect(start(`${dataDir}-copy`)).rejects.toThrow(/is a copy of/);
    rmSync(`${dataDir}-copy`, { recursive: true });
    renameSync(dataDir, `${dataDir}-moved`);
    expect((await start(`${dataDir}-moved`)).where).toBe(outside.where);
  });

  test("keeps the cluster in a DATA_DIR of mode 700 whose parents are open", async () => {
    const dataDir = newFolder({ mode: 0o700 });
    const server = await start(dataDir);
    expect(server.where).toBe(join(dataDir, "postgres"));
    expect(statSync(dataDir).mode & 0o007).toBe(0);
  });

  test("takes along a cluster whose DATA_DIR came under a closed folder", async () => {
    const open = copyOfUsed();
    const first = await start(open);
    await query(first.url, "create table kept (n int); insert into kept values (7)");
    await stop(first);
    const closed = join(newFolder({ mode: 0o700 }), "data");
    renameSync(open, closed);
    const second = await start(closed);
    made.push(dirname(second.where));
    expect(existsSync(join(closed, "postgres"))).toBe(false);
    expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
  });
});
