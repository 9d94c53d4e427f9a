import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "api/dist/main.js");
const onServer = join(root, "api/dist/sotto-api.js");
const pages = join(root, "web/dist/server/entry-server.js");
const readyMsMax = 60_000;
const stopMsMax = 20_000;

/** The administrator of every server that the checks start. */
export const admin = { username: "ops", password: "a password for the checks" };
/** A second person, for what one may not do alone. */
export const approver = { username: "ben", password: "another one for the checks" };

// A signal ends a process without its "exit" event: the servers would stay.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes a folder for what a run keeps, and returns its removal. The database's own user may pass through it: its files
 * would be made in a system folder otherwise, and stay there.
 */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "sotto-e2e-"));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Starts the built server on simnet with quick blocks and a DATA_DIR of its own; `npm test` has built it before.
 * `env` says what is to be different; a `dataDir` that is given stays when the server stops; `isPublic` gives the
 * server the address that its visitors use.
 */
export async function startServer({ env = {}, dataDir, isPublic = false } = {}) {
  for (const file of [program, pages]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: build first (npm start and npm test do)`);
  }
  const port = await freePort();
  const folder = dataDir === undefined ? await temporaryFolder() : null;
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [program], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir ?? folder.path,
      DATABASE_URL: "",
      SOTTO_NETWORK: "simnet",
      SIMNET_BLOCK_MS: "300",
      SOTTO_LIMITS: "off",
      SOTTO_ADMIN_USERNAME: admin.username,
      SOTTO_ADMIN_PASSWORD: admin.password,
      ...(isPublic ? { SOTTO_PUBLIC_URL: base } : {}),
      ...env,
    },
  });
  let said = "";
  let ended = false;
  const keep = (bytes) => {
    said = (said + bytes).slice(-4000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  // A run that ends early, by Ctrl-C or an exception, takes its server along.
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.on("exit", () => {
    ended = true;
    process.off("exit", end);
  });
  const stop = async () => {
    child.kill("SIGTERM");
    for (let waitedMs = 0; waitedMs < stopMsMax && !ended; waitedMs += 50) await sleep(50);
    if (!ended) child.kill("SIGKILL");
    await folder?.remove();
  };
  const until = Date.now() + readyMsMax;
  for (;;) {
    const answer = await fetch(`${base}/api/health`).catch(() => null);
    if (answer?.ok) return { base, stop };
    if (ended || Date.now() > until) {
      await stop();
      throw new Error(`the server did not start:\n${said}`);
    }
    await sleep(100);
  }
}

/** Adds the second person as an operator of the server does, on the server's own data. */
export async function addApprover(dataDir) {
  const { username, password } = approver;
  const args = [onServer, "admin", "add", username, "--role", "approver", "--password-stdin"];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", SOTTO_NETWORK: "simnet" };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["pipe", "ignore", "pipe"] });
  child.stdin.end(`${password}\n`);
  const said = [];
  child.stderr.on("data", (bytes) => said.push(bytes));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`no second administrator: ${Buffer.concat(said)}`);
}

/**
 * A port of the loopback that is free now: below those that systems give to connections, one of which would take it before the
 * server does.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer().on("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
