import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const pnpm = "pnpm@10.34.8";
const installStamp = join(root, "node_modules/.sotto-installed");
const PARTS_KEPT_MS = 3_600_000;
const notSources = new Set(["node_modules", "dist", ".data", ".cache", "test", "bench", "e2e"]);

/**
 * Installs the dependencies, unless the lock file is the one last installed here: then no network is needed. Without
 * `tools` only what building and running need, where a developer has not installed the rest, which pnpm would remove.
 */
export async function install({ tools: wanted = true } = {}) {
  const tools = wanted || existsSync(join(root, "node_modules/vitest"));
  const isThere = () =>
    isStamped(installStamp, lockHash()) || (!tools && isStamped(installStamp, runsOnly()));
  if (isThere()) return;
  await exclusively("install", async () => {
    if (isThere()) return;
    console.log("Installing dependencies");
    const args = ["--yes", pnpm, "install", "--frozen-lockfile", "--config.confirm-modules-purge=false"];
    if (!tools) args.push("--prod");
    await run("npx", args, { env: { ...process.env, npm_config_update_notifier: "false" } });
    writeFileSync(installStamp, tools ? lockHash() : runsOnly());
  });
}

/** Builds the server, the web app and the bot, each only when its sources have changed since its last build. */
export async function buildStale() {
  for (const part of buildable()) {
    if (isStamped(part.stamp, sourceHash(part.sources))) continue;
    await exclusively("build", async () => {
      const hash = sourceHash(part.sources);
      if (isStamped(part.stamp, hash)) return;
      console.log(`Building ${part.name}`);
      await run(process.execPath, [part.script]);
      mkdirSync(dirname(part.stamp), { recursive: true });
      writeFileSync(part.stamp, hash);
    });
  }
}

/**
 * Removes the parts of earlier builds from a folder of programs. They stay for an hour: a process may have read its program
 * and not yet all of its parts.
 */
export function removeOldParts(dist, fresh) {
  for (const file of readdirSync(dist).filter(
    (name) => /\.js(\.map)?$/.test(name) && !fresh.includes(name),
  )) {
    const path = join(dist, file);
    if (Date.now() - statSync(path).mtimeMs > PARTS_KEPT_MS) rmSync(path, { force: true });
  }
}

/** Runs a program in the workspace's root and throws unless it ends well. */
export async function run(program, args, options = {}) {
  const code = await exitCodeOf(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args[0]} ended with code ${code}`);
}

/**
 * Runs a program in the workspace's root and gives its exit code; `onOutput` also sees what it prints.
 *
 * A SIGINT or SIGTERM to us goes on to it, and ends us when it ended by it.
 */
export function exitCodeOf(program, args, { onOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = onOutput ? ["inherit", "pipe", "inherit"] : "inherit";
    const child = spawn(program, args, { cwd: root, stdio, ...options });
    child.stdout?.on("data", (chunk) => {
      process.stdout.write(chunk);
      onOutput(chunk.toString());
    });
    const forward = (signal) => child.kill(signal);
    process.on("SIGINT", forward).on("SIGTERM", forward);
    const unhook = () => process.off("SIGINT", forward).off("SIGTERM", forward);
    child.on("error", (error) => {
      unhook();
      reject(error);
    });
    child.on("close", (code, signal) => {
      unhook();
      if (signal === "SIGINT" || signal === "SIGTERM") process.exit(signal === "SIGINT" ? 130 : 143);
      resolve(code ?? 1);
    });
  });
}

/** Runs a tool of the workspace in one of its folders and returns its exit code; the options are those of `exitCodeOf`. */
export function bin(name, args, folder = ".", options = {}) {
  const own = join(root, folder, "node_modules/.bin", name);
  return exitCodeOf(existsSync(own) ? own : join(root, "node_modules/.bin", name), args, {
    ...options,
    cwd: join(root, folder),
  });
}

/** Runs tasks one after the other and gives the highest of their exit codes. */
export async function inOrder(tasks) {
  let worst = 0;
  for (const task of tasks) worst = Math.max(worst, await task());
  return worst;
}

function buildable() {
  const shared = ["pnpm-lock.yaml", "tsconfig.json"];
  const parts = [
    { name: "the server", folder: "api", sources: ["api", "openapi/src", ...shared] },
    { name: "the web app", folder: "web", sources: ["web", "openapi", ...shared] },
    { name: "the bot", folder: "bot", sources: ["bot", "openapi/src", ...shared] },
  ];
  return parts
    .map((part) => ({
      ...part,
      script: join(root, part.folder, "scripts/build.mjs"),
      stamp: join(root, part.folder, "dist/.sotto-built"),
    }))
    .filter((part) => existsSync(part.script));
}

function lockHash() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}\n`);
  return hash.update(readFileSync(join(root, "pnpm-lock.yaml"))).digest("hex");
}

const runsOnly = () => `${lockHash()} without tools`;

function sourceHash(sources) {
  const hash = createHash("sha256").update(process.version);
  for (const file of sources.flatMap((source) => [...filesIn(join(root, source))])) {
    hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function* filesIn(path) {
  // Tests do not reach the build, and generated files are its products.
  if (existsSync(path) && !/\.(test|gen)\.tsx?$/.test(path)) {
    const entries = isFolder(path);
    if (!entries) yield path;
    else for (const name of entries) if (!notSources.has(name)) yield* filesIn(join(path, name));
  }
}

function isFolder(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/** Lets one process of this checkout at a time do a kind of work; the kernel frees the lock with the process. */
async function exclusively(name, work) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const bsdExclusiveLock = process.platform === "linux" ? 0 : 0x20; // O_EXLOCK, which Node does not name
  const flags = constants.O_RDWR | constants.O_CREAT | bsdExclusiveLock;
  const fd = openSync(join(root, ".cache", `${name}.lock`), flags, 0o600);
  try {
    // flock(1) locks the open file that it shares with us; the lock stays with our descriptor when it exits.
    if (process.platform === "linux")
      await run("flock", ["3"], { stdio: ["ignore", "inherit", "inherit", fd] });
    return await work();
  } finally {
    closeSync(fd);
  }
}
