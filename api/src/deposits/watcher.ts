import { lastIndex } from "../address/store";
import { type Block, ChainUnavailable, type Tip } from "../chains/chain";
import {
  advanceCursor,
  type Cursor,
  knownBlocks,
  loadCursor,
  noteTip,
  noteTrouble,
  startCursor,
} from "../chains/cursor-store";
import { BLOCKS_KEPT_BEYOND_DEPTH } from "../chains/policy";
import type { OrderId } from "../core/ids";
import { together } from "../core/together";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { creditOwnTogether } from "./crediting";
import { deepEnough } from "./depth";
import { bookLosses, settleFinal } from "./loss";
import { type Creditable, createCreditable } from "./one-time-keys";
import { parseOutpoint } from "./outpoints";
import { isRaced } from "./raced";
import { createReceiptsLook } from "./receipts-look";
import { handleReorg, hashAt, lacksBlocks, leaveOtherBlock } from "./reorg";
import { retractDeposit } from "./retract";
import { noteOpeningBalances, noteTransfers } from "./sightings";
import { createSpendsLook, noteSpends } from "./spends";
import { type DepositRow, eachOpenDeposits, unsettledLosses } from "./store";
import type { WatchParts } from "./watch-parts";

/** Blocks scanned in one tick, so that a long catch-up still lets others run. */
const BLOCKS_PER_TICK_MAX = 200;

/** For how long a payment may be missing: nodes forget what has waited for two weeks. */
const MISSING_MS_MAX = 14 * 86_400_000;

export type Watcher = {
  /** Looks at the chain once: new blocks, mempool, depth. True when there is more to catch up. */
  tick(): Promise<boolean>;
};

/** Follows one chain by its cursor and turns what it sees into deposit rows and order events. Never decides about money. */
export function createWatcher(parts: WatchParts): Watcher {
  const looks = {
    receipts: createReceiptsLook(parts),
    spends: createSpendsLook(parts),
    creditable: createCreditable(parts),
    reorg: createReorgLook(parts),
  };
  return {
    async tick() {
      try {
        return await look(parts, looks);
      } catch (error) {
        // Any other key that is taken is a fault, which the loop logs: looking again at once would find it taken forever.
        if (isRaced(error)) return true;
        if (!(error instanceof ChainUnavailable)) throw error;
        const trouble = { status: "unavailable", reason: error.message } as const;
        if (await noteTrouble(parts.database, parts.chain.id, trouble)) parts.statusChanged();
        return false;
      }
    },
  };
}

/** Handles a reorg of a halted chain, which is looked for once at each tip; nothing is read or credited there. */
function createReorgLook(parts: WatchParts): Looks["reorg"] {
  let done = "";
  return async (cursor, tip) => {
    const at = `${tip.hash} ${cursor.hash}`;
    if (at === done || cursor.height < 0) return;
    if ((await hashAt(parts, cursor.height, tip)) !== cursor.hash) await handleReorg(parts, cursor, tip);
    done = at;
  };
}

/** What is looked at besides blocks, as far as it was not looked at before. */
type Looks = {
  receipts(cursor: Cursor, tip: Tip): Promise<void>;
  spends(): Promise<void>;
  creditable: Creditable;
  reorg(cursor: Cursor, tip: Tip): Promise<void>;
};

async function look(parts: WatchParts, looks: Looks): Promise<boolean> {
  const { chain, database, clock } = parts;
  await chain.watchUpTo?.((await lastIndex(database, chain.id)) ?? 0);
  const tip = await chain.tip();
  const cursor = (await loadCursor(database, chain.id)) ?? (await begin(parts, tip));
  if (await lacksBlocks(parts, cursor, tip)) return false;
  if (cursor.status === "halted") {
    // Another one may come.
    await looks.reorg(cursor, tip);
    return false;
  }
  const before = cursor.tipHeight;
  await noteTip(database, cursor, tip, clock.now());
  if (cursor.status === "unavailable") parts.statusChanged();
  const scanned = await scanBlocks(parts, cursor, tip);
  if (scanned === "reorg") return true;
  await looks.receipts(cursor, tip);
  const pending = await lookAtMempool(parts);
  await looks.spends();
  await settleLosses(parts, looks, tip);
  await eachOpenDeposits(database, chain.id, async (open) => {
    await forgetVanished(parts, open, { pending, scannedTo: scanned === "done" ? tip.height : -1 });
    await creditFinal(parts, looks, open, tip);
    if (tip.height !== before) notifyOpen(parts, open);
  });
  return scanned === "more";
}

async function begin(parts: WatchParts, tip: Tip): Promise<Cursor> {
  const { chain, database, clock } = parts;
  const start = parts.fromGenesis ? { height: -1, hash: "" } : { height: tip.height, hash: tip.hash };
  const firstHeight = (await chain.firstHeight?.()) ?? null;
  await transaction(database, async (tx) => {
    await startCursor(tx, chain.id, { ...start, firstHeight }, clock.now());
    if (!parts.fromGenesis) await noteOpeningBalances(parts, tx, tip);
  });
  const cursor = await loadCursor(database, chain.id);
  if (cursor === undefined) throw new Conflict("the cursor did not appear");
  return cursor;
}

