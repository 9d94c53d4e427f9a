import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readConfig } from "./config";
import { prepareGround } from "./ground";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-ground-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it("says in one line, where it is not root, that processes of one user are no boundary", () => {
  vi.spyOn(process, "getuid").mockReturnValue(1_000);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const ground = prepareGround(readConfig({ DATA_DIR: folder }), { program: join(folder, "main.js"), log });
  ground.remove();
  expect(ground.users).toBeNull();
  expect(lines).toEqual(["the processes share one user of the system, which is no boundary between them"]);
});
