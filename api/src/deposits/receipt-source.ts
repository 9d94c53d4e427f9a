import type { Chain, Tip, Transfer } from "../chains/chain";
import { leastPayment, registryUnits } from "../core/asset-amount";
import type { AssetCode } from "../core/assets";
import type { DepositRow } from "./store";

/** Blocks looked through for the transactions behind new receipts: for people and for screening, never for money. */
const TRACE_BLOCKS = 300;
/** So many after a pause in the looks. */
const TRACE_BLOCKS_MAX = 2_000;
/**
 * What comes otherwise, and is less than a hundredth of a receipt or than a tenth of the asset's least amount, makes no source
 * unknown: anybody can have a contract pay that much.
 */
const LITTLE_PART = 100n;
const LITTLE_PART_OF_MIN = 10n;

/** Blocks below a tip that are read again under the next one: another node of the same address may have been on another branch. */
const READ_AGAIN_BLOCKS = 20;

/** Reads the plain native transfers of a block. */
export type ReadTransfers = (height: number) => Promise<readonly Transfer[]>;

/** What is known of the transfers of the blocks below a tip. */
export type TransferReader = {
  at: ReadTransfers;
  /** What holds below another tip that continues the branch, so that receipts in each block do not make it read hundreds of blocks each time. */
  continued(from: Pick<Tip, "height">): TransferReader;
};

/**
 * The transfers of the blocks below a tip, each of which is read once: several receipts are traced through the same ones, and where
 * a look fails the next one need not read them again.
 */
export function createTransferReader(
  chain: Chain,
  read = new Map<number, Promise<readonly Transfer[]>>(),
): TransferReader {
  return {
    at(height) {
      const known = read.get(height) ?? chain.nativeTransfers?.(height) ?? Promise.resolve([]);
      read.set(height, known);
      known.catch(() => read.delete(height));
      return known;
    },
    continued({ height: tip }) {
      const kept = [...read].filter(
        ([height]) => height > tip - TRACE_BLOCKS && height <= tip - READ_AGAIN_BLOCKS,
      );
      return createTransferReader(chain, new Map(kept));
    },
  };
}

type Place = {
  address: string;
  /** What comes from here is ours: native coins for a sweep, which are in no receipt and explain none. */
  hotAddress: string;
  native: AssetCode;
  tip: Tip;
  /** The last block at which the chain was looked at before. */
  since: number;
  transfersAt: ReadTransfers;
};

/** Where receipts came from, as far as the chain's plain transactions show. */
export type Origin = {
  txHash: string | null;
  sources: string[];
  /** Whether some of so many units came otherwise. */
  isUnknownOf(units: bigint): boolean;
};

/**
 * The plain transactions that brought these receipts together, from the latest one back until they make up their units: the
 * largest is what a person looks up, because anybody can send a little, and screening looks at the senders of all that paid. Coins that a contract paid are in none of
 * them. What lies there in blocks up to `after` came before; `untraced` of that came from no one that is known, and adds up with
 * what does now. Nothing is looked through for what is too little to be a payment.
 */
export async function originOf(
  place: Place,
  receipts: readonly bigint[],
  { after, untraced: untracedBefore }: { after: number; untraced: bigint },
): Promise<Origin> {
  const { address, hotAddress, native, tip, since, transfersAt } = place;
  const least = leastPayment(native);
  if (receipts.every((units) => units < least))
    return { txHash: null, sources: [], isUnknownOf: () => false };
  const wanted = receipts.reduce((sum, units) => sum + units, 0n);
  const blocks = Math.min(TRACE_BLOCKS_MAX, Math.max(TRACE_BLOCKS, tip.height - since));
  const paid = new Map<string, bigint>();
  let largest: Transfer | null = null;
  let traced = 0n;
  const last = Math.max(after, tip.height - blocks);
  for (let height = tip.height; height > last && traced < wanted; height--) {
    for (const transfer of (await transfersAt(height)).toReversed()) {
      if (transfer.to !== address || transfer.from.includes(hotAddress)) continue;
      if (largest === null || transfer.units > largest.units) largest = transfer;
      traced += transfer.units;
      for (const source of transfer.from) paid.set(source, (paid.get(source) ?? 0n) + transfer.units);
    }
  }
  const untraced = wanted - traced;
  const isMuch = (untraced + untracedBefore) * LITTLE_PART_OF_MIN > registryUnits(native, "minAmount");
  const isUnknownOf = (units: bigint): boolean => isMuch && untraced * LITTLE_PART > units;
  return { txHash: largest?.txId ?? null, sources: payersAmong(paid, least), isUnknownOf };
}

/**
 * Senders without those whose coins are too little to be a payment, as long as these are so together: anybody can send a little to
 * another's address, a listed sender too.
 */
function payersAmong(paid: ReadonlyMap<string, bigint>, least: bigint): string[] {
  const little = [...paid].filter(([, units]) => units < least);
  const isLittle = little.reduce((sum, [, units]) => sum + units, 0n) < least;
  return [...paid].flatMap(([source, units]) => (isLittle && units < least ? [] : source));
}

/** What screening is to know of a receipt. */
export const screenedBy = (
  origin: Origin,
  units: bigint,
): Pick<DepositRow, "sources" | "hasUnknownSource"> => ({
  sources: origin.sources,
  hasUnknownSource: origin.isUnknownOf(units),
});
