import { assert } from "../../core/assert";
import type { LegId, OrderId } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import type { AfterCommit, LegOwner, LegPayment } from "../../payouts/leg-owner";
import type { OrderEvent } from "../machine/events";
import type { Engine } from "./apply";

/** A transaction may pay legs of several orders, and each of these takes it in once. */
const keyOf = (life: string, legId: LegId, type: OrderEvent["type"]): string =>
  `${life}:${legId}:${type.slice("leg_".length)}`;

/** Turns what becomes of an order's leg into the order's events. */
export function createOrderLegOwner(parts: {
  engine: Engine;
  notifier: Notifier;
  clock: Clock;
}): LegOwner<OrderId> {
  const { engine, notifier, clock } = parts;
  const report = async (
    tx: Tx,
    { life, legId, ownerId: orderId }: LegPayment<OrderId>,
    event: Extract<OrderEvent, { type: "leg_final" | "leg_reverted" | "leg_dead" }>,
  ): Promise<AfterCommit> => {
    const externalId = keyOf(life, legId, event.type);
    const applied = await engine.applyIn(tx, { orderId, source: "payout", externalId, event });
    assert(applied.ok, "a payout event is never refused", { error: applied.ok ? null : applied.error });
    return () => notifier.orderChanged(orderId);
  };
  const end =
    (type: "leg_final" | "leg_reverted") => (tx: Tx, payment: LegPayment<OrderId> & { feeUnits: bigint }) => {
      const { legId, txId, feeUnits } = payment;
      return report(tx, payment, { type, at: clock.now(), legId, txId, feeUnits });
    };
  return {
    async sent({ life, legId, ownerId: orderId, txId }) {
      await engine.apply({
        orderId,
        source: "payout",
        externalId: keyOf(life, legId, "leg_sent"),
        event: { type: "leg_sent", at: clock.now(), legId, txId },
      });
    },
    final: end("leg_final"),
    reverted: end("leg_reverted"),
    async aboveCap(tx, { legId, ownerId: orderId, since, mayLand }) {
      const event = { type: "leg_above_cap", at: clock.now(), legId, mayLand } as const;
      const externalId = `${legId}:above_cap:${since}`;
      const applied = await engine.applyIn(tx, { orderId, source: "payout", externalId, event });
      // The order has taken this hour in before, and waits for another.
      if (!applied.ok || applied.value.duplicate) return null;
      return () => notifier.orderChanged(orderId);
    },
    async cleared(tx, { life, legId, ownerId: orderId }) {
      const event = { type: "leg_cleared", at: clock.now(), legId } as const;
      const applied = await engine.applyIn(tx, {
        orderId,
        source: "payout",
        externalId: keyOf(life, legId, "leg_cleared"),
        event,
      });
      // Only an order that is held for its fee has waited for this.
      return applied.ok ? () => notifier.orderChanged(orderId) : () => {};
    },
    dead: (tx, payment) =>
      report(tx, payment, { type: "leg_dead", at: clock.now(), legId: payment.legId, txId: payment.txId }),
  };
}
