import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OWNER_PASSWORD } from "./embedded";

/**
 * The embedded server of a DATA_DIR as another process runs it: `url` connects to its database `sotto` as the owner, if it
 * runs.
 * `missing` where there is no cluster yet, `stopped` where nothing says on which port it listens.
 */
export function findRunningEmbedded(
  dataDir: string,
): { state: "missing" } | { state: "stopped" } | { state: "running"; url: string } {
  const pointer = join(dataDir, "postgres.where");
  const folder = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : dataDir;
  const cluster = join(folder, "postgres");
  if (!existsSync(join(cluster, "PG_VERSION"))) return { state: "missing" };
  const port = portOf(join(cluster, "postmaster.pid"));
  if (port === undefined) return { state: "stopped" };
  const password = readFileSync(join(dataDir, OWNER_PASSWORD), "utf8").trim();
  return { state: "running", url: `postgres://sotto:${password}@127.0.0.1:${port}/sotto` };
}

/** The fourth line of PostgreSQL's lock file is the port. */
function portOf(pidFile: string): string | undefined {
  if (!existsSync(pidFile)) return undefined;
  const port = readFileSync(pidFile, "utf8").split("\n")[3]?.trim();
  return port !== undefined && /^\d{1,5}$/.test(port) ? port : undefined;
}
