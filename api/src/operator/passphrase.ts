import { readFileSync } from "node:fs";
import { lacksPassphrase } from "../chains/seed";
import type { Config } from "../config";
import { Refusal } from "./refusal";
import type { Terminal } from "./terminal";

export type PassphraseOptions = { passphraseFd?: number; passphraseFile?: string };

const LENGTH_MIN = 12;

/**
 * The seed's passphrase: from a descriptor, a file or the settings, else asked for without showing it; a new one twice.
 * Throws Refusal.
 */
export async function readPassphrase(
  options: PassphraseOptions,
  parts: { terminal: Terminal; configured: string | undefined; isNew: boolean },
): Promise<string> {
  const { terminal, configured, isNew } = parts;
  const { passphraseFd, passphraseFile } = options;
  if (passphraseFd !== undefined && passphraseFile !== undefined)
    throw new Refusal("Give --passphrase-fd or --passphrase-file, not both.");
  if (passphraseFd !== undefined) return accept(lineOf(passphraseFd, `descriptor ${passphraseFd}`), isNew);
  if (passphraseFile !== undefined) return accept(lineOf(passphraseFile, "--passphrase-file"), isNew);
  if (configured !== undefined) return accept(configured, isNew);
  const typed = accept(await terminal.askHidden("Passphrase of the seed: "), isNew);
  if (isNew && (await terminal.askHidden("The same again: ")) !== typed)
    throw new Refusal("The two are not the same; nothing was changed.");
  return typed;
}

/**
 * The passphrase with which a start opens the seed: from the settings, else typed where a person sits at the terminal and a
 * seed waits for one; undefined where neither is so. Throws Refusal.
 */
export async function passphraseOfStart(
  { seedFile, seedPassphrase }: Pick<Config, "seedFile" | "seedPassphrase">,
  terminal: Terminal,
): Promise<string | undefined> {
  if (seedPassphrase !== undefined || !terminal.isInteractive || !(await lacksPassphrase(seedFile)))
    return seedPassphrase;
  return readPassphrase({}, { terminal, configured: undefined, isNew: false });
}

function accept(passphrase: string, isNew: boolean): string {
  if (passphrase === "") throw new Refusal("The passphrase is empty.");
  if (isNew && passphrase.length < LENGTH_MIN)
    throw new Refusal(`A passphrase has ${LENGTH_MIN} characters or more; nothing was changed.`);
  return passphrase;
}

/** A file's text without the newline at its end. */
function lineOf(source: number | string, name: string): string {
  try {
    return readFileSync(source, "utf8").replace(/\r?\n$/, "");
  } catch {
    throw new Refusal(`The passphrase cannot be read from ${name}.`);
  }
}
