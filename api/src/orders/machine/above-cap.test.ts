import { describe, expect, test } from "vitest";
import {
  BOOK,
  bookedOn,
  CREATED_AT,
  exampleMarket,
  exampleOrder,
  final,
  legEvent,
  paid,
  planRefund,
  play,
  REFUND_ADDRESS,
  refusalOf,
  SEND_UNITS,
  screened,
  seen,
  settle,
} from "../../../test/orders/example-order";
import { legIdOf } from "../../core/ids";
import type { OrderEvent } from "./events";
import { HOLD_REFUND_MS, holdWait } from "./hold";

const sending = () => play(exampleOrder({ refundAddress: REFUND_ADDRESS }), ...paid(), settle());
const reverted = (txId: string, legId = "leg") => legEvent("leg_reverted", { txId, legId });
const failedTwice = () => play(sending().order, reverted("a"), reverted("b"));
const release: OrderEvent = {
  type: "release",
  at: CREATED_AT,
  admin: "admin",
  reason: "seen",
  market: exampleMarket(),
};
const refundHeld: OrderEvent = { ...release, type: "refund_held" };

const d2 = { id: "d2" };
const at = CREATED_AT + 30 * 60_000;
const aboveCap = (legId = "leg", mayLand = false): OrderEvent => ({
  type: "leg_above_cap",
  at,
  legId: legIdOf(legId),
  mayLand,
});

describe("a leg whose network fee stays above its cap", () => {
  const replanned = (feeUnitsMax: bigint): OrderEvent => ({
    type: "leg_replanned",
    at,
    legId: legIdOf("leg"),
    feeUnitsMax,
  });
  const held = () => play(sending().order, aboveCap());

  test("puts the order on hold, and nothing is sent or booked", () => {
    expect(held().order.phase).toEqual({ state: "hold", reason: "fee_above_cap", since: at });
    expect(held()).toMatchObject({ commands: [], ledger: [], reserve: [], closedLegs: [] });
    expect(refusalOf(held().order, aboveCap())).toBe("already_done");
    expect(refusalOf(play(sending().order, legEvent("leg_sent")).order, aboveCap())).toBe("already_done");
  });

  test("released: has a new cap, set aside in the reserve, and is sent", () => {
    const released = play(held().order, release);
    expect(released.order.phase.state).toBe("sending");
    expect(released.commands).toEqual([{ kind: "replan_leg", legId: "leg" }]);
    const cap = sending().order.legs[0]?.feeUnitsMax ?? 0n;
    const raised = play(released.order, replanned(cap + 5n));
    expect(raised.order.legs).toMatchObject([{ status: "planned", feeUnitsMax: cap + 5n, reverts: 0 }]);
    expect(raised.order.legs[0]).not.toHaveProperty("aboveCap");
    expect(raised.reserve).toEqual([{ asset: "TRX", held: 0n, planned: 5n }]);
    expect(raised.recappedLegs).toEqual([{ id: "leg", feeUnitsMax: cap + 5n }]);
    expect(raised.commands).toEqual([{ kind: "send_leg", legId: "leg" }]);
    expect(play(raised.order, legEvent("leg_final")).reserve).toContainEqual({
      asset: "TRX",
      held: 0n,
      planned: -cap - 5n,
    });
  });

  test("never has a lower cap than before, and its hour begins again", () => {
    const cap = sending().order.legs[0]?.feeUnitsMax ?? 0n;
    const again = play(play(held().order, release).order, replanned(1n));
    expect(again).toMatchObject({ reserve: [], commands: [{ kind: "send_leg" }] });
    expect(again.recappedLegs).toEqual([{ id: "leg", feeUnitsMax: cap }]);
  });

  test("is refunded by itself after 24 hours, or by an administrator before", () => {
    const { order } = held();
    expect(holdWait(order)).toEqual({ what: "refund", since: at, refundAt: at + HOLD_REFUND_MS });
    const timer: OrderEvent = { type: "timer", at: at + HOLD_REFUND_MS, market: null };
    for (const event of [timer, refundHeld]) {
      const refunded = play(order, event, planRefund());
      expect(refunded.closedLegs).toEqual([{ id: "leg", state: "reversed" }]);
      expect(refunded.plannedLegs).toMatchObject([{ kind: "refund", destination: REFUND_ADDRESS }]);
      expect(bookedOn([...sending().ledger, ...refunded.ledger], `customer:${BOOK}`)).toBe(0n);
    }
  });

  test("is refunded by itself, too, where a minor payment from a listed source was set aside", () => {
    const events = [final(), final(d2), screened(), screened({ ...d2, listed: true }), settle(), aboveCap()];
    const { order } = play(
      exampleOrder({ refundAddress: REFUND_ADDRESS }),
      seen(),
      seen(SEND_UNITS / 200n, d2),
      ...events,
    );
    expect(order.deposits.at(-1)).toMatchObject({ status: "aside", screening: "listed" });
    expect(holdWait(order)).toEqual({ what: "refund", since: at, refundAt: at + HOLD_REFUND_MS });
  });

  test("of a refund waits for an administrator, who can plan it again", () => {
    const refunding = play(failedTwice().order, refundHeld, planRefund()).order;
    const { order } = play(refunding, aboveCap("refund-leg"));
    expect(holdWait(order).what).toBe("administrator");
    expect(play(order, release).order.phase.state).toBe("refunding");
    const again = play(order, refundHeld, planRefund({ legId: "refund-leg-2" }));
    expect(again.ledger.map(({ kind }) => kind)).toEqual(["refund_reversed", "refund_planned"]);
  });
});

describe("a leg above its cap of which a transaction may land", () => {
  test("is not refunded while an earlier transaction of it may land", () => {
    const { order } = play(sending().order, aboveCap("leg", true));
    expect(holdWait(order)).toEqual({ what: "administrator", since: at, refundAt: null });
    expect(refusalOf(order, refundHeld)).toBe("order_decided");
    expect(play(order, legEvent("leg_final")).order.phase.state).toBe("completed");
    expect(play(order, release).commands).toEqual([{ kind: "replan_leg", legId: "leg" }]);
  });

  test("is refunded like others once that transaction is proved dead", () => {
    const cleared: OrderEvent = { type: "leg_cleared", at: at + 5, legId: legIdOf("leg") };
    const { order } = play(sending().order, aboveCap("leg", true), cleared);
    expect(holdWait(order)).toEqual({ what: "refund", since: at, refundAt: at + HOLD_REFUND_MS });
    expect(play(order, refundHeld, planRefund()).closedLegs).toEqual([{ id: "leg", state: "reversed" }]);
    expect(refusalOf(order, cleared)).toBe("already_done");
    expect(refusalOf(sending().order, cleared)).toBe("already_done");
    const failed = failedTwice().order;
    expect(refusalOf(failed, cleared)).toBe("already_done");
  });
});
