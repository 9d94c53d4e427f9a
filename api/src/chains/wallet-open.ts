import type { Logger } from "pino";
import type { ChainId } from "../core/assets";
import type { LegId } from "../core/ids";
import type { Result } from "../core/result";
import type { Database, Tx } from "../db/client";
import { isOff } from "../switches/switches";
import { createLocalSigner, type SigningChain, type SigningLog } from "./local-signer";
import { isTrialNetwork, type NetworkMode } from "./policy";
import { openSeed } from "./seed";
import { OWN_SPENDING_MAX, type Signer } from "./signer";
import type { ClaimedAddress, LegRecord } from "./signing-rules";
import { savePublicWallets } from "./wallet-store";

type SignerParts = {
  database: Database;
  signing: Readonly<Partial<Record<ChainId, SigningChain>>>;
  /** What the records agree that a payout leg may do; the error says in words where they differ. */
  legRecord(
    tx: Tx,
    legId: LegId,
    isOurs: (claimed: ClaimedAddress) => boolean,
  ): Promise<Result<LegRecord, string>>;
  /** Opens the signer's log, whose keys follow from the seed. */
  openLog(seed: Uint8Array): Promise<SigningLog>;
  /** Whether nothing may be signed on a chain. */
  isChainStopped(tx: Tx, chain: ChainId): Promise<boolean>;
};

/** Opens the seed, makes the signer round it, and writes the public keys where the http role reads them. */
export async function openSigner(
  options: SignerParts & {
    network: NetworkMode;
    seedFile: string;
    passphrase: string | undefined;
    log: Pick<Logger, "warn">;
  },
): Promise<Signer> {
  const { network, seedFile: file, passphrase, log } = options;
  const isTrial = isTrialNetwork(network);
  const { seed, passphraseKept } = await openSeed({ file, passphrase, isTrial });
  if (passphraseKept)
    log.warn(`the passphrase of the seed lies beside it, in ${file}.passphrase: allowed on ${network} only`);
  return signerOf(options, seed);
}

/** The signer of an opened seed, whose public keys it writes. Throws WrongSeed when the database knows other keys. */
export async function signerOf(options: SignerParts, seed: Uint8Array): Promise<Signer> {
  const { database } = options;
  const signer = createLocalSigner({
    seed,
    chains: options.signing,
    log: await options.openLog(seed),
    legRecord: (legId, isOurs) => options.legRecord(database, legId, isOurs),
    isStopped: async (chain) =>
      (await isOff(database, "signer")) || (await options.isChainStopped(database, chain)),
    caps: { topUpUnitsMax: OWN_SPENDING_MAX, ownFeeUnitsMax: OWN_SPENDING_MAX },
  });
  await savePublicWallets(database, await signer.publicWallets());
  return signer;
}
