import { isDeepStrictEqual } from "node:util";
import type { BlockRef, Tip } from "../chains/chain";
import { noteTrouble } from "../chains/cursor-store";
import { isFinal } from "../chains/policy";
import { assert } from "../core/assert";
import { leastPayment } from "../core/asset-amount";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { Conflict, snapshot, transaction } from "../db/transaction";
import { type AddressLooks, addressLooks } from "./address-looks";
import { type CumulativeChange, type CumulativeRow, cumulativeChange } from "./cumulative";
import { findCoins } from "./found";
import { settleFinal } from "./loss";
import { createTransferReader, originOf, type ReadTransfers, screenedBy } from "./receipt-source";
import { settledMovements, totalAt } from "./receipt-totals";
import { lockAddress, type OwnMovement, ownMovements, remembered } from "./receipts-store";
import { retractIn } from "./retract";
import { noteSightings } from "./sightings";
import { type DepositRow, depositsAt, depositsByAddress, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";
import { saveTurns, watchList } from "./watch-store";

/** Addresses whose balances are read and compared together. */
const LOOK_MAX = 2_000;

/**
 * Native coins of an account chain, derived from balances: for each watched address the cumulative receipts in
 * the latest block make `seen` deposits, and those in the block at policy depth make them final. One method only:
 * transactions are never scanned for money, because a contract's payment shows in no transaction's value. False while
 * an address could not be compared and must be looked at again in the same block.
 */
export async function watchReceipts(
  parts: WatchParts,
  tip: Tip,
  traces: Traces = { since: tip.height, transfersAt: createTransferReader(parts.chain).at },
): Promise<boolean> {
  const { chain, clock, database, hotAddress } = parts;
  const looks = addressLooks(parts);
  const at = { tip, ...traces, finalHeight: finalHeightOf(parts, tip), looks };
  const list = await watchList(database, chain.id, clock.now());
  const addresses = [hotAddress, ...list.addresses];
  let isComplete = true;
  try {
    for (let start = 0; start < addresses.length; start += LOOK_MAX) {
      const isRead = await lookAt(parts, addresses.slice(start, start + LOOK_MAX), at);
      isComplete &&= isRead;
    }
    await findCoins(parts, list.forgotten, at);
  } finally {
    looks.report();
  }
  await saveTurns(database, chain.id, list.turns);
  return isComplete;
}

/** The last block at which the chain was looked at before, and where the transfers behind receipts are read. */
export type Traces = { since: number; transfersAt: ReadTransfers };

/** When and through what one look looks. */
type At = Traces & { tip: Tip; finalHeight: number; looks: AddressLooks };

/** Reads and compares some addresses; false when one of them could not be compared. */
async function lookAt(parts: WatchParts, addresses: readonly string[], at: At): Promise<boolean> {
  const { tip, since, finalHeight, transfersAt } = at;
  const { chain } = parts;
  assert(chain.accounts !== undefined, "a cumulative chain reports accounts", { chain: chain.id });
  const snapshot = await chain.accounts({ addresses, finalHeight: Math.max(0, finalHeight) });
  // Another node of the same address, which has not come as far: what it lacks is not gone.
  if (snapshot.latest.height < tip.height) return false;
  const books = await readBooks(parts, addresses);
  const movements = byAddress(await settledMovements(chain, books.known));
  const native = NATIVE_ASSET[chain.id];
  let isComplete = true;
  for (const [address, states] of snapshot.accounts) {
    if (!books.isOurs(address)) continue;
    const isCompared = await at.looks.each(async () => {
      // What we sent there ourselves must not be taken for a receipt. A sender in doubt is recognised by its nonce.
      if (books.inDoubt.has(address)) return false;
      const isDeposit = address !== parts.hotAddress;
      const view = { address, native, own: movements.get(address) ?? [], isDeposit };
      const latest = totalAt({ ...view, state: states.latest, height: snapshot.latest.height });
      const final =
        finalHeight < 0 ? 0n : totalAt({ ...view, state: states.final, height: snapshot.final.height });
      // A transaction of ours is mined that we do not know of yet: the next tick knows it.
      if (latest === null || final === null) return false;
      const blocks = { tip: { ...tip, ...snapshot.latest }, deep: snapshot.final };
      const place = { address, hotAddress: parts.hotAddress, native, since, transfersAt };
      const totals = { ...place, latest, final, ...blocks, balanceUnits: states.latest.balanceUnits };
      return compare(parts, totals, books.deposits.get(address) ?? []);
    });
    isComplete &&= isCompared;
  }
  return isComplete;
}

/** What the books know of some addresses, all of one moment: an order may be forgotten at any time. */
async function readBooks({ chain, database, hotAddress }: WatchParts, addresses: readonly string[]) {
  const books = await snapshot(database, async (tx) => ({
    known: await ownMovements(tx, chain.id, addresses),
    deposits: await depositsByAddress(tx, chain.id, addresses),
    remembered: await remembered(tx, chain.id, addresses),
  }));
  return {
    ...books,
    inDoubt: new Set(books.known.filter((own) => own.isOpenOverTor).map((own) => own.destination)),
    isOurs: (address: string): boolean => address === hotAddress || books.remembered.has(address),
  };
}

/** Movements by each address that they send from or to. */
function byAddress(movements: readonly OwnMovement[]): Map<string, OwnMovement[]> {
  const found = new Map<string, OwnMovement[]>();
  for (const movement of movements) {
    for (const address of new Set([movement.sender, movement.destination])) {
      const list = found.get(address);
      if (list === undefined) found.set(address, [movement]);
      else list.push(movement);
    }
  }
  return found;
}

/** The highest block whose content is final under the strictest policy; -1 while there is none. */
function finalHeightOf(parts: WatchParts, tip: Tip): number {
  if (parts.policyMax.finalized && tip.finalizedHeight !== null) return tip.finalizedHeight;
  let height = tip.height - parts.policyMax.confirmations + 1;
  while (height >= 0 && !isFinal(height, tip, parts.policyMax)) height--;
  return height;
}

type Totals = {
  address: string;
  hotAddress: string;
  native: AssetCode;
  latest: bigint;
  final: bigint;
  tip: Tip;
  /** What lay there in the block that is the tip, as far as the node said. */
  balanceUnits: bigint;
  since: number;
  transfersAt: ReadTransfers;
  /** The block of which `final` is. */
  deep: BlockRef;
};

/** False, and nothing is written, where another worker has changed the deposits meanwhile, or the node answered too early. */
async function compare(parts: WatchParts, totals: Totals, deposits: readonly DepositRow[]): Promise<boolean> {
  const { chain, database, log } = parts;
  const known = balanceRows(deposits);
  if (totals.latest === 0n && known.length === 0) return true;
  const change = cumulativeChange(known.map(cumulativeRow), {
    totalLatest: totals.latest,
    totalFinal: totals.final,
    heightLatest: totals.tip.height,
  });
  if (!change.ok) {
    log.error({ chain: chain.id, reason: change.error }, "receipts contradict what is booked");
    const isDeep = change.error === "observation/contradicts-final";
    const trouble = { status: "halted", reason: "a credited receipt is gone" } as const;
    if (isDeep && (await noteTrouble(database, chain.id, trouble))) parts.statusChanged();
    return true;
  }
  if (!(await apply(parts, totals, known, change.value))) return false;
  for (const { total } of change.value.final) {
    const row = openAt(balanceRows(await depositsAt(database, chain.id, totals.address)), total);
    if (row !== undefined) await settleFinal(parts, await asOf(parts, totals.deep, row));
  }
  return true;
}

/**
 * Writes what has changed at one address: all of it, and only where its deposits are still those that were compared; false
 * where they are not. What begins where another ends would not follow on from it, if another worker took that one away or
 * put one below it.
 */
async function apply(
  parts: WatchParts,
  totals: Totals,
  known: readonly BalanceRow[],
  change: CumulativeChange,
): Promise<boolean> {
  const { chain, database, listener } = parts;
  const gone = change.gone.flatMap(({ total }) => openAt(known, total) ?? []);
  const isInBlockAgain = ({ row, total }: BalanceRow) =>
    row.state === "seen" && row.height === null && total <= totals.latest && !gone.includes(row);
  const again = known.filter(isInBlockAgain);
  if (gone.length + again.length + change.seen.length === 0) return true;
  const after = Math.max(-1, ...known.map(({ row }) => (isGone(row) ? -1 : (row.height ?? -1))));
  const receipts = [...again.map(({ row }) => row.units), ...change.seen.map(({ units }) => units)];
  const origin = await originOf(totals, receipts, {
    after,
    untraced: untracedOf(known.filter((one) => !again.includes(one))),
  });
  if (receipts.some(origin.isUnknownOf) && !(await isStillSo(parts, totals))) return false;
  const { address, native: asset, tip } = totals;
  const sightings = change.seen.map(({ total: totalUnits, units }) => ({
    ...{ origin: { kind: "balance", totalUnits } as const, txHash: origin.txHash, asset, address, units },
    ...screenedBy(origin, units),
  }));
  const touched = await transaction(database, async (tx) => {
    await lockAddress(tx, chain.id, totals.address);
    if (!areSame(known, balanceRows(await depositsAt(tx, chain.id, totals.address)))) return null;
    for (const row of gone)
      if (!(await retractIn(parts, tx, row, "orphaned"))) throw new Conflict("the deposit has moved on");
    // It may be another payment of as much in the new branch.
    for (const { row } of again)
      await putInBlock(parts, tx, { ...row, ...screenedBy(origin, row.units) }, tip);
    return noteSightings(parts, tx, sightings, tip);
  });
  if (touched === null) return false;
  for (const { orderId } of gone) if (orderId !== null) touched.add(orderId);
  for (const orderId of touched) listener.changed(orderId);
  return true;
}

/**
 * Whether the node says once more what lay there in that block. While it takes in the next one, it can answer with the balances
 * after that: what came is then in no block that was looked through.
 */
async function isStillSo({ chain }: WatchParts, totals: Totals): Promise<boolean> {
  const { address, native: asset, tip, balanceUnits } = totals;
  return (await chain.balance({ address, asset, height: tip.height })) === balanceUnits;
}

/** What came before from no one that is known, and was too little each time to be held. */
const untracedOf = (known: readonly BalanceRow[]): bigint =>
  known.reduce(
    (sum, { row }) =>
      !isGone(row) &&
      !row.hasUnknownSource &&
      row.sources.length === 0 &&
      row.units >= leastPayment(row.asset)
        ? sum + row.units
        : sum,
    0n,
  );

/** Whether deposits are as they were, as far as it matters to what is compared. */
const areSame = (before: readonly BalanceRow[], now: readonly BalanceRow[]): boolean =>
  isDeepStrictEqual(before.map(comparedOf), now.map(comparedOf));

const comparedOf = ({ row }: BalanceRow) => [row.id, row.state, row.sighting, row.blockHash];

/** A receipt is in no later block than the deep one: it may have been noticed above, where a reorg changes nothing of it. */
async function asOf(parts: WatchParts, deep: BlockRef, row: DepositRow): Promise<DepositRow> {
  if (row.height === null || row.height <= deep.height) return row;
  await transaction(parts.database, (tx) => putInBlock(parts, tx, row, deep));
  return { ...row, height: deep.height, blockHash: deep.hash, blockAt: deep.timeMs };
}

/** A receipt counts from this block: a reorg took it out of its own, and it is in the new branch too; or it was noticed late. */
async function putInBlock(parts: WatchParts, tx: Tx, row: DepositRow, block: BlockRef): Promise<void> {
  const { height, hash: blockHash, timeMs: blockAt } = block;
  if (!(await moveDeposit(tx, row, { height, blockHash, blockAt }, parts.clock.now())))
    throw new Conflict("the deposit has moved on");
}

type BalanceRow = { row: DepositRow; total: bigint };

/** The deposits that a balance reported, each with the cumulative total that is its key. */
const balanceRows = (rows: readonly DepositRow[]): BalanceRow[] =>
  rows.flatMap((row) => (row.origin.kind === "balance" ? [{ row, total: row.origin.totalUnits }] : []));

const openAt = (rows: readonly BalanceRow[], total: bigint): DepositRow | undefined =>
  rows.find((candidate) => candidate.total === total && isOpen(candidate.row))?.row;

/** Whether it is not credited yet, or was lost and is on its way back. */
const isOpen = ({ state, height }: DepositRow): boolean =>
  state === "seen" || (state === "lost" && height !== null);

const isGone = ({ state }: DepositRow): boolean => CUMULATIVE_STATES[state] === "gone";

const cumulativeRow = ({ row, total }: BalanceRow): CumulativeRow => ({
  total,
  units: row.units,
  state: isOpen(row) ? "seen" : CUMULATIVE_STATES[row.state],
});

/** Of deposits that are not open. */
const CUMULATIVE_STATES: Readonly<Record<DepositRow["state"], CumulativeRow["state"]>> = {
  seen: "seen",
  confirmed: "final",
  credited: "final",
  replaced: "gone",
  orphaned: "gone",
  lost: "lost",
};
