import { text } from "node:stream/consumers";
import { entropyToMnemonic, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { Command, InvalidArgumentError } from "commander";
import { addressNetworkOf } from "../chains/addresses/bitcoin-networks";
import { chainKeys } from "../chains/derivation";
import { isTrialNetwork } from "../chains/policy";
import { readPrivate } from "../chains/private-file";
import { openSeed, writeSeed } from "../chains/seed";
import type { KdfCost } from "../chains/seed-file";
import type { Config } from "../config";
import { CHAIN_IDS, type ChainId } from "../core/assets";
import type { Random } from "../core/ports";
import { type PassphraseOptions, readPassphrase } from "./passphrase";
import { Refusal } from "./refusal";
import type { Terminal } from "./terminal";

type SeedParts = {
  /** Reads the settings when a command runs. */
  config(): Pick<Config, "network" | "seedFile" | "seedPassphrase">;
  terminal: Terminal;
  input: NodeJS.ReadableStream;
  random: Random;
  /** For tests: what a guess of the passphrase costs. */
  cost?: KdfCost;
};

const WORDS = 24;
const ENTROPY_BYTES = 32;
const ASKED_WORDS = 3;
const ATTEMPTS_MAX = 3;

/** `sotto-api seed`: makes, restores and checks the wallet's encrypted seed. */
export function seedCommand(parts: SeedParts): Command {
  const seed = new Command("seed").description("The wallet's encrypted seed.").exitOverride();
  const withPassphrase = (command: Command): Command =>
    command
      .exitOverride()
      .option("--passphrase-fd <n>", "read the passphrase from this descriptor", descriptorOf)
      .option("--passphrase-file <file>", "read the passphrase from this file");
  withPassphrase(seed.command("new"))
    .description("Make a seed, and show its words once for writing down.")
    .action((options: PassphraseOptions) => makeSeed(options, parts));
  withPassphrase(seed.command("import"))
    .option("--words-stdin", "read the words from standard input")
    .description("Restore a seed from its words.")
    .action((options: PassphraseOptions & { wordsStdin?: boolean }) => importSeed(options, parts));
  withPassphrase(seed.command("check"))
    .description("Open the seed and show each network's first addresses.")
    .action((options: PassphraseOptions) => checkSeed(options, parts));
  return seed;
}

async function makeSeed(options: PassphraseOptions, parts: SeedParts): Promise<void> {
  const { terminal, random } = parts;
  await refuseExisting(parts);
  const passphrase = await passphraseOf(options, parts, true);
  const words = entropyToMnemonic(random.bytes(ENTROPY_BYTES), wordlist);
  showWords(terminal, words);
  if (terminal.isInteractive) {
    await terminal.ask("Press Enter when you have written them down: ");
    terminal.clear();
    await askWords(words.split(" "), parts);
  }
  await store({ words, passphrase }, parts);
}

async function importSeed(
  options: PassphraseOptions & { wordsStdin?: boolean },
  parts: SeedParts,
): Promise<void> {
  await refuseExisting(parts);
  const given = options.wordsStdin
    ? await text(parts.input)
    : await parts.terminal.askHidden(`The ${WORDS} words, in one line: `);
  const words = given.trim().toLowerCase().split(/\s+/).join(" ");
  if (words.split(" ").length !== WORDS || !validateMnemonic(words, wordlist))
    throw new Refusal(`These are not ${WORDS} words of a BIP 39 seed; nothing was changed.`);
  await store({ words, passphrase: await passphraseOf(options, parts, true) }, parts);
}

async function checkSeed(options: PassphraseOptions, parts: SeedParts): Promise<void> {
  const { network, seedFile } = parts.config();
  if ((await readPrivate(seedFile)) === undefined) throw new Refusal(`There is no seed file ${seedFile}.`);
  const isTrial = isTrialNetwork(network);
  const isKept = isTrial && (await readPrivate(`${seedFile}.passphrase`)) !== undefined;
  const { seed } = await openSeed({
    file: seedFile,
    passphrase: isKept && !isGiven(options, parts) ? undefined : await passphraseOf(options, parts, false),
    isTrial,
  });
  showAddresses(seed, parts);
}

const isGiven = (options: PassphraseOptions, { config }: SeedParts): boolean =>
  (options.passphraseFd ?? options.passphraseFile ?? config().seedPassphrase) !== undefined;

const passphraseOf = (options: PassphraseOptions, parts: SeedParts, isNew: boolean): Promise<string> =>
  readPassphrase(options, { terminal: parts.terminal, configured: parts.config().seedPassphrase, isNew });

async function store(seed: { words: string; passphrase: string }, parts: SeedParts): Promise<void> {
  const { seedFile } = parts.config();
  const { cost } = parts;
  const opened = await writeSeed({ file: seedFile, ...seed, ...(cost && { cost }) });
  parts.terminal.say(`The seed is in ${seedFile}. Its first addresses:`);
  showAddresses(opened, parts);
}

async function refuseExisting({ config }: SeedParts): Promise<void> {
  const { seedFile } = config();
  if ((await readPrivate(seedFile)) !== undefined)
    throw new Refusal(`There is a seed file ${seedFile} already; nothing was changed.`);
}

function showWords(terminal: Terminal, words: string): void {
  terminal.say(`The ${WORDS} words of the seed, shown this once. Anyone who has them has the coins.`);
  for (const [index, word] of words.split(" ").entries())
    terminal.say(`${String(index + 1).padStart(2)}  ${word}`);
}

/** Asks for some of the words, so that a seed that was not written down receives no coins. */
async function askWords(words: readonly string[], { terminal, random }: SeedParts): Promise<void> {
  const asked = new Set<number>();
  while (asked.size < ASKED_WORDS) asked.add((random.bytes(1)[0] ?? 0) % words.length);
  for (const index of [...asked].sort((a, b) => a - b)) {
    for (let attempt = 1; ; attempt++) {
      const typed = await terminal.askHidden(`Word ${index + 1}: `);
      if (typed.trim().toLowerCase() === words[index]) break;
      if (attempt === ATTEMPTS_MAX) throw new Refusal("That is not the word; no seed was made.");
      terminal.say("That is not the word.");
    }
  }
}

/** The hot wallet and the first deposit address of each network: public, and enough to recognise a seed. */
function showAddresses(seed: Uint8Array, { terminal, config }: SeedParts): void {
  const mode = config().network;
  const network = addressNetworkOf(mode);
  for (const chain of mode === "simnet" ? CHAIN_IDS : CHAIN_IDS.filter((id) => !SIMULATED_ONLY.has(id))) {
    const keys = chainKeys({ seed, chain, network });
    terminal.say(`${chain.padEnd(12)} hot     ${keys.address({ branch: "hot", index: 0 })}`);
    terminal.say(`${"".padEnd(12)} deposit ${keys.address({ branch: "deposit", index: 0 })}`);
  }
}

/** Chains of which there are wallets on simnet only. */
const SIMULATED_ONLY: ReadonlySet<ChainId> = new Set(["cardano"]);

function descriptorOf(given: string): number {
  if (!/^\d{1,4}$/.test(given)) throw new InvalidArgumentError("A descriptor is a number.");
  return Number(given);
}
