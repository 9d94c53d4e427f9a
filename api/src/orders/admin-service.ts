import { parseAssetCode } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import type { TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database } from "../db/client";
import type { Language } from "../http/languages";
import { ORDER_ID_PATTERN, PAGE_ITEMS_MAX } from "../http/wire";
import { amountText } from "../quotes/market";
import type { AdminOrderRowWire, AdminOrderWire } from "./admin-schema";
import {
  entriesOfAccounts,
  listOrders,
  type OrderFilter,
  type OrderPlace,
  orderAttempts,
  orderEvents,
} from "./admin-store";
import { type Order, statusOf } from "./order";
import { ORDER_STATES, type OrderWire } from "./schema";
import { loadOrder } from "./store";
import type { InspectionVerbs, OrdersQuery } from "./verbs";
import { endedAt, receiveUnits } from "./view";

const iso = (at: TimeMs): string => new Date(at).toISOString();

/** Reads of administrators: all orders there are, and all there is of one. Nothing is changed by them. */
export function createInspection(parts: {
  database: Database;
  view(order: Order, language?: Language): Promise<OrderWire>;
}): InspectionVerbs {
  const { database } = parts;
  return {
    async list(query) {
      const filter = filterOf(query);
      if (!filter.ok) return filter;
      const after = placeOf(query.cursor);
      if (after === undefined) return err(problem("request/invalid", { pointer: "/cursor" }));
      const orders = await listOrders(database, filter.value, { after, limit: PAGE_ITEMS_MAX + 1 });
      const items = orders.slice(0, PAGE_ITEMS_MAX);
      const last = orders.length > items.length ? items.at(-1) : undefined;
      return ok({ items: items.map(rowWire), nextCursor: last === undefined ? null : cursorOf(last) });
    },
    async inspect(id, language) {
      const order = await loadOrder(database, id);
      if (order === undefined) return err(problem("order/unknown"));
      return ok({ ...(await parts.view(order, language)), ...(await insideOf(database, order)) });
    },
  };
}

function filterOf(query: OrdersQuery): Result<OrderFilter, Problem> {
  const { status, state, currency, since, until, code, txHash } = query;
  const asset = currency === undefined ? undefined : parseAssetCode(currency);
  if (currency !== undefined && asset === undefined)
    return err(problem("currency/unknown", { pointer: "/currency" }));
  const isWanted = (one: (typeof ORDER_STATES)[number]): boolean =>
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

const cursorOf = (order: Order): string => `${order.terms.createdAt}.${order.id}`;

/** Null for the first page; undefined for a cursor that nobody gave. */
function placeOf(cursor: string | undefined): OrderPlace | null | undefined {
  if (cursor === undefined) return null;
  const [, at, id = ""] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  return at !== undefined && ORDER_ID_PATTERN.test(id) ? { createdAt: Number(at), id } : undefined;
}

function rowWire(order: Order): AdminOrderRowWire {
  const { terms, phase } = order;
  return {
    id: order.id,
    trackingCode: order.trackingCode,
    status: statusOf(phase.state),
    state: phase.state,
    reason: "reason" in phase ? phase.reason : null,
    sendCurrency: terms.sendAsset,
    sendAmount: amountText(terms.sendAsset, terms.sendUnits),
    receiveCurrency: terms.receiveAsset,
    receiveAmount: amountText(terms.receiveAsset, receiveUnits(order)),
    orderType: terms.orderType,
    mixed: terms.mixer !== undefined,
    createdAt: iso(terms.createdAt),
    completedAt: endedAt(order),
  };
}

/** Of a mix too: what happened so far, and nothing of its sealed plan. */
async function insideOf(
  database: Database,
  order: Order,
): Promise<Pick<AdminOrderWire, "parentId" | "events" | "legs" | "ledger">> {
  const accounts = [`customer:${order.terms.book}`, ...order.legs.map(({ id }) => `payable:${id}`)];
  const [events, attempts, entries] = await Promise.all([
    orderEvents(database, order.id),
    orderAttempts(database, order.id),
    entriesOfAccounts(database, accounts),
  ]);
  return {
    parentId: order.terms.parentId,
    events: events.map((event) => ({ ...event, at: iso(event.at) })),
    legs: order.legs.map((leg) => ({
      id: leg.id,
      kind: leg.kind,
      currency: leg.asset,
      amount: amountText(leg.asset, leg.units),
      status: leg.status,
      txHash: leg.txId,
      attempts: attempts
        .filter(({ legId }) => legId === leg.id)
        .map(({ txHash, state, createdAt }) => ({ txHash, state, createdAt: iso(createdAt) })),
    })),
    ledger: entries.map(({ at, account, asset, units, kind }) => ({
      at: iso(at),
      // Without the random names of the order's own accounts, which tell nothing.
      account: account.replace(/:.*$/, ""),
      asset,
      amount: amountText(asset, units),
      kind,
    })),
  };
}
