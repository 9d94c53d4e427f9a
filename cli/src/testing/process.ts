import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const cli = join(import.meta.dirname, "../..");
/** The bundle, as the package carries it. */
export const BUNDLE = join(cli, "dist/sotto.js");

/** Bundles the program, unless its bundle is younger than all that goes into it. */
export async function buildBundle(): Promise<void> {
  const sources = ["src", "scripts", "../openapi/src"].flatMap((folder) =>
    readdirSync(join(cli, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name)),
  );
  const ages = [...sources, join(cli, "package.json"), join(cli, "../pnpm-lock.yaml")].map(
    (file) => statSync(file).mtimeMs,
  );
  if (existsSync(BUNDLE) && statSync(BUNDLE).mtimeMs > Math.max(...ages)) return;
  const child = spawn(process.execPath, [join(cli, "scripts/build.mjs")], { stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the build ended with code ${code}`);
}

type Started = {
  apiUrl?: string;
  environment?: Record<string, string>;
  /** Written to its standard input, which is closed after it. */
  input?: string;
  /** Typed one after the other, each once its question is shown; instead of `input`. */
  answers?: readonly (readonly [question: string, answer: string])[];
};

export type Ended = { code: number | null; out: string; err: string };

/** Runs the bundle as a process of its own, with nothing of this one's surroundings, and without a terminal. */
export async function runBundle(args: readonly string[], options: Started = {}): Promise<Ended> {
  return runProcess(process.execPath, [BUNDLE, ...args], options);
}

/** Runs any program to its end, in the same surroundings. */
export async function runProcess(
  program: string,
  args: readonly string[],
  options: Started & { cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(program, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: {
      PATH: process.env.PATH ?? "",
      HOME: "/nonexistent",
      LANG: "C.UTF-8",
      ...(options.apiUrl === undefined ? {} : { SOTTO_API_URL: options.apiUrl }),
      ...options.environment,
    },
  });
  let out = "";
  let err = "";
  const waiting = [...(options.answers ?? [])];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
    const [next] = waiting;
    if (next === undefined || !out.includes(next[0])) return;
    waiting.shift();
    child.stdin.write(next[1]);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  // Most commands read no input, and may be gone before it is written.
  child.stdin.on("error", () => {});
  if (options.answers === undefined) child.stdin.end(options.input ?? "");
  const [code] = await once(child, "close");
  return { code, out, err };
}

/** A folder that goes with the test. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "sotto-cli-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
