import { spawn } from "node:child_process";
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedError } from "./embedded-error";
import type { Place } from "./embedded-place";

/**
 * Makes the cluster with its superuser and its database, both named `sotto`, in about half a second.
 *
 * It appears under its name only when it is whole, so that a crash half-way leaves nothing to repair.
 */
export async function initCluster(options: {
  place: Place;
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
  if (place.user) {
    chownSync(half, place.user.uid, place.user.gid);
    chownSync(passwordFile, place.user.uid, place.user.gid);
  }
  try {
    await run(place, "initdb", [
      ...["-D", half, "-U", "sotto", "-E", "UTF8", "--locale=C", "--auth=scram-sha-256"],
      ...[`--pwfile=${passwordFile}`, "--no-instructions", ...(fsync ? [] : ["--no-sync"])],
    ]);
    const single = ["--single", "-D", half, ...(fsync ? [] : ["-F"]), "postgres"];
    await run(place, "postgres", single, "CREATE DATABASE sotto\n");
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(half, place.cluster);
}

function run(place: Place, program: string, args: string[], input = ""): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(place.native, "bin", program), args, { ...place.user, cwd: "/" });
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
    child.stdin.end(input);
  });
}
