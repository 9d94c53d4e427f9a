import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, lchownSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "./client";
import { EmbeddedError } from "./embedded-error";
import type { Place } from "./embedded-place";
import { scramVerifier } from "./logins";
import { BARE_ENVIRONMENT, type SystemUser } from "./own-users";

/**
 * Makes the cluster with its superuser, `postgres`, in about half a second.
 *
 * It appears under its name only when it is whole, so that a crash half-way leaves nothing to repair.
 */
export async function initCluster(options: {
  place: Place;
  /** Of the superuser. */
  password: string;
  fsync: boolean;
}): Promise<void> {
  const { place, password, fsync } = options;
  const half = `${place.cluster}.new`;
  const passwordFile = `${place.cluster}.new.password`;
  rmSync(half, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  // initdb wants a user that has an account: it works as one, and what it made becomes the server's.
  const maker = place.user && { uid: NOBODY, gid: place.user.gid };
  if (maker) {
    chownSync(half, maker.uid, maker.gid);
    chownSync(passwordFile, maker.uid, maker.gid);
  }
  try {
    await run({ ...place, ...(maker && { user: maker }) }, "initdb", [
      ...["-D", half, "-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=scram-sha-256"],
      ...[`--pwfile=${passwordFile}`, "--no-instructions", ...(fsync ? [] : ["--no-sync"])],
    ]);
    if (place.user) chownAll(half, place.user);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(half, place.cluster);
}

const NOBODY = 65_534;

function chownAll(folder: string, { uid, gid }: SystemUser): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) chownAll(path, { uid, gid });
    else lchownSync(path, uid, gid);
  }
}

/**
 * Makes our database with its owner, both named `sotto`, unless they are there. The owner has the rights that
 * docs/operating.md asks for, and no more.
 */
export async function ensureOwnDatabase(superuserUrl: string, password: string): Promise<void> {
  const database = openDatabase({ url: superuserUrl, connectionsMax: 1 });
  const { $client: sql } = database;
  try {
    const made = await sql`SELECT 1 FROM pg_database WHERE datname = 'sotto'`;
    if (made.length > 0) return;
    const verifier = scramVerifier(password, randomBytes(16));
    const role = await sql`SELECT 1 FROM pg_roles WHERE rolname = 'sotto'`;
    if (role.length === 0)
      await sql.unsafe(`CREATE ROLE sotto LOGIN CREATEROLE CREATEDB PASSWORD '${verifier}'`);
    await sql.unsafe("CREATE DATABASE sotto OWNER sotto");
  } finally {
    await closeDatabase(database);
  }
}

function run(place: Place, program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(place.native, "bin", program), args, {
      ...place.user,
      cwd: "/",
      env: BARE_ENVIRONMENT,
    });
    let said = "";
    const keep = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0
        ? resolve()
        : reject(new EmbeddedError(`${program} failed while making the database: ${said}`)),
    );
    child.stdin.end();
  });
}
