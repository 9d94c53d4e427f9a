import type { AccountState, BlockRef, Chain, Tip } from "../chains/chain";
import { noteTrouble } from "../chains/cursor-store";
import { isFinal } from "../chains/policy";
import { assert } from "../core/assert";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import { Conflict, snapshot, transaction } from "../db/transaction";
import { type CumulativeRow, cumulativeChange, receivedTotal } from "./cumulative";
import { findCoins } from "./found";
import { settleFinal } from "./loss";
import { type OwnMovement, ownMovements, remembered } from "./receipts-store";
import { retractDeposit } from "./retract";
import { noteSightings, type Sighting } from "./sightings";
import { type DepositRow, depositsAt, depositsByAddress, moveDeposit } from "./store";
import type { WatchParts } from "./watch-parts";
import { saveTurns, watchList } from "./watch-store";

/** Blocks looked through for the transaction behind a new receipt: for people and for screening, never for money. */
const TRACE_BLOCKS_MAX = 40;

/** Addresses whose balances are read and compared together. */
const LOOK_MAX = 2_000;

/**
 * Native coins of an account chain, derived from balances: for each watched address the cumulative receipts in
 * the latest block make `seen` deposits, and those in the block at policy depth make them final. One method only:
 * transactions are never scanned for money, because a contract's payment shows in no transaction's value. False while
 * an address could not be compared and must be looked at again in the same block.
 */
export async function watchReceipts(parts: WatchParts, tip: Tip): Promise<boolean> {
  const { chain, clock, database, hotAddress } = parts;
  const at = { tip, finalHeight: finalHeightOf(parts, tip) };
  const list = await watchList(database, chain.id, clock.now());
  const addresses = [hotAddress, ...list.addresses];
  let isComplete = true;
  for (let start = 0; start < addresses.length; start += LOOK_MAX) {
    const isRead = await lookAt(parts, addresses.slice(start, start + LOOK_MAX), at);
    isComplete &&= isRead;
  }
  await findCoins(parts, list.forgotten, at);
  await saveTurns(database, chain.id, list.turns);
  return isComplete;
}

