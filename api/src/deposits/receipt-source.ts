import type { Chain, Tip, Transfer } from "../chains/chain";
import type { AssetCode } from "../core/assets";
import type { Sighting } from "./sightings";

/** Blocks looked through for the transactions behind a new receipt: for people and for screening, never for money. */
const TRACE_BLOCKS_MAX = 300;
/** What comes otherwise and is less than a hundredth makes no source unknown: anybody can have a contract pay that much. */
const LITTLE_PART = 100n;

/** Reads the plain native transfers of a block. */
export type ReadTransfers = (height: number) => Promise<readonly Transfer[]>;

/** The transfers of blocks, each of which is read once: several receipts of one look are traced through the same ones. */
export function createTransferReader(chain: Chain): ReadTransfers {
  const read = new Map<number, Promise<readonly Transfer[]>>();
  return (height) => {
    const known = read.get(height) ?? chain.nativeTransfers?.(height) ?? Promise.resolve([]);
    read.set(height, known);
    return known;
  };
}

/** What came since the last look at an address. */
type Receipt = { total: bigint; units: bigint };
type Place = { address: string; native: AssetCode; tip: Tip; transfersAt: ReadTransfers };

/** Sightings of what a balance reported, each with the transactions behind it; what lies there in blocks up to `after` came before. */
export async function sightingsOf(
  place: Place,
  receipts: readonly Receipt[],
  after: number,
): Promise<Sighting[]> {
  const { address, native: asset } = place;
  const sightings: Sighting[] = [];
  for (const { total: totalUnits, units } of receipts) {
    const traced = await trace(place, units, after);
    sightings.push({ origin: { kind: "balance", totalUnits }, asset, address, units, ...traced });
  }
  return sightings;
}

/**
 * The plain transactions that brought a receipt, from the latest one back until they make up its units: the latest is what
 * a person looks up, and screening looks at the senders of all. Coins that a contract paid are in none of them.
 */
async function trace(
  { address, tip, transfersAt }: Place,
  units: bigint,
  after: number,
): Promise<Pick<Sighting, "txHash" | "sources" | "hasUnknownSource">> {
  const sources = new Set<string>();
  let txHash: string | null = null;
  let traced = 0n;
  const last = Math.max(after, tip.height - TRACE_BLOCKS_MAX);
  for (let height = tip.height; height > last && traced < units; height--) {
    for (const transfer of (await transfersAt(height)).toReversed()) {
      if (transfer.to !== address) continue;
      txHash ??= transfer.txId;
      traced += transfer.units;
      for (const source of transfer.from) sources.add(source);
    }
  }
  return { txHash, sources: [...sources], hasUnknownSource: (units - traced) * LITTLE_PART > units };
}