/** Scans the blocks above the cursor, each in one transaction with the events it holds. */
async function scanBlocks(parts: WatchParts, from: Cursor, tip: Tip): Promise<"done" | "more" | "reorg"> {
  const { chain } = parts;
  let cursor = from;
  if (cursor.height >= 0) {
    if ((await hashAt(parts, cursor.height, tip)) !== cursor.hash) {
      await handleReorg(parts, cursor, tip);
      return "reorg";
    }
  }
  const last = Math.min(tip.height, cursor.height + BLOCKS_PER_TICK_MAX);
  for (let height = cursor.height + 1; height <= last; height++) {
    const block = await chain.block(height);
    if (block === undefined) return "more";
    if (cursor.height >= 0 && block.parentHash !== cursor.hash) return "more";
    await scanBlock(parts, cursor, block);
    cursor = { ...cursor, height: block.height, hash: block.hash };
  }
  return last < tip.height ? "more" : "done";
}

async function scanBlock(parts: WatchParts, cursor: Cursor, block: Block): Promise<void> {
  const { chain, database, listener, policyMax } = parts;
  const scan = async (tx: Tx): Promise<ReadonlySet<OrderId>> => {
    const orders = await noteTransfers(parts, tx, block.transfers, block);
    await noteSpends(parts, tx, block.spends);
    await leaveOtherBlock(parts, tx, block);
    const keep = policyMax.confirmations + BLOCKS_KEPT_BEYOND_DEPTH;
    if (!(await advanceCursor(tx, chain.id, cursor, block, keep))) throw new Conflict("the cursor has moved");
    return orders;
  };
  // Of an empty block only the cursor is written, which is one statement.
  const touched = isEmpty(chain, block) ? await scan(database) : await transaction(database, scan);
  for (const orderId of touched) listener.changed(orderId);
}

/** Whether a block says nothing of anybody's coins; where balances are looked at, its place does. */
const isEmpty = ({ nativeDeposits }: WatchParts["chain"], { transfers, spends }: Block): boolean =>
  transfers.length === 0 && spends.length === 0 && nativeDeposits !== "cumulative";

/** Notes unconfirmed payments; returns the ids of the transactions. */
async function lookAtMempool(parts: WatchParts): Promise<ReadonlySet<string>> {
  const { chain, database, listener } = parts;
  const pending = await chain.mempool();
  if (pending.length > 0) {
    const touched = await transaction(database, (tx) => noteTransfers(parts, tx, pending, null));
    for (const orderId of touched) listener.changed(orderId);
  }
  return new Set(pending.map(({ txId }) => txId));
}

/**
 * Takes back unconfirmed deposits that were replaced. One that the node only forgot is missing: it may come back, and keeps
 * its order where it is for as long as nodes keep what waits.
 */
async function forgetVanished(
  parts: WatchParts,
  open: readonly DepositRow[],
  { pending, scannedTo }: { pending: ReadonlySet<string>; scannedTo: number },
): Promise<void> {
  const { chain, clock } = parts;
  for (const row of open) {
    const { origin } = row;
    if (row.height !== null || origin.kind !== "transaction" || pending.has(origin.txId)) continue;
    const status = await chain.transaction(origin.txId);
    if (status.status === "mined" && status.height <= scannedTo && (await isScanned(parts, status))) {
      // Its block was read, and it does not bring this: a second payment to a one-time key brings nothing, which is its sender's
      // doing; a contract does otherwise in another branch.
      await retractDeposit(parts, row, chain.oneTimeKeys === undefined ? "orphaned" : "replaced");
      continue;
    }
    if (status.status !== "unknown") continue;
    const isMissing =
      chain.isReplaced !== undefined && !(await chain.isReplaced(origin.txId, row.spends.map(parseOutpoint)));
    if (isMissing && clock.now() - row.firstSeenAt < MISSING_MS_MAX) continue;
    await retractDeposit(parts, row, "replaced");
  }
}

/** Whether the block of a transaction is one that we have read, rather than another one of its height. */
async function isScanned(
  { chain, database }: WatchParts,
  { height, blockHash }: { height: number; blockHash: string },
): Promise<boolean> {
  const known = await knownBlocks(database, chain.id);
  const own = known.find((block) => block.height === height);
  return own === undefined ? height < (known.at(-1)?.height ?? 0) : own.hash === blockHash;
}

/** Books losses that could not be booked, and takes those back whose deposits are in a block again, and deep enough. */
async function settleLosses(parts: WatchParts, looks: Looks, tip: Tip): Promise<void> {
  const losses = () => unsettledLosses(parts.database, parts.chain.id);
  let unsettled = await losses();
  const unbooked = unsettled.filter(({ lossUnbooked }) => lossUnbooked);
  if (unbooked.length > 0) {
    await bookLosses(parts, unbooked);
    unsettled = await losses();
  }
  const isBack = ({ height }: DepositRow) => height !== null;
  await settleDeep(parts, looks, unsettled.filter(isBack), tip);
}

async function creditFinal(
  parts: WatchParts,
  looks: Looks,
  open: readonly DepositRow[],
  tip: Tip,
): Promise<void> {
  const seen = open.filter(({ state }) => state === "seen");
  await settleDeep(parts, looks, seen, tip);
}

async function settleDeep(
  parts: WatchParts,
  { creditable }: Pick<Looks, "creditable">,
  rows: readonly DepositRow[],
  tip: Tip,
): Promise<void> {
  // What balances reported is credited by balances (receipts).
  const others = rows.filter(({ origin }) => origin.kind !== "balance");
  const deep = await creditable(await deepEnough(parts, others, tip), tip);
  const own = deep.filter((row) => row.kind !== "order" && row.state === "seen");
  const left = (await creditOwnTogether(parts, own)) ? deep.filter((row) => !own.includes(row)) : deep;
  await together(left, parts.lanesMax, (row) => settleFinal(parts, row));
}

/** Confirmations have grown: clients that watch these orders should see it. */
function notifyOpen(parts: WatchParts, open: readonly DepositRow[]): void {
  for (const row of open) if (row.orderId !== null) parts.listener.changed(row.orderId);
}
