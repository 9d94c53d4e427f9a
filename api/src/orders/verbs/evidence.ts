import { type Cursor, loadCursors } from "../../chains/cursor-store";
import type { ChainId } from "../../core/assets";
import type { Clock } from "../../core/ports";
import type { Tx } from "../../db/client";
import { type DepositRow, depositsOf } from "../../deposits/store";
import type { ObserverReport } from "../../mixer/observer";
import { DELAY_MINUTES } from "../../mixer/settings";
import { observeMix } from "../anonymity-set";
import type { Order } from "../machine/order";
import { readCrowd } from "../store/crowd-store";

/** What the chains and the other mixes show of an order now. */
export type OrderEvidence = {
  deposits: ReadonlyMap<string, DepositRow>;
  cursors: ReadonlyMap<ChainId, Cursor>;
  /** What an observer could infer of a mix until its payout begins; null afterwards, and for plain exchanges. */
  observer: ObserverReport | null;
};

/** The longest delay of a mix: others in this time may be in its anonymity set. */
const CROWD_MS = DELAY_MINUTES.max * 60_000;

/** Reads through `tx`: inside a transaction a second connection may never come free. */
export async function evidenceOf(parts: { clock: Clock }, order: Order, tx: Tx): Promise<OrderEvidence> {
  const hasDeposits = order.deposits.length > 0;
  const rows = hasDeposits ? await depositsOf(tx, [order.terms.parentId ?? order.id]) : [];
  return {
    deposits: new Map(rows.map((row) => [row.id, row])),
    cursors: hasDeposits ? await loadCursors(tx) : new Map(),
    observer: await observerOf(parts, order, tx),
  };
}

async function observerOf({ clock }: { clock: Clock }, order: Order, tx: Tx): Promise<ObserverReport | null> {
  const { terms, mix, phase } = order;
  if (terms.mixer === undefined || (mix?.legsPlanned ?? 0) > 0 || "at" in phase) return null;
  const now = clock.now();
  return observeMix(await readCrowd(tx, { since: now - CROWD_MS, now, exceptOrderId: order.id }), order, now);
}
