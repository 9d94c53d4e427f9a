import { randomBytes } from "node:crypto";
import { generateMnemonic, mnemonicToSeed } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { readPrivate, writePrivate } from "./private-file";
import { COST_OF_RANDOM, type KdfCost, SeedUnavailable, sealWords, unsealWords } from "./seed-file";

const MNEMONIC_BITS = 256;

type SeedRequest = {
  file: string;
  passphrase?: string | undefined;
  /**
   * Whether the coins are worth nothing (simnet and regtest): then a missing seed is created, and a passphrase that was
   * not given is generated and kept beside it in `<file>.passphrase`, mode 0600. That protects a copied seed file, but
   * not a copied folder.
   */
  isTrial: boolean;
  /** For tests: what a guess of a created seed's passphrase costs. */
  cost?: KdfCost;
};

/**
 * Opens the wallet's encrypted seed and returns its 64 bytes (BIP 39, 24 words, no 25th), and whether its passphrase lies
 * beside it. Where coins have value the operator makes it (`sotto-api seed new`) and passes its passphrase; one that lies
 * beside it is refused. Throws SeedUnavailable.
 */
export async function openSeed(
  request: SeedRequest,
): Promise<{ seed: Uint8Array; created: boolean; passphraseKept: boolean }> {
  const { file, isTrial } = request;
  if (!isTrial) await refuseKept(file);
  const sealed = await readPrivate(file);
  if (sealed === undefined && !isTrial)
    throw new SeedUnavailable(`there is no seed file ${file}: make one with \`sotto-api seed new\``);
  const passphrase = request.passphrase ?? (await keptPassphrase(request, sealed === undefined));
  if (passphrase === "") throw new SeedUnavailable("the passphrase of the seed is empty");
  const passphraseKept = request.passphrase === undefined;
  if (sealed !== undefined) return { seed: await seedOf(sealed, passphrase), created: false, passphraseKept };
  const words = generateMnemonic(wordlist, MNEMONIC_BITS);
  const cost = request.cost ?? (passphraseKept ? COST_OF_RANDOM : undefined);
  const created = await writePrivate(file, await sealWords({ words, passphrase, ...(cost && { cost }) }));
  return { seed: await readBack(file, passphrase), created, passphraseKept };
}

/**
 * Writes a new seed file of `words` and returns its seed. Throws SeedUnavailable when there is one already, which is not
 * touched.
 */
export async function writeSeed(request: {
  file: string;
  words: string;
  passphrase: string;
  cost?: KdfCost;
}): Promise<Uint8Array> {
  const { file } = request;
  if (!(await writePrivate(file, await sealWords(request))))
    throw new SeedUnavailable(`there is a seed file ${file} already; nothing was changed`);
  return readBack(file, request.passphrase);
}

/** Read back even when just written: only a seed that opens again may receive coins. */
async function readBack(file: string, passphrase: string): Promise<Uint8Array> {
  const written = await readPrivate(file);
  if (written === undefined) throw new SeedUnavailable(`the seed file ${file} vanished`);
  return seedOf(written, passphrase);
}

const seedOf = async (text: string, passphrase: string): Promise<Uint8Array> =>
  mnemonicToSeed(await unsealWords({ text, passphrase }));

const keptFile = (file: string): string => `${file}.passphrase`;

/** Whether there is a seed whose passphrase does not lie beside it. */
export const lacksPassphrase = async (file: string): Promise<boolean> =>
  (await readPrivate(file)) !== undefined && (await readPrivate(keptFile(file))) === undefined;

async function refuseKept(file: string): Promise<void> {
  if ((await readPrivate(keptFile(file))) !== undefined)
    throw new SeedUnavailable(
      `the passphrase lies beside the seed in ${keptFile(file)}: where coins have value, keep it elsewhere`,
    );
}

async function keptPassphrase({ file, isTrial }: SeedRequest, create: boolean): Promise<string> {
  if (!isTrial) throw new SeedUnavailable("no passphrase was given: set SOTTO_SEED_PASSPHRASE_FILE");
  if (create) await writePrivate(keptFile(file), randomBytes(32).toString("base64url"));
  const kept = await readPrivate(keptFile(file));
  if (kept === undefined)
    throw new SeedUnavailable(`no passphrase was given and there is no ${keptFile(file)}`);
  return kept.trim();
}
