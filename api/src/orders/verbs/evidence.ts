import { type Cursor, loadCursors } from "../../chains/cursor-store";
import type { ChainId } from "../../core/assets";
import type { LegId, OrderId } from "../../core/ids";
import type { Clock } from "../../core/ports";
import { readTogether } from "../../core/read-together";
import type { Database, Tx } from "../../db/client";
import { type DepositRow, depositsOf } from "../../deposits/store";
import type { ObserverReport } from "../../mixer/observer";
import { DELAY_MINUTES } from "../../mixer/settings";
import { txKeysOf } from "../../payouts/attempt-legs-store";
import { destinationsOf } from "../../payouts/leg-store";
import { observeMix } from "../anonymity-set";
import type { Order } from "../machine/order";
import { readCrowd } from "../store/crowd-store";

/** What the chains show of an order's deposits. */
type OnChain = { deposits: ReadonlyMap<string, DepositRow>; cursors: ReadonlyMap<ChainId, Cursor> };

/** What the chains and the other mixes show of an order now. */
export type OrderEvidence = OnChain & {
  /** What an observer could infer of a mix until its payout begins; null afterwards, and for plain exchanges. */
  observer: ObserverReport | null;
  /** Where the legs of a mix go that pays several addresses; empty for any other order. */
  destinations: ReadonlyMap<LegId, string>;
  /** The keys that prove payouts, by leg, where the chain does not show these. */
  txKeys: ReadonlyMap<LegId, string>;
};

/** Where evidence is read. */
export type EvidenceSource = { tx: Tx; onChain(id: OrderId): Promise<OnChain | undefined> };

/** The longest delay of a mix: others in this time may be in its anonymity set. */
const CROWD_MS = DELAY_MINUTES.max * 60_000;
const READS = { keysMax: 256, readsMax: 1 };
const NO_DEPOSITS: OnChain = { deposits: new Map(), cursors: new Map() };

/** Reads through `tx`: inside a transaction a second connection may never come free. */
export const evidenceIn = (tx: Tx): EvidenceSource => ({
  tx,
  onChain: async (id) => (await onChainOf(tx, [id])).get(id),
});

/** Reads outside transactions: what is asked for at the same time is read together. */
export const evidenceTogether = (database: Database): EvidenceSource => ({
  tx: database,
  onChain: readTogether((ids) => onChainOf(database, ids), READS),
});

export async function evidenceOf(
  parts: { clock: Clock },
  order: Order,
  source: EvidenceSource,
): Promise<OrderEvidence> {
  const shown = order.deposits.length > 0 && (await source.onChain(order.terms.parentId ?? order.id));
  return {
    ...(shown || NO_DEPOSITS),
    observer: await observerOf(parts, order, source.tx),
    destinations: await destinations(order, source.tx),
    txKeys: await txKeys(order, source.tx),
  };
}

async function onChainOf(tx: Tx, ids: readonly OrderId[]): Promise<Map<OrderId, OnChain>> {
  const rows = await depositsOf(tx, ids);
  const cursors = await loadCursors(tx);
  const ofOrders = new Map(ids.map((id) => [id, new Map<string, DepositRow>()]));
  for (const row of rows) if (row.orderId !== null) ofOrders.get(row.orderId)?.set(row.id, row);
  return new Map([...ofOrders].map(([id, deposits]) => [id, { deposits, cursors }]));
}

async function destinations({ id, terms, legs }: Order, tx: Tx): Promise<ReadonlyMap<LegId, string>> {
  const addresses = terms.mixer?.receiveAddresses.length ?? 1;
  return addresses > 1 && legs.length > 0 ? destinationsOf(tx, id) : new Map();
}

/** Of legs in the only asset whose payments the chain hides. */
async function txKeys({ legs }: Order, tx: Tx): Promise<ReadonlyMap<LegId, string>> {
  const hidden = legs.flatMap(({ id: legId, asset, txId }) =>
    asset === "XMR" && txId ? { legId, txId } : [],
  );
  return hidden.length > 0 ? txKeysOf(tx, hidden) : new Map();
}

async function observerOf({ clock }: { clock: Clock }, order: Order, tx: Tx): Promise<ObserverReport | null> {
  const { terms, mix, phase } = order;
  if (terms.mixer === undefined || (mix?.legsPlanned ?? 0) > 0 || "at" in phase) return null;
  const now = clock.now();
  return observeMix(await readCrowd(tx, { since: now - CROWD_MS, now, exceptOrderId: order.id }), order, now);
}
