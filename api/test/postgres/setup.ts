import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedded } from "../../src/db/embedded";
import { SOCKET_VARIABLE } from "./socket";

/** Where the tests of a run put what all files of a process share: a folder that goes with the run. */
const FOLDER_VARIABLE = "SOTTO_TEST_FOLDER";

/**
 * Of one test run, in vitest's own process: starts the shared PostgreSQL when the first test asks for it, and stops it
 * after the last. It dies with this process, however that ends. Runs without a test that asks wait for nothing.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // One server for all projects, each of which runs this.
  if (process.env[SOCKET_VARIABLE] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "sotto-test-run-"));
  const path = join(folder, "postgres.sock");
  let started: Promise<Embedded> | undefined;
  const start = async (): Promise<Embedded> => (await import("./cluster")).startCluster();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    started ??= start();
    started.then(
      ({ url }) => socket.end(JSON.stringify({ url })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  server.unref();
  process.env[SOCKET_VARIABLE] = path;
  process.env[FOLDER_VARIABLE] = folder;
  return async () => {
    delete process.env[SOCKET_VARIABLE];
    delete process.env[FOLDER_VARIABLE];
    server.close();
    rmSync(folder, { recursive: true, force: true });
    await (await started?.catch(() => undefined))?.stop();
  };
}
