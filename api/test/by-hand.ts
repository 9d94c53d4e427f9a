import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "../src/db/client";
import { type Embedded, startEmbedded } from "../src/db/embedded";
import { type ServerProcess, spawnServer } from "./server";

const SECRET = "x".repeat(40);
const PASSWORD = "of-a-plain-owner";

/** A role of the program; several processes may have one. */
export type HandRole = "http" | "admin" | "worker" | "signer";

export type ByHand = {
  database: Embedded;
  /** Starts a process under its own login, without waiting for it. One of `http` listens on `port`. */
  launch(role: HandRole, more?: { port?: number; env?: Readonly<Record<string, string>> }): ServerProcess;
};

/**
 * A PostgreSQL server with the database of a plain owner, whose tables are made: what an operator has before the processes are
 * started one by one, each by its own login, as docs/operating.md describes it. The caller stops the server.
 */
export async function openByHand(of: { folder: string; bundle: string; fsync: boolean }): Promise<ByHand> {
  const { folder, bundle, fsync } = of;
  mkdirSync(folder, { recursive: true });
  const database = await startEmbedded({ dataDir: join(folder, "server"), fsync, log: () => {} });
  const superuser = openDatabase({ url: database.superuserUrlOf("postgres"), connectionsMax: 1 });
  await superuser.$client.unsafe(`CREATE ROLE plain LOGIN CREATEROLE CREATEDB PASSWORD '${PASSWORD}'`);
  await superuser.$client.unsafe("CREATE DATABASE exchange OWNER plain");
  await closeDatabase(superuser);
  const owner = new URL(database.urlOf("exchange"));
  owner.username = "plain";
  owner.password = PASSWORD;
  const dataDir = join(folder, "data");
  const urlFile = (role: string): string => join(dataDir, "logins", `${role}.url`);
  const envOf = (role: HandRole): Record<string, string> => ({
    SOTTO_ROLE: role,
    DATABASE_URL_FILE: urlFile(role),
    ...(role === "admin" || role === "http" ? { SOTTO_ADMIN_SECRET: SECRET } : {}),
    ...(role === "signer" || role === "worker" ? { SOTTO_SIGNER_SECRET: SECRET } : {}),
    ...(role === "http" || role === "worker"
      ? { SOTTO_SIMNET_URL: readFileSync(urlFile("simnet"), "utf8").trim() }
      : {}),
  });
  const spawn = (env: Readonly<Record<string, string>>, port = 0): ServerProcess =>
    spawnServer({ dataDir, bundle, port, env });
  const migrate = spawn({ SOTTO_ROLE: "migrate", DATABASE_URL: owner.toString() });
  if ((await migrate.ended) !== 0) {
    await database.stop();
    throw new Error(`the tables were not made:\n${migrate.output()}`);
  }
  return {
    database,
    launch: (role, { port = 0, env = {} } = {}) => spawn({ ...envOf(role), ...env }, port),
  };
}
