import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import type { Committed, CommittedLines } from "./compare";
import type { Form } from "./form";
import { LINES, type LineKey } from "./lines";
import type { Measured } from "./measured";

const root = join(import.meta.dirname, "../..");
const file = join(root, "docs/benchmarks.json");

export type Surroundings = Pick<Committed, "form" | "commit" | "date" | "node" | "machine" | "load">;

/** Where and of what the figures are. */
export function surroundings(form: Form): Surroundings {
  const gib = Math.round(totalmem() / 2 ** 30);
  return {
    form: form.isShort ? "short" : "full",
    commit: commitNow(),
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${gib} GiB`,
    load: rounded(loadavg()[0] ?? 0),
  };
}

/** The commit that was measured; documents, among them these figures, may have changed since. */
function commitNow(): string {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const head = git("rev-parse", "--short=7", "HEAD");
  if (head.status !== 0) return "unknown";
  const isChanged = git("diff", "--quiet", "HEAD", "--", ".", ":!docs").status !== 0;
  return `${head.stdout.trim()}${isChanged ? ", changed" : ""}`;
}

/** The figures of docs/benchmarks.json. */
export const readCommitted = (): CommittedLines =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CommittedLines) : {};

/** Writes what was measured into docs/benchmarks.json; the figures of other lines stay. */
export function writeCommitted(measured: readonly Measured[], of: Surroundings): void {
  const lines = new Map<string, Committed | undefined>(Object.entries(readCommitted()));
  for (const { key, ours, bare, ratio, cpuMs } of measured) {
    lines.set(key, {
      ours: rounded(ours),
      ...(bare !== undefined && { bare: rounded(bare) }),
      ...(ratio !== undefined && { ratio: rounded(ratio) }),
      ...(cpuMs !== undefined && { cpuMs: rounded(cpuMs) }),
      ...of,
    });
  }
  const known = (Object.keys(LINES) as LineKey[]).filter((key) => lines.get(key) !== undefined);
  const sorted = Object.fromEntries(known.map((key) => [key, lines.get(key)]));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

const rounded = (figure: number): number => Number(figure.toPrecision(3));
