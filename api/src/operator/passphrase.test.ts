import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { passphraseOfStart } from "./passphrase";
import type { Terminal } from "./terminal";

let folder: string;
let seedFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-passphrase-"));
  seedFile = join(folder, "seed.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const terminal = (isInteractive: boolean): Terminal => ({
  isInteractive,
  say: () => {},
  ask: () => Promise.reject(new Error("what is typed would be shown")),
  askHidden: async () => "what was typed",
  clear: () => {},
});

const of = (seedPassphrase?: string, isInteractive = true): Promise<string | undefined> =>
  passphraseOfStart({ seedFile, seedPassphrase }, terminal(isInteractive));

it("is asked for at a start where a seed waits for one, and hidden", async () => {
  writeFileSync(seedFile, "{}", { mode: 0o600 });
  expect(await of()).toBe("what was typed");
});

it("is not asked for where it is set, where there is no seed or its passphrase lies beside it, or without a terminal", async () => {
  expect(await of()).toBeUndefined();
  writeFileSync(seedFile, "{}", { mode: 0o600 });
  expect(await of("what is set")).toBe("what is set");
  expect(await of(undefined, false)).toBeUndefined();
  writeFileSync(`${seedFile}.passphrase`, "kept", { mode: 0o600 });
  expect(await of()).toBeUndefined();
});
