import { type AdminRole, mayAct } from "../../admin/roles";
import { amountText } from "../../core/asset-amount";
import { parseAssetCode } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import { PAGE_ITEMS_MAX } from "../../core/page";
import type { TimeMs } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database } from "../../db/client";
import { TRACKING_CODE_PATTERN } from "../../http/wire";
import type { Language } from "../../language/languages";
import type { AdminOrderRowWire, AdminOrderWire } from "../../routes/orders/admin-schema";
import { ORDER_STATES, type OrderWire } from "../../routes/orders/schema";
import { endedAt, receiveUnits } from "../../routes/orders/view";
import { type Order, statusOf } from "../machine/order";
import {
  codesOf,
  entriesOfAccounts,
  listOrders,
  type OrderFilter,
  type OrderPlace,
  orderAttempts,
  orderEvents,
} from "../store/admin-store";
import { loadOrder, loadOrderByCode } from "../store/store";
import type { InspectionVerbs, OrdersQuery } from "./verbs";

const iso = (at: TimeMs): string => new Date(at).toISOString();

/**
 * Reads of administrators: all orders there are, and all there is of one. Nothing is changed by them, and none but an
 * approver sees the ids by which holders steer their orders.
 */
export function createInspection(parts: {
  database: Database;
  view(order: Order, language?: Language): Promise<OrderWire>;
}): InspectionVerbs {
  const { database } = parts;
  return {
    async list(query, role) {
      const filter = filterOf(query);
      if (!filter.ok) return filter;
      const after = placeOf(query.cursor);
      if (after === undefined) return err(problem("request/invalid", { pointer: "/cursor" }));
      const orders = await listOrders(database, filter.value, { after, limit: PAGE_ITEMS_MAX + 1 });
      const items = orders.slice(0, PAGE_ITEMS_MAX);
      const last = orders.length > items.length ? items.at(-1) : undefined;
      return ok({
        items: items.map((order) => rowWire(order, role)),
        nextCursor: last === undefined ? null : cursorOf(last),
      });
    },
    async under(name, role, then) {
      const order = TRACKING_CODE_PATTERN.test(name) ? await loadOrderByCode(database, name) : undefined;
      // An unknown code is nobody's id either.
      const answer = await then(order?.id ?? name);
      return answer.ok && !seesIds(role) ? ok(await withoutIds(database, answer.value)) : answer;
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

const cursorOf = (order: Order): string => `${order.terms.createdAt}.${order.trackingCode}`;

/** Null for the first page; undefined for a cursor that nobody gave. */
function placeOf(cursor: string | undefined): OrderPlace | null | undefined {
  if (cursor === undefined) return null;
  // Thirteen digits reach to the year 2286.
  const [, at, code] = /^(\d{1,13})\.(\d{9})$/.exec(cursor) ?? [];
  return at === undefined || code === undefined ? undefined : { createdAt: Number(at), code };
}

const seesIds = (role: AdminRole): boolean => mayAct({ held: role, needed: "approver" });

/** An answer with tracking codes for ids; a relative that is forgotten has none. */
async function withoutIds<Wire extends OrderWire & { parentId?: string | null }>(
  database: Database,
  wire: Wire,
): Promise<Wire> {
  const { parentId = null, children } = wire;
  const codes = await codesOf(database, parentId === null ? children : [parentId, ...children]);
  return {
    ...wire,
    id: wire.trackingCode,
    children: children.flatMap((id) => codes.get(id) ?? []),
    ...("parentId" in wire && { parentId: codes.get(parentId ?? "") ?? null }),
  };
}

function rowWire(order: Order, role: AdminRole): AdminOrderRowWire {
  const { terms, phase } = order;
  return {
    id: seesIds(role) ? order.id : order.trackingCode,
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
