import { assert } from "../../core/assert";
import type { OrderId } from "../../core/ids";
import type { Clock } from "../../core/ports";
import type { Result } from "../../core/result";
import type { Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import type { DepositListener } from "../../deposits/listener";
import type { ReserveRoom } from "../../reserves/reserve-change";
import { lockReserveRoom } from "../../reserves/store";
import { loadOrder } from "../store/store";
import type { ApplyFailure, Engine } from "./apply";
import type { MarketForOrder } from "./market-for-order";

/** Turns what becomes of an order's deposits into the order's events. */
export function createDepositListener(parts: {
  engine: Engine;
  notifier: Notifier;
  clock: Clock;
  marketFor: MarketForOrder;
}): DepositListener {
  const { engine, notifier, clock, marketFor } = parts;
  return {
    async seen(tx, { orderId, id, sighting, firstSeenAt, txHash, asset, units, blockAt }) {
      const room = await roomFor(tx, orderId);
      const applied = await engine.applyIn(tx, {
        orderId,
        source: "deposit",
        externalId: `${id}:${sighting}:seen`,
        event: {
          type: "deposit_seen",
          at: firstSeenAt,
          deposit: { id, txHash, asset, units, blockAt },
          room,
        },
      });
      assertTaken(applied);
    },
    async mined(tx, { orderId, id, sighting, blockAt }) {
      const room = await roomFor(tx, orderId);
      const applied = await engine.applyIn(tx, {
        orderId,
        source: "deposit",
        externalId: `${id}:${sighting}:mined`,
        event: { type: "deposit_mined", at: clock.now(), depositId: id, blockAt, room },
      });
      assertTaken(applied);
    },
    async gone(tx, { orderId, id, sighting }, how) {
      const applied = await engine.applyIn(tx, {
        orderId,
        source: "deposit",
        externalId: `${id}:${sighting}:gone`,
        event: { type: "deposit_gone", at: clock.now(), depositId: id, replaced: how === "replaced" },
      });
      assertTaken(applied);
    },
    async final({ orderId, id, sighting, blockAt }, { holding, settle }) {
      const market = await marketFor(orderId);
      const applied = await engine.apply({
        orderId,
        source: "deposit",
        externalId: `${id}:${sighting}:final`,
        event: { type: "deposit_final", at: clock.now(), depositId: id, blockAt, holding, market },
        also: (tx, effects) =>
          settle(
            tx,
            effects.ledger.some((booking) => booking.kind === "credit"),
          ),
      });
      assertTaken(applied);
    },
    changed: (orderId) => notifier.orderChanged(orderId),
  };
}

/** What the reserve that pays the order can still hold; it stays locked, so that this is true when it is written. */
async function roomFor(tx: Tx, orderId: OrderId): Promise<ReserveRoom> {
  const order = await loadOrder(tx, orderId);
  assert(order !== undefined, "a deposit of an unknown order", { orderId });
  return lockReserveRoom(tx, order.terms.receiveAsset);
}

const assertTaken = (applied: Result<unknown, ApplyFailure>): void =>
  assert(applied.ok, "a deposit event is never refused", { error: applied.ok ? null : applied.error });
