import { parseAssetCode } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import { PAGE_ITEMS_MAX } from "../../core/page";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import { ORDER_STATES, type Order, type OrderState } from "../machine/order";
import { type OrderStatus, statusOf } from "../machine/status";
import { listOrders as listRows, type OrderFilter, type PageEnd } from "../store/admin-store";

/** Which orders an administrator looks for, as it was typed. */
export type OrdersQuery = {
  status?: OrderStatus | undefined;
  state?: OrderState | undefined;
  /** Sent or received. */
  currency?: string | undefined;
  /** ISO 8601. */
  since?: string | undefined;
  until?: string | undefined;
  code?: string | undefined;
  /** Of a deposit or a payout. */
  txHash?: string | undefined;
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined;
};

/**
 * A page of the orders that are not forgotten, newest first. Errors: `currency/unknown`, and `request/invalid` for a
 * cursor that no page ended with.
 */
export async function listOrders(
  { database }: { database: Database },
  query: OrdersQuery,
): Promise<Result<{ orders: Order[]; nextCursor: string | null }, Problem>> {
  const filter = filterOf(query);
  if (!filter.ok) return filter;
  const after = endOf(query.cursor);
  if (after === undefined) return err(problem("request/invalid", { pointer: "/cursor" }));
  const found = await listRows(database, filter.value, { after, limit: PAGE_ITEMS_MAX + 1 });
  const orders = found.slice(0, PAGE_ITEMS_MAX);
  const last = found.length > orders.length ? orders.at(-1) : undefined;
  return ok({ orders, nextCursor: last === undefined ? null : cursorOf(last) });
}

function filterOf(query: OrdersQuery): Result<OrderFilter, Problem> {
  const { status, state, currency, since, until, code, txHash } = query;
  const asset = currency === undefined ? undefined : parseAssetCode(currency);
  if (currency !== undefined && asset === undefined)
    return err(problem("currency/unknown", { pointer: "/currency" }));
  const isWanted = (one: OrderState): boolean =>
    (state === undefined || one === state) && (status === undefined || statusOf(one) === status);
  return ok({
    ...((state ?? status) === undefined ? {} : { states: ORDER_STATES.filter(isWanted) }),
    ...(asset && { asset }),
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(until !== undefined && { until: Date.parse(until) }),
    ...(code !== undefined && { code }),
    ...(txHash !== undefined && { txHash: txHash.replaceAll("\u0000", "") }),
  });
}

const cursorOf = (order: Order): string => `${order.terms.createdAt}.${order.trackingCode}`;

/** Null for the first page; undefined for a cursor that no page ended with. */
function endOf(cursor: string | undefined): PageEnd | null | undefined {
  if (cursor === undefined) return null;
  // Thirteen digits reach to the year 2286.
  const [, at, code] = /^(\d{1,13})\.(\d{9})$/.exec(cursor) ?? [];
  return at === undefined || code === undefined ? undefined : { createdAt: Number(at), code };
}
