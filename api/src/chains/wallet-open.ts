import type { ChainId } from "../core/assets";
import type { LegId } from "../core/ids";
import type { Database, Tx } from "../db/client";
import { isOff } from "../switches/switches";
import { createLocalSigner, type SigningCaps, type SigningChain } from "./local-signer";
import { openSeed } from "./seed";
import type { Signer } from "./signer";
import type { LegRecord } from "./signing-rules";
import { savePublicWallets } from "./wallet-store";

/**
 * The maximum native units of one gas top-up, and of the fee of any transaction to ourselves: far above what they
 * cost, far below a loss. On UTXO chains these are rounds, which may be shared, and joined coins.
 */
const OWN_SPENDING_MAX: SigningCaps["topUpUnitsMax"] = {
  bitcoin: 500_000n,
  litecoin: 5_000_000n,
  bitcoincash: 5_000_000n,
  monero: 50_000_000_000n,
  ethereum: 50_000_000_000_000_000n,
  bsc: 50_000_000_000_000_000n,
  polygon: 50_000_000_000_000_000_000n,
  tron: 100_000_000n,
  solana: 100_000_000n,
};

/** Opens the seed, makes the signer round it, and writes the public keys where the http role reads them. */
export async function openSigner(options: {
  database: Database;
  seedFile: string;
  passphrase: string | undefined;
  signing: Readonly<Partial<Record<ChainId, SigningChain>>>;
  /** Reads what a payout leg says, from where only the worker can write. */
  legRecord(tx: Tx, legId: LegId): Promise<LegRecord | undefined>;
  /** Whether nothing may be signed on a chain. */
  isChainStopped(tx: Tx, chain: ChainId): Promise<boolean>;
}): Promise<Signer> {
  const { database, passphrase } = options;
  const { seed } = await openSeed({
    file: options.seedFile,
    create: true,
    ...(passphrase === undefined ? {} : { passphrase }),
  });
  const signer = createLocalSigner({
    seed,
    chains: options.signing,
    legRecord: (legId) => options.legRecord(database, legId),
    isStopped: async (chain) =>
      (await isOff(database, "signer")) || (await options.isChainStopped(database, chain)),
    caps: { topUpUnitsMax: OWN_SPENDING_MAX, ownFeeUnitsMax: OWN_SPENDING_MAX },
  });
  await savePublicWallets(database, await signer.publicWallets());
  return signer;
}
