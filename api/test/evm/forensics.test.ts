import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";
import { startEmbedded } from "../../src/db/embedded";
import { type Cluster, expectForgottenInFiles } from "./forensics";

async function embeddedCluster(): Promise<Cluster> {
  const dataDir = mkdtempSync(join(tmpdir(), "sotto-forensics-"));
  const server = await startEmbedded({ dataDir, fsync: false, log: () => {} });
  return {
    ...{ url: server.url, superuserUrl: server.superuserUrlOf("sotto"), folder: server.where },
    async stop() {
      await server.stop();
      for (const one of [server.where, dataDir]) rmSync(one, { recursive: true, force: true });
    },
  };
}

it("the files of the embedded server hold nothing of a deleted order once the worker has proved it", async () => {
  await expectForgottenInFiles(embeddedCluster(), false);
}, 400_000);
