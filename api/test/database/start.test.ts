import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { startEmbedded } from "../../src/db/embedded";
import { bundleServer } from "../bundle";
import { freePort, type ServerProcess, spawnServer, startServer } from "../server";

let bundle: string;
/** Of one installation: what a test leaves is a stopped service. */
let dataDir: string;
beforeAll(async () => {
  bundle = await bundleServer();
  dataDir = mkdtempSync(join(tmpdir(), "sotto-start-"));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What a server that must not start says, and how it ends. */
const refusal = async (
  env: Record<string, string> = {},
  folder = dataDir,
): Promise<{ ended: number | string; output: string }> => {
  const server = spawnServer({ dataDir: folder, bundle, port: await freePort(), env });
  const ended = await server.ended;
  return { ended, output: server.output() };
};

/** Works on the embedded database of a DATA_DIR that no server uses. */
async function onOwnDatabase(folder: string, work: (database: Database) => Promise<unknown>): Promise<void> {
  const server = await startEmbedded({ dataDir: folder, fsync: false, log: () => {} });
  const database = openDatabase({ url: server.url, connectionsMax: 1 });
  try {
    await work(database);
  } finally {
    await closeDatabase(database);
    await server.stop();
  }
}

const start = () => startServer({ dataDir, bundle });

describe("a start", () => {
  let first: ServerProcess;
  beforeAll(async () => {
    first = await start();
  }, 240_000);
  afterAll(() => first.stop());

  it("is refused with a sentence while another process has this DATA_DIR, and does that one no harm", async () => {
    const { ended, output } = await refusal();
    expect(ended).toBe(1);
    expect(output).toMatch(/^Sotto did not start: .*(another|already|in use|running)/im);
    expect(output).not.toMatch(/\n\s+at /);
    expect((await first.api.health()).status).toBe("ok");
  }, 240_000);

  it("leaves nothing running after kill -9, is refused on another network, and works again on its own", async () => {
    first.signal("SIGKILL");
    await first.ended;
    const { ended, output } = await refusal({ SOTTO_NETWORK: "regtest" });
    expect(ended).toBe(1);
    expect(output).toContain("This database was made for simnet.");
    expect(output).not.toMatch(/\n\s+at /);
    const again = await start();
    expect((await again.api.health()).database).toBe("ok");
    again.signal("SIGTERM");
    expect(await again.ended).toBe(0);
  }, 240_000);

  it("is refused with a sentence on a database of an earlier commit, and leaves it as it is", async () => {
    const old = join(dataDir, "old");
    await onOwnDatabase(old, ({ $client }) =>
      $client.unsafe(
        "CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY)",
      ),
    );
    const { ended, output } = await refusal({}, old);
    expect(ended).toBe(1);
    expect(output).toMatch(/^Sotto did not start: This database was made by an earlier commit of Sotto/m);
    expect(output).toContain("Nothing in it was changed.");
    expect(output).not.toMatch(/\n\s+at /);
    await onOwnDatabase(old, async ({ $client }) => {
      expect([...(await $client`SELECT nspname FROM pg_namespace WHERE nspname = 'migrations'`)]).toEqual([]);
    });
  }, 240_000);
});
