import { and, eq, type SQL, sql } from "drizzle-orm";
import type { TrackingCode } from "../../core/ids";
import type { Tx } from "../../db/client";
import type { Order } from "../machine/order";
import { ORDER_COLUMNS, orders, readOrder } from "./store";

/**
 * The order of a code. With a tail, only where an address that it pays to ends so: compared here, so that a wrong tail
 * costs what an unknown code costs.
 */
export async function loadOrderByCode(tx: Tx, code: TrackingCode, tail?: string): Promise<Order | undefined> {
  const isOfCode = eq(orders.trackingCode, code);
  const [row] = await tx
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(tail === undefined ? isOfCode : and(isOfCode, paysToTail(tail)));
  return row && readOrder(row);
}

/** Whether an address that the order pays to ends with these characters, which are in lower case. */
const paysToTail = (tail: string): SQL => sql`EXISTS (
  SELECT 1 FROM (
    SELECT ${orders.terms} #>> '{payout,address}' AS address
    UNION ALL SELECT jsonb_array_elements_text(${orders.terms} #> '{mixer,receiveAddresses}')
    UNION ALL SELECT ${orders.refundAddress} WHERE ${orders.terms} #>> '{payout,kind}' = 'refund_only'
  ) AS paid
  WHERE lower(right(paid.address, 4) COLLATE "C") = ${tail})`;