/** Reads and compares some addresses; false when one of them could not be compared. */
async function lookAt(
  parts: WatchParts,
  addresses: readonly string[],
  { tip, finalHeight }: { tip: Tip; finalHeight: number },
): Promise<boolean> {
  const { chain } = parts;
  assert(chain.accounts !== undefined, "a cumulative chain reports accounts", { chain: chain.id });
  const snapshot = await chain.accounts({ addresses, finalHeight: Math.max(0, finalHeight) });
  const books = await readBooks(parts, addresses);
  const movements = byAddress(await settledMovements(chain, books.known));
  const native = NATIVE_ASSET[chain.id];
  let isComplete = true;
  for (const [address, states] of snapshot.accounts) {
    if (!books.isOurs(address)) continue;
    // What we sent there ourselves must not be taken for a receipt. A sender in doubt is recognised by its nonce.
    if (books.inDoubt.has(address)) {
      isComplete = false;
      continue;
    }
    const isDeposit = address !== parts.hotAddress;
    const view = { address, native, own: movements.get(address) ?? [], isDeposit };
    const latest = totalAt({ ...view, state: states.latest, height: snapshot.latest.height });
    const final =
      finalHeight < 0 ? 0n : totalAt({ ...view, state: states.final, height: snapshot.final.height });
    // A transaction of ours is mined that we do not know of yet: the next tick knows it.
    if (latest === null || final === null) {
      isComplete = false;
      continue;
    }
    const blocks = { tip: { ...tip, ...snapshot.latest }, deep: snapshot.final };
    const totals = { address, native, latest, final, ...blocks };
    await compare(parts, totals, books.deposits.get(address) ?? []);
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

/** What our own transactions moved, those included which were mined but not yet followed up. */
async function settledMovements(chain: Chain, known: readonly OwnMovement[]): Promise<OwnMovement[]> {
  const settled: OwnMovement[] = [];
  for (const movement of known) {
    if (movement.height !== null || movement.isOpenOverTor) {
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

/** Everything that strangers ever sent to an address, up to a block; null while our books are of another block. */
function totalAt(view: {
  address: string;
  native: AssetCode;
  own: readonly OwnMovement[];
  /** No hot wallet: only we send from there, from its first transaction on. */
  isDeposit: boolean;
  state: AccountState;
  height: number;
}): bigint | null {
  const { address, native, state } = view;
  const until = view.own.filter((movement) => movement.height !== null && movement.height <= view.height);
  const lastNonce = Math.max(-1, ...until.filter((m) => m.sender === address).map((m) => m.nonce));
  const hasSent = view.own.some((movement) => movement.sender === address);
  if ((hasSent || view.isDeposit) && lastNonce + 1 !== state.nonce) return null;
  const sum = (units: (movement: OwnMovement) => bigint) =>
    until.reduce((total, movement) => total + units(movement), 0n);
  const isNative = (m: OwnMovement): boolean => m.asset === native && m.succeeded;
  return receivedTotal({
    balance: state.balanceUnits,
    outgoing: sum((m) => (m.sender === address && isNative(m) ? m.units : 0n)),
    gas: sum((m) => (m.sender === address ? m.feeUnits : 0n)),
    topUps: sum((m) => (m.destination === address && isNative(m) ? m.units : 0n)),
  });
}

type Totals = {
  address: string;
  native: AssetCode;
  latest: bigint;
  final: bigint;
  tip: Tip;
  /** The block of which `final` is. */
  deep: BlockRef;
};

async function compare(parts: WatchParts, totals: Totals, deposits: readonly DepositRow[]): Promise<void> {
  const { chain, database, log } = parts;
  const known = balanceRows(deposits);
  if (totals.latest === 0n && known.length === 0) return;
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
    return;
  }
  for (const { total } of change.value.gone) {
    const row = openAt(known, total);
    // What is noted beside one that stays would not follow on from it.
    if (row !== undefined && !(await retractDeposit(parts, row, "orphaned")))
      throw new Conflict("the deposit has moved on");
  }
  for (const { row, total } of known)
    if (row.state === "seen" && row.height === null && total <= totals.latest)
      await putInBlock(parts, row, totals.tip);
  const after = Math.max(-1, ...known.map(({ row }) => (isGone(row) ? -1 : (row.height ?? -1))));
  for (const { total, units } of change.value.seen) await noteReceipt(parts, totals, { total, units, after });
  for (const { total } of change.value.final) {
    const row = openAt(balanceRows(await depositsAt(database, chain.id, totals.address)), total);
    if (row !== undefined) await settleFinal(parts, await asOf(parts, totals.deep, row));
  }
}

/** A receipt is in no later block than the deep one: it may have been noticed above, where a reorg changes nothing of it. */
async function asOf(parts: WatchParts, deep: BlockRef, row: DepositRow): Promise<DepositRow> {
  if (row.height === null || row.height <= deep.height) return row;
  if (!(await putInBlock(parts, row, deep))) throw new Conflict("the deposit has moved on");
  return { ...row, height: deep.height, blockHash: deep.hash, blockAt: deep.timeMs };
}

/** A receipt counts from this block: a reorg took it out of its own, and it is in the new branch too; or it was noticed late. */
function putInBlock(parts: WatchParts, row: DepositRow, block: BlockRef): Promise<boolean> {
  const { height, hash: blockHash, timeMs: blockAt } = block;
  return transaction(parts.database, (tx) =>
    moveDeposit(tx, row, { height, blockHash, blockAt }, parts.clock.now()),
  );
}

/** What came since the last look at an address; what lies there in blocks up to `after` came before. */
type Receipt = { units: bigint; after: number };

async function noteReceipt(
  parts: WatchParts,
  totals: Totals,
  receipt: Receipt & { total: bigint },
): Promise<void> {
  const { address, native, tip } = totals;
  const source = await trace(parts, address, tip, receipt);
  const sighting: Sighting = {
    origin: { kind: "balance", totalUnits: receipt.total },
    txHash: source.txHash,
    asset: native,
    address,
    units: receipt.units,
    sources: source.from,
  };
  const touched = await transaction(parts.database, (tx) => noteSightings(parts, tx, [sighting], tip));
  for (const orderId of touched) parts.listener.changed(orderId);
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

/**
 * The plain transactions that brought a receipt, from the latest one back until they make up its units: the latest is what
 * a person looks up, and screening looks at the senders of all.
 */
async function trace(
  { chain }: WatchParts,
  address: string,
  tip: Tip,
  { units, after }: Receipt,
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
