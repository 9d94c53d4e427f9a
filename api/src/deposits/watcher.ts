import type { Logger } from "pino";
import { type Block, type Chain, ChainUnavailable, type Tip, type Transfer } from "../chains/chain";
import {
  advanceCursor,
  type Cursor,
  loadCursor,
  noteTip,
  noteTrouble,
  startCursor,
} from "../chains/cursor-store";
import { BLOCKS_KEPT_BEYOND_DEPTH, type DepthPolicy, isFinal } from "../chains/policy";
import type { AssetCode } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import type { Notifier } from "../db/notifications";
import { Conflict, sqlState, transaction } from "../db/transaction";
import type { LedgerStore } from "../ledger/store";
import type { Market } from "../market/market";
import type { Engine } from "../orders/engine/apply";
import { createCrediting } from "./crediting";
import { watchReceipts } from "./receipts";
import { handleReorg } from "./reorg";
import { createSightings } from "./sightings";
import { type DepositRow, openDeposits } from "./store";

/** What a watcher of one chain needs; the same parts serve its receipts, reorgs and credits. */
export type WatchParts = {
  chain: Chain;
  database: Database;
  engine: Engine;
  ledger: LedgerStore;
  notifier: Notifier;
  clock: Clock;
  log: Logger;
  hotAddress: string;
  /** The depth at which a deposit of this size is credited. */
  policyFor(asset: AssetCode, units: bigint): DepthPolicy;
  /** The depth of the largest deposit: what a reorg must never pass. */
  policyMax: DepthPolicy;
  /** Refund fee and rate at the moment, for orders whose money just became final. */
  marketFor: MarketReader;
  /** Whether to look at the chain from its first block (simnet), or only from now on. */
  fromGenesis: boolean;
};

/** Reads the market as one order's event needs it. */
export type MarketReader = (orderId: string) => Promise<Market | null>;

const UNIQUE_VIOLATION = "23505";
/** Blocks scanned in one tick, so that a long catch-up still lets others run. */
const BLOCKS_PER_TICK_MAX = 200;

export type Watcher = {
  /** Looks at the chain once: new blocks, mempool, depth. True when there is more to catch up. */
  tick(): Promise<boolean>;
};

/** Follows one chain by its cursor and turns what it sees into deposit rows and order events. Never decides about money. */
export function createWatcher(parts: WatchParts): Watcher {
  return {
    async tick() {
      try {
        return await look(parts);
      } catch (error) {
        // Another worker took note of the same thing at the same moment: its work stands, and we look again.
        if (error instanceof Conflict || sqlState(error) === UNIQUE_VIOLATION) return true;
        if (!(error instanceof ChainUnavailable)) throw error;
        await noteTrouble(parts.database, parts.chain.id, { status: "unavailable", reason: error.message });
        return false;
      }
    },
  };
}

async function look(parts: WatchParts): Promise<boolean> {
  const { chain, database, clock } = parts;
  const tip = await chain.tip();
  const cursor = (await loadCursor(database, chain.id)) ?? (await begin(parts, tip));
  if (cursor.status === "halted") return false;
  const before = cursor.tipHeight;
  await noteTip(database, chain.id, tip, clock.now());
  const scanned = await scanBlocks(parts, cursor, tip);
  if (scanned === "reorg") return true;
  if (chain.nativeDeposits === "cumulative") await watchReceipts(parts, tip);
  await lookAtMempool(parts);
  const open = await openDeposits(database, chain.id);
  await creditFinal(parts, open, tip);
  if (tip.height !== before) notifyOpen(parts, open);
  return scanned === "more";
}

async function begin(parts: WatchParts, tip: Tip): Promise<Cursor> {
  const { chain, database, clock } = parts;
  const start = parts.fromGenesis ? { height: -1, hash: "" } : { height: tip.height, hash: tip.hash };
  await transaction(database, async (tx) => {
    await startCursor(tx, chain.id, start, clock.now());
    if (!parts.fromGenesis) await createSightings(parts).noteOpeningBalances(tx, tip);
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
    const same = cursor.height <= tip.height ? await chain.block(cursor.height) : undefined;
    if (same?.hash !== cursor.hash) {
      await handleReorg(parts, cursor);
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
  const { chain, database, notifier, policyMax } = parts;
  const sightings = createSightings(parts);
  const touched = await transaction(database, async (tx) => {
    const orders = await sightings.noteTransfers(tx, block.transfers, block);
    const keep = policyMax.confirmations + BLOCKS_KEPT_BEYOND_DEPTH;
    if (!(await advanceCursor(tx, chain.id, cursor, block, keep))) throw new Conflict("the cursor has moved");
    return orders;
  });
  for (const orderId of touched) notifier.orderChanged(orderId);
}

async function lookAtMempool(parts: WatchParts): Promise<void> {
  const { chain, database, notifier } = parts;
  const pending = await chain.mempool();
  const sightings = createSightings(parts);
  const touched = await transaction(database, (tx) => sightings.noteTransfers(tx, pending, null));
  for (const orderId of touched) notifier.orderChanged(orderId);
  await forgetVanished(parts, pending);
}

/** Unconfirmed deposits that the node no longer knows at all were replaced or dropped. */
async function forgetVanished(parts: WatchParts, pending: readonly Transfer[]): Promise<void> {
  const { chain, database } = parts;
  const known = new Set(pending.map((transfer) => transfer.txId));
  const unconfirmed = (await openDeposits(database, chain.id)).filter(
    (row) => row.height === null && !known.has(row.txId) && !row.txId.includes(":"),
  );
  for (const row of unconfirmed) {
    const status = await chain.transaction(row.txId);
    if (status.status === "unknown") await createSightings(parts).forget(row, "replaced");
  }
}

async function creditFinal(parts: WatchParts, open: readonly DepositRow[], tip: Tip): Promise<void> {
  const crediting = createCrediting(parts);
  for (const row of open) {
    // What balances told of is credited by balances (receipts).
    if (row.state !== "seen" || row.height === null || row.txId.startsWith("native:")) continue;
    const policy = { ...parts.policyFor(row.asset, row.units), confirmations: row.required };
    if (isFinal(row.height, tip, policy)) await crediting.credit(row);
  }
}

/** Confirmations have grown: whoever watches these orders should see it. */
function notifyOpen(parts: WatchParts, open: readonly DepositRow[]): void {
  for (const row of open) if (row.orderId !== null) parts.notifier.orderChanged(row.orderId);
}
