import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { superviseOne } from "./supervised-child";

/** Works, and answers its supervisor, by a word that is noted, unless it is to hang; ends when it works where it is to fail. */
const PROGRAM = `
process.on("message", ({ kind }) => {
  if (kind === "begin") process.send({ kind: "ready" }, () => process.env.MODE === "fails" && process.exit(3));
  else if (kind === "stop") process.exit(0);
  else if (process.env.MODE !== "hangs") process.send({ kind: "ready" });
});
process.on("disconnect", () => process.exit(0));
`;
const PING_MS = 5_000;

let folder: string;
let program: string;
let lines: { msg: string; how?: string; restartMs?: number }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-child-"));
  program = join(folder, "program.mjs");
  writeFileSync(program, PROGRAM);
  lines = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

function start(MODE: "works" | "hangs" | "fails") {
  let words = 0;
  const child = superviseOne({
    ...{ role: "worker", program, user: undefined, cwd: "/", environment: { MODE }, secrets: {} },
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    onReady: () => {
      words += 1;
    },
  });
  child.begin();
  return { child, words: () => words };
}

/** Waits for what a process does in real time. */
async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isSo() && performance.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
  expect(isSo()).toBe(true);
}

const pause = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
};

it("ends a process that does not answer for half a minute, and starts it again", async () => {
  const { child, words } = start("hangs");
  await until(() => words() === 1);
  await pause(6 * PING_MS);
  expect(lines).toEqual([]);
  await pause(PING_MS);
  await until(() => lines.length === 2);
  expect(lines[0]?.msg).toContain("does not answer any more");
  expect(lines[1]).toMatchObject({ how: "SIGKILL", restartMs: 2_000 });
  await pause(2_000);
  await until(() => words() === 2);
  await child.stop();
});

it("leaves a process alone that answers", async () => {
  const { child, words } = start("works");
  await until(() => words() === 1);
  for (let round = 1; round <= 20; round++) {
    await pause(PING_MS);
    await until(() => words() === 1 + round);
  }
  expect(lines).toEqual([]);
  await child.stop();
});

it("waits longer before each start of a process that ends soon, up to a minute", async () => {
  const { child } = start("fails");
  const pauses = [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  for (const [at, ms] of pauses.entries()) {
    await until(() => lines.length === at + 1);
    expect(lines[at]).toMatchObject({ how: "code 3", restartMs: ms });
    await pause(ms - 1);
    expect(lines).toHaveLength(at + 1);
    await pause(1);
  }
  await child.stop();
});
