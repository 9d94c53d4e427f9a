import { sql } from "drizzle-orm";
import { assignAddresses } from "../../address/store";
import { assert } from "../../core/assert";
import { assetOf } from "../../core/assets";
import { encodeJson } from "../../core/json";
import type { Tx } from "../../db/client";
import { rowsJson } from "../../db/rows-json";
import { holdForUnpaidOrders } from "../../reserves/store";
import { nextTimerAt } from "../machine/on-customer";
import type { Order } from "../machine/order";
import { bodyOf, drawAgain, iso } from "./store";

/** A visitor's new order, and where it is to be paid. */
export type PlacedOrder = { order: Order; assigned: { address: string; index: number } };

const placedRow = ({ order, assigned }: PlacedOrder) => {
  const { terms } = order;
  return {
    id: order.id,
    tracking_code: order.trackingCode,
    version: order.version,
    state: order.phase.state,
    terms: encodeJson(terms),
    body: encodeJson(bodyOf(order)),
    book: terms.book,
    send_asset: terms.sendAsset,
    refund_address: order.refundAddress,
    next_timer_at: iso(nextTimerAt(order)),
    at: iso(terms.createdAt),
    chain: assetOf(terms.sendAsset).chain,
    address: assigned.address,
    index: assigned.index,
    asset: terms.receiveAsset,
    units: order.heldUnits,
  };
};

/**
 * Writes visitors' new orders in ONE statement: the orders, their first events, their deposit addresses and their holds on the
 * reserves, where they have one: these rows are locked until the transaction ends. False when unpaid orders would hold more than
 * a fifth of a reserve: then the caller must roll back. Only of one asset may something be held. Throws Conflict where a tracking
 * code is another order's.
 */
export async function placeOrders(tx: Tx, placed: readonly PlacedOrder[]): Promise<boolean> {
  const held = placed.filter(({ order }) => order.heldUnits > 0n);
  const assets = new Set(held.map(({ order }) => order.terms.receiveAsset));
  assert(assets.size <= 1, "reserves that are locked in no order");
  const rows = await tx
    .execute<{ held: number }>(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rowsJson(placed.map(placedRow))}::text::jsonb) AS o (id text, tracking_code text,
        version integer, state text, terms jsonb, body jsonb, book text, send_asset text, refund_address text,
        next_timer_at timestamptz, at timestamptz, chain text, address text, index integer, asset text, units numeric)
    ), placed AS (
      INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, refund_address, next_timer_at, created_at, updated_at)
      SELECT id, tracking_code, version, state, terms, body, book, send_asset, refund_address, next_timer_at, at, at FROM given
    ), event AS (
      INSERT INTO order_events (order_id, version, source, external_id, type, body, state, at)
      SELECT id, version, 'visitor', id || ':created', 'created', '{}', state, at FROM given
    ), assigned AS (
      ${assignAddresses}
    ), holding AS (
      ${holdForUnpaidOrders}
    )
    SELECT count(*)::int AS held FROM holding`)
    .catch(drawAgain);
  return rows[0]?.held === assets.size;
}
