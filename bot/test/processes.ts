import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSottoClient, type SottoClient } from "@sotto/openapi";
import { vi } from "vitest";
import { end, freePort } from "./emulator";

export const ROOT = join(import.meta.dirname, "../..");
const START_MS_MAX = 150_000;

export type RunningApi = { url: string; client: SottoClient; stop(): Promise<void> };

/**
 * The real server on simnet, as `npm test` built it, with a database and a folder of its own. Its blocks come when a
 * test mines them.
 */
export async function startApi(environment: Readonly<Record<string, string>> = {}): Promise<RunningApi> {
  const main = join(ROOT, "api/dist/main.js");
  if (!existsSync(main)) throw new Error("the server is not built: npm test does that");
  const [port, folder] = [await freePort(), mkdtempSync(join(tmpdir(), "sotto-bot-"))];
  let said = "";
  const child = spawn(process.execPath, [main], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      PORT: String(port),
      DATA_DIR: folder,
      SOTTO_LIMITS: "off",
      SOTTO_RATES_SEED: "bot",
      SOTTO_LOG_LEVEL: "error",
      SIMNET_BLOCK_MS: "600000",
      ...environment,
    },
  });
  for (const output of [child.stdout, child.stderr]) {
    output.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
  }
  const started = vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
      if (!said.includes("Sotto is running")) throw new Error(`the server does not run yet: ${said}`);
    },
    { timeout: START_MS_MAX, interval: 50 },
  );
  await started.catch(async (error: unknown) => {
    await end(child);
    throw error;
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    client: createSottoClient({ baseUrl: url }),
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
