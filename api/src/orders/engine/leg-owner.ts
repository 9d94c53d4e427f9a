import { assert } from "../../core/assert";
import type { OrderId } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import type { AfterCommit, LegOwner, LegPayment } from "../../payouts/leg-owner";
import type { Engine } from "./apply";

/** Turns what becomes of an order's leg into the order's events. */
export function createOrderLegOwner(parts: {
  engine: Engine;
  notifier: Notifier;
  clock: Clock;
}): LegOwner<OrderId> {
  const { engine, notifier, clock } = parts;
  const end =
    (how: "final" | "reverted") =>
    async (tx: Tx, payment: LegPayment<OrderId> & { feeUnits: bigint }): Promise<AfterCommit> => {
      const { attemptId, legId, ownerId: orderId, txId, feeUnits } = payment;
      const applied = await engine.applyIn(tx, {
        orderId,
        source: "payout",
        externalId: `${attemptId}:${how}`,
        event: { type: `leg_${how}`, at: clock.now(), legId, txId, feeUnits },
      });
      assert(applied.ok, "a payout event is never refused", { error: applied.ok ? null : applied.error });
      return () => notifier.orderChanged(orderId);
    };
  return {
    async sent({ attemptId, legId, ownerId: orderId, txId }) {
      await engine.apply({
        orderId,
        source: "payout",
        externalId: `${attemptId}:sent`,
        event: { type: "leg_sent", at: clock.now(), legId, txId },
      });
    },
    final: end("final"),
    reverted: end("reverted"),
  };
}
