import { type AdminRole, mayAct } from "../../admin/roles";
import type { Problem } from "../../core/errors";
import { orderIdOf, trackingCodeOf } from "../../core/ids";
import { mapOk, ok, type Result } from "../../core/result";
import type { Database, Tx } from "../../db/client";
import type { Language } from "../../language/languages";
import type { Order } from "../../orders/machine/order";
import type { AdminCall } from "../../orders/verbs/call";
import type { AdminActParts } from "../../orders/verbs/decide-for-customer";
import { idOfTrackingCode, inspectOrder, trackingCodesOf } from "../../orders/verbs/inspect";
import { listOrders, type OrdersQuery } from "../../orders/verbs/list";
import { refundHeldOrder } from "../../orders/verbs/refund-held";
import { releaseOrder } from "../../orders/verbs/release";
import { insideWire, rowWire } from "./admin-view";
import type { OrderCall } from "./call";
import { TRACKING_CODE_PATTERN } from "./ids";
import type { OrderWire } from "./schema";

/** The words and the account of an administrator who decides about an order. */
export type AdminOrderCall = OrderCall & Omit<AdminCall<unknown>, "answer" | "idempotency">;

type Shown = {
  wireOf(order: Order, language: Language | undefined, tx: Tx): Promise<OrderWire>;
  callOf(call: AdminOrderCall): AdminCall<OrderWire>;
  inLanguage(language?: Language): (answer: OrderWire) => OrderWire;
};

/** What administrators are answered; an order that is forgotten is `order/unknown` to them too. */
export function createAdminOrderAnswers(parts: AdminActParts, { wireOf, callOf, inLanguage }: Shown) {
  const { database } = parts;
  return {
    list: async (query: OrdersQuery, role: AdminRole) =>
      mapOk(await listOrders(parts, query), ({ orders, nextCursor }) => ({
        items: orders.map((order) => rowWire(order, { showsId: seesIds(role) })),
        nextCursor,
      })),
    async inspect(id: string, language?: Language) {
      const inspected = await inspectOrder(parts, orderIdOf(id));
      if (!inspected.ok) return inspected;
      const wire = await wireOf(inspected.value.order, language, database);
      return ok({ ...wire, ...insideWire(inspected.value) });
    },
    /** Does something with an order by its tracking code or id, and answers what somebody of this role may see. */
    async under<Wire extends OrderWire>(
      name: string,
      role: AdminRole,
      then: (id: string) => Promise<Result<Wire, Problem>>,
    ): Promise<Result<Wire, Problem>> {
      const id = TRACKING_CODE_PATTERN.test(name)
        ? await idOfTrackingCode(parts, trackingCodeOf(name))
        : undefined;
      // The code of no order is no order's id either.
      const answer = await then(id ?? name);
      return answer.ok && !seesIds(role) ? ok(await withoutIds(database, answer.value)) : answer;
    },
    release: async (id: string, call: AdminOrderCall) =>
      mapOk(await releaseOrder(parts, orderIdOf(id), callOf(call)), inLanguage(call.language)),
    refundHeld: async (id: string, call: AdminOrderCall) =>
      mapOk(await refundHeldOrder(parts, orderIdOf(id), callOf(call)), inLanguage(call.language)),
  };
}

/** Only approvers see the ids, with which anybody can manage the orders as their customers do. */
const seesIds = (role: AdminRole): boolean => mayAct({ held: role, needed: "approver" });

/** An answer with tracking codes for ids; a relative that is forgotten has none. */
async function withoutIds<Wire extends OrderWire & { parentId?: string | null }>(
  database: Database,
  wire: Wire,
): Promise<Wire> {
  const { parentId = null, children, deposits } = wire;
  const ids = parentId === null ? children : [parentId, ...children];
  const codes = await trackingCodesOf({ database }, ids.map(orderIdOf));
  return {
    ...wire,
    id: wire.trackingCode,
    children: children.flatMap((id) => codes.get(orderIdOf(id)) ?? []),
    deposits: deposits.map((deposit) => ({
      ...deposit,
      child: codes.get(orderIdOf(deposit.child ?? "")) ?? null,
    })),
    ...("parentId" in wire && { parentId: codes.get(orderIdOf(parentId ?? "")) ?? null }),
  };
}
