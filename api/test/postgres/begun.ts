import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { Database } from "../../src/db/client";
import type { LoginRole } from "../../src/db/login-roles";
import { asAdmin, copyDatabase, openTestDatabase, PARTS, type TestDatabase, testServer } from "./database";
import { keepLogins, loginUrl } from "./logins";

const TEMPLATE = "template_begun";
const SEED_FILES = ["signer/seed.json", "signer/seed.json.passphrase"] as const;
/** Any number: the lock under which one process makes the template. */
const LOCK = 7_205_900;

/**
 * Copies the databases of a simnet installation that has begun, without administrators: the float is mined and booked,
 * the address pools are filled. Writes its seed into `dataDir`. A server starts on them in a tenth of the time that an
 * empty database takes. The template is made by the first test that needs it after a change in `api/src`.
 */
export async function openBegunDatabase(dataDir: string): Promise<TestDatabase> {
  const server = await testServer();
  const seed = await asAdmin(server, async (admin) => {
    const { $client: sql } = admin;
    await sql`SELECT pg_advisory_lock(${LOCK})`;
    const version = versionOfSources();
    const kept = await readKept(admin);
    if (kept?.version === version) return kept.seed;
    return await makeTemplate(admin, version);
  });
  mkdirSync(join(dataDir, "signer"), { recursive: true, mode: 0o700 });
  for (const name of SEED_FILES) writeFileSync(join(dataDir, name), seed[name], { mode: 0o600 });
  const database = await copyDatabase(TEMPLATE, PARTS);
  keepLogins(dataDir, database);
  return database;
}

type Seed = Record<(typeof SEED_FILES)[number], string>;

/** What the template was made from, and its seed: both are kept as the comment of its database. */
async function readKept({ $client: sql }: Database): Promise<{ version: string; seed: Seed } | undefined> {
  const [row] = await sql<{ comment: string | null }[]>`
    SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = ${TEMPLATE}`;
  return row?.comment ? JSON.parse(row.comment) : undefined;
}

function versionOfSources(): string {
  const folder = join(import.meta.dirname, "../../src");
  const hash = createHash("sha256");
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
    if (/\.(ts|sql)$/.test(file) && !file.endsWith(".test.ts"))
      hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

async function makeTemplate({ $client: sql }: Database, version: string): Promise<Seed> {
  const names = ["", ...PARTS.map((part) => `_${part}`)];
  for (const name of names) {
    const old = `${TEMPLATE}${name}`;
    await sql.unsafe(`DROP DATABASE IF EXISTS ${old} WITH (FORCE)`);
  }
  const dataDir = mkdtempSync(join(tmpdir(), "sotto-begun-"));
  try {
    const made = await openTestDatabase("whole");
    await begin(dataDir, made);
    const [json, passphrase] = SEED_FILES.map((name) => readFileSync(join(dataDir, name), "utf8"));
    const seed: Seed = { "signer/seed.json": json ?? "", "signer/seed.json.passphrase": passphrase ?? "" };
    for (const name of names.toReversed()) {
      await sql.unsafe(`ALTER DATABASE ${made.name}${name} RENAME TO ${TEMPLATE}${name}`);
      await sql.unsafe(`ALTER DATABASE ${TEMPLATE}${name} ALLOW_CONNECTIONS false`);
    }
    const comment = JSON.stringify({ version, seed }).replaceAll("'", "''");
    await sql.unsafe(`COMMENT ON DATABASE ${TEMPLATE} IS '${comment}'`);
    return seed;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Lets the signer and a worker start for the first time, until they have caught up with the chains. */
async function begin(dataDir: string, { name, url, urlOf }: TestDatabase): Promise<void> {
  const { startSigner } = await import("../../src/start-signer");
  const { startWorker } = await import("../../src/start-worker");
  const { readConfig } = await import("../../src/config");
  const parts = { version: "0.0.0", log: pino({ level: "silent" }) };
  const config = (role: LoginRole) => ({
    ...readConfig({ DATA_DIR: dataDir, SOTTO_NETWORK: "simnet", SOTTO_ROLE: role }),
    databaseUrl: loginUrl(url, role),
    simnetUrl: loginUrl(urlOf(`${name}_simnet`), "simnet"),
  });
  const signer = await startSigner(config("signer"), parts);
  const worker = await startWorker(config("worker"), { ...parts, signer: signer.signer });
  await worker.stop();
  await signer.stop();
  const { closeDatabase, openDatabase } = await import("../../src/db/client");
  const database = openDatabase({ url, connectionsMax: 1 });
  // A start on the copy writes its own: those of the template would be as old as the template.
  await database.$client`TRUNCATE price_history, current_prices, network_fees`;
  await closeDatabase(database);
}
