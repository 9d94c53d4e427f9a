import type { Tip, Transfer } from "../chains/chain";
import { isFinal } from "../chains/policy";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import { transaction } from "../db/transaction";
import { createCrediting } from "./crediting";
import { type CumulativeRow, cumulativeChange, receivedTotal } from "./cumulative";
import { type OwnMovement, ownMovements, watchedAddresses } from "./receipts-store";
import { createSightings } from "./sightings";
import { type DepositRow, depositsAt } from "./store";
import type { WatchParts } from "./watcher";

/** Blocks looked through for the transaction behind a new receipt: for people and for screening, never for money. */
const TRACE_BLOCKS_MAX = 40;

/**
 * Native coins of an account chain, told from balances (design 3): for each watched address the cumulative receipts in
 * the latest block make `seen` deposits, and those in the block at policy depth make them final. One method only:
 * transactions are never scanned for money, because a contract's payment shows in no transaction's value.
 */
export async function watchReceipts(parts: WatchParts, tip: Tip): Promise<void> {
  const { chain, clock, hotAddress } = parts;
  const native = NATIVE_ASSET[chain.id];
  const addresses = [hotAddress, ...(await watchedAddresses(parts.database, chain.id, clock.now()))];
  const movements = await settledMovements(parts, addresses);
  const heightFinal = finalHeight(parts, tip);
  for (const address of addresses) {
    await watchAddress(parts, { address, native, movements, tip, heightFinal });
  }
}

/** The highest block whose content is final under the strictest policy; -1 while there is none. */
function finalHeight(parts: WatchParts, tip: Tip): number {
  if (parts.policyMax.finalized && tip.finalizedHeight !== null) return tip.finalizedHeight;
  let height = tip.height - parts.policyMax.confirmations + 1;
  while (height >= 0 && !isFinal(height, tip, parts.policyMax)) height--;
  return height;
}

/** What our own transactions moved, those included which were mined but not yet followed up. */
async function settledMovements(parts: WatchParts, addresses: readonly string[]): Promise<OwnMovement[]> {
  const { chain, database } = parts;
  const movements = await ownMovements(database, chain.id, addresses);
  const settled: OwnMovement[] = [];
  for (const movement of movements) {
    if (movement.height !== null) {
      settled.push(movement);
      continue;
    }
    const status = await chain.transaction(movement.txId);
    if (status.status !== "mined") continue;
    const { height, feeUnits, succeeded } = status;
    settled.push({ ...movement, height, feeUnits, succeeded });
  }
  return settled;
}

type Watch = {
  address: string;
  native: AssetCode;
  movements: readonly OwnMovement[];
  tip: Tip;
  heightFinal: number;
};

async function totalAt(parts: WatchParts, watch: Watch, height: number): Promise<bigint> {
  const { address, native, movements } = watch;
  const balance = await parts.chain.balance({ address, asset: native, height });
  const until = movements.filter((movement) => movement.height !== null && movement.height <= height);
  const sum = (units: (movement: OwnMovement) => bigint) =>
    until.reduce((total, movement) => total + units(movement), 0n);
  return receivedTotal({
    balance,
    outgoing: sum((m) => (m.sender === address && m.asset === native && m.succeeded ? m.units : 0n)),
    gas: sum((m) => (m.sender === address ? m.feeUnits : 0n)),
    topUps: sum((m) => (m.destination === address && m.asset === native && m.succeeded ? m.units : 0n)),
  });
}

async function watchAddress(parts: WatchParts, watch: Watch): Promise<void> {
  const { chain, database, notifier } = parts;
  const { address, native, tip } = watch;
  const totalLatest = await totalAt(parts, watch, tip.height);
  const totalFinal = watch.heightFinal < 0 ? 0n : await totalAt(parts, watch, watch.heightFinal);
  const rows = (await depositsAt(database, chain.id, address)).filter((row) => totalOf(row) !== null);
  if (totalLatest === 0n && rows.length === 0) return;
  const change = cumulativeChange(rows.map(cumulativeRow), {
    totalLatest,
    totalFinal,
    heightLatest: tip.height,
  });
  if (!change.ok) {
    // Our books or the node's two answers are of different branches: look again at the next tick.
    parts.log.warn({ chain: chain.id, reason: change.error }, "receipts do not add up yet");
    return;
  }
  const sightings = createSightings(parts);
  for (const { total } of change.value.gone) {
    const row = rows.find((candidate) => totalOf(candidate) === total && candidate.state === "seen");
    if (row !== undefined) await sightings.forget(row, "orphaned");
  }
  for (const { total, units } of change.value.seen) {
    const origin = await trace(parts, address, tip);
    const transfer: Transfer = {
      txId: `native:${address}:${total}:${units}`,
      ordinal: 0,
      asset: native,
      to: address,
      units,
      from: origin.from,
    };
    const touched = await transaction(database, (tx) =>
      sightings.noteTransfers(tx, [transfer], { ...tip, txHash: origin.txHash }),
    );
    for (const orderId of touched) notifier.orderChanged(orderId);
  }
  const crediting = createCrediting(parts);
  for (const { total } of change.value.final) {
    const row = (await depositsAt(database, chain.id, address)).find(
      (r) => totalOf(r) === total && r.state === "seen",
    );
    if (row !== undefined) await crediting.credit(row);
  }
}

/** The cumulative total in a deposit's transaction id; null for deposits that a transfer told of. */
function totalOf(row: DepositRow): bigint | null {
  const [kind, , total] = row.txId.split(":");
  return kind === "native" && total !== undefined ? BigInt(total) : null;
}

const cumulativeRow = (row: DepositRow): CumulativeRow => ({
  total: totalOf(row) ?? 0n,
  units: row.units,
  state:
    row.state === "seen" ? "seen" : row.state === "confirmed" || row.state === "credited" ? "final" : "gone",
});

/** The latest plain transaction that paid the address: what a person looks up, and whom screening looks at. */
async function trace(
  parts: WatchParts,
  address: string,
  tip: Tip,
): Promise<{ txHash: string | null; from: string[] }> {
  const { chain } = parts;
  const from = new Set<string>();
  let txHash: string | null = null;
  for (let height = tip.height; height > Math.max(-1, tip.height - TRACE_BLOCKS_MAX); height--) {
    for (const transfer of (await chain.nativeTransfers?.(height)) ?? []) {
      if (transfer.to !== address) continue;
      txHash ??= transfer.txId;
      for (const source of transfer.from) from.add(source);
    }
    if (txHash !== null) break;
  }
  return { txHash, from: [...from] };
}
