import type { Tip } from "../chains/chain";
import type { AssetCode } from "../core/assets";
import type { Sighting } from "./sightings";
import type { WatchParts } from "./watch-parts";

/** Blocks looked through for the transaction behind a new receipt: for people and for screening, never for money. */
const TRACE_BLOCKS_MAX = 40;

/** What came since the last look at an address. */
type Receipt = { total: bigint; units: bigint };
type Place = { address: string; native: AssetCode; tip: Tip };

/** Sightings of what a balance reported, each with the transactions behind it; what lies there in blocks up to `after` came before. */
export async function sightingsOf(
  parts: WatchParts,
  place: Place,
  receipts: readonly Receipt[],
  after: number,
): Promise<Sighting[]> {
  const { address, native: asset } = place;
  const sightings: Sighting[] = [];
  for (const { total: totalUnits, units } of receipts) {
    const { txHash, from: sources } = await trace(parts, place, units, after);
    sightings.push({ origin: { kind: "balance", totalUnits }, txHash, asset, address, units, sources });
  }
  return sightings;
}

/**
 * The plain transactions that brought a receipt, from the latest one back until they make up its units: the latest is what
 * a person looks up, and screening looks at the senders of all.
 */
async function trace(
  { chain }: WatchParts,
  { address, tip }: Place,
  units: bigint,
  after: number,
): Promise<{ txHash: string | null; from: string[] }> {
  const from = new Set<string>();
  let txHash: string | null = null;
  let traced = 0n;
  const last = Math.max(after, tip.height - TRACE_BLOCKS_MAX);
  for (let height = tip.height; height > last && traced < units; height--) {
    for (const transfer of ((await chain.nativeTransfers?.(height)) ?? []).toReversed()) {
      if (transfer.to !== address) continue;
      txHash ??= transfer.txId;
      traced += transfer.units;
      for (const source of transfer.from) from.add(source);
    }
  }
  return { txHash, from: [...from] };
}
