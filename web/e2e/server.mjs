import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readyMsMax = 240_000;
const stopMsMax = 20_000;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Starts the product as its users do, on simnet with quick blocks; SOTTO_BASE names one that runs already. */
export async function startServer() {
  if (process.env.SOTTO_BASE) return { base: process.env.SOTTO_BASE, stop: async () => {} };
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), "sotto-e2e-"));
  const child = spawn("npm", ["start"], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      SOTTO_NETWORK: "simnet",
      SIMNET_BLOCK_MS: "500",
      SOTTO_LIMITS: "off",
    },
  });
  let output = "";
  let ended = false;
  const keep = (bytes) => {
    output = (output + bytes).slice(-4000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  child.on("exit", () => {
    ended = true;
  });
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (!ended) process.kill(-child.pid, "SIGTERM");
    for (let waitedMs = 0; waitedMs < stopMsMax && !ended; waitedMs += 100) await sleep(100);
    if (!ended) process.kill(-child.pid, "SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  };
  const until = Date.now() + readyMsMax;
  for (;;) {
    const answer = await fetch(`${base}/api/health`).catch(() => null);
    if (answer?.ok) return { base, stop };
    if (ended || Date.now() > until) {
      await stop();
      throw new Error(`the server did not start:\n${output}`);
    }
    await sleep(200);
  }
}
