import { describe, expect, test } from "vitest";
import {
  BOOK,
  bookedOn,
  CREATED_AT,
  decision,
  exampleMarket,
  exampleOrder,
  legEvent,
  paid,
  planRefund,
  play,
  RECEIVE_UNITS,
  REFUND_ADDRESS,
  refusalOf,
  SEND_UNITS,
  settle,
} from "../../../test/orders/example-order";
import type { OrderEvent } from "./events";
import { HOLD_REFUND_MS, holdWait } from "./hold";
import { nextTimerAt } from "./on-customer";

const sending = (refundAddress: string | null = REFUND_ADDRESS) =>
  play(exampleOrder({ refundAddress }), ...paid(), settle());
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

describe("a payout leg", () => {
  test("shows the transaction that is on its way: of a replaced one, the newest; and none again once it has landed", () => {
    const first = play(sending().order, legEvent("leg_sent", { txId: "first" }));
    const second = play(first.order, legEvent("leg_sent", { txId: "second" }));
    expect(second.order.legs).toMatchObject([{ status: "sent", txId: "second" }]);
    expect(refusalOf(second.order, legEvent("leg_sent", { txId: "second" }))).toBe("already_done");
    const landed = play(second.order, legEvent("leg_final", { txId: "first" }));
    expect(landed.order.legs).toMatchObject([{ status: "final", txId: "first" }]);
    expect(refusalOf(landed.order, legEvent("leg_sent", { txId: "second" }))).toBe("already_done");
  });

  test("sent, then final: the order is completed, the debt and the coins are gone", () => {
    const sent = play(sending().order, legEvent("leg_sent"));
    expect(sent.order.legs).toMatchObject([{ status: "sent", txId: "payout" }]);
    expect(sent.order.phase.state).toBe("sending");
    const done = play(sent.order, legEvent("leg_final", { feeUnits: 30n }));
    expect(done.order.phase).toEqual({ state: "completed", at: legEvent("leg_final").at });
    expect(bookedOn(done.ledger, "payable:leg")).toBe(RECEIVE_UNITS);
    expect(done.ledger[0]?.entries.filter(({ account }) => account === "chain")).toEqual([
      { account: "chain", asset: "USDT-TRC20", units: -RECEIVE_UNITS },
      { account: "chain", asset: "TRX", units: -30n },
    ]);
    expect(done.closedLegs).toEqual([{ id: "leg", state: "final" }]);
  });

  test("gives back in the reserve exactly what planning it set aside", () => {
    const planned = sending().reserve.reduce((sum, change) => sum + change.planned, 0n);
    const freed = play(sending().order, legEvent("leg_final")).reserve;
    expect(freed.reduce((sum, change) => sum + change.planned, 0n)).toBe(-planned);
  });

  test("landing twice, or reverting after it landed, is a bug", () => {
    const { order } = play(sending().order, legEvent("leg_final"));
    expect(() => play(order, legEvent("leg_final"))).toThrow();
    expect(() => play(order, reverted("late"))).toThrow();
    expect(() => play(order, legEvent("leg_final", { legId: "nobody's" }))).toThrow();
  });

  test("that landed stays landed when word of its broadcast comes afterwards", () => {
    const { order } = play(sending().order, legEvent("leg_final"));
    const late = legEvent("leg_sent");
    const after = refusalOf(order, late) === null ? play(order, late).order : order;
    expect(after.legs).toMatchObject([{ status: "final" }]);
  });
});

describe("a reverted leg", () => {
  test("once: its fee is booked and it is sent once more", () => {
    const played = play(sending().order, reverted("a"));
    expect(played.order).toMatchObject({
      phase: { state: "sending" },
      legs: [{ status: "planned", reverts: 1 }],
    });
    expect(played.commands).toEqual([{ kind: "send_leg", legId: "leg" }]);
    expect(played.ledger.map(({ key }) => key)).toEqual(["leg_reverted:leg:a"]);
    expect(bookedOn(played.ledger, "payable:leg")).toBe(0n);
  });

  test("dead: signed once more as often as it dies, and nothing is booked or released", () => {
    const dead = (txId: string) => legEvent("leg_dead", { txId });
    const played = play(sending().order, legEvent("leg_sent"), dead("a"), dead("b"), dead("c"));
    expect(played.order).toMatchObject({
      phase: { state: "sending" },
      legs: [{ status: "planned", txId: null, reverts: 0 }],
    });
    expect(played.commands).toEqual(Array(3).fill({ kind: "send_leg", legId: "leg" }));
    expect(played).toMatchObject({ ledger: [], reserve: [], closedLegs: [] });
    // The one that was thought dead is counted if it landed all the same.
    expect(play(played.order, legEvent("leg_final")).order.phase.state).toBe("completed");
  });

  test("twice: the order is held, and nothing is sent", () => {
    const played = play(sending().order, reverted("a"), reverted("b"));
    expect(played.order.phase).toEqual({ state: "hold", reason: "payout_failed", since: reverted("b").at });
    expect(played.commands.filter(({ kind }) => kind === "send_leg")).toHaveLength(1);
    expect(failedTwice().reserve).toEqual([]);
  });

  test("released: the same leg is sent again, with two more tries", () => {
    const played = play(failedTwice().order, release);
    expect(played.order).toMatchObject({ phase: { state: "sending" }, legs: [{ reverts: 0 }] });
    expect(played.commands).toEqual([{ kind: "send_leg", legId: "leg" }]);
    expect(play(played.order, reverted("c")).order.phase.state).toBe("sending");
    expect(play(played.order, reverted("c"), reverted("d")).order.phase.state).toBe("hold");
  });

  test("a leg that landed after all completes the held order", () => {
    expect(play(failedTwice().order, legEvent("leg_final")).order.phase.state).toBe("completed");
  });
});

describe("refunding a failed payout", () => {
  test("takes the settlement back whole and refunds what was credited", () => {
    const held = failedTwice();
    const refunded = play(held.order, refundHeld, planRefund());
    expect(refunded.order).toMatchObject({ phase: { state: "refunding" }, settlement: null });
    expect(refunded.order.legs.map(({ status }) => status)).toEqual(["reversed", "planned"]);
    expect(refunded.closedLegs).toEqual([{ id: "leg", state: "reversed" }]);
    expect(refunded.ledger.map(({ kind }) => kind)).toEqual(["settle_reversed", "refund_planned"]);
    const all = [...sending().ledger, ...held.ledger, ...refunded.ledger];
    expect(bookedOn(all, "payable:leg")).toBe(0n);
    expect(bookedOn(all, `customer:${BOOK}`)).toBe(0n);
    expect(bookedOn(all, "conversion")).toBe(0n);
    expect(refunded.plannedLegs).toMatchObject([
      { kind: "refund", asset: "BTC", destination: REFUND_ADDRESS },
    ]);
  });

  test("needs a refund address", () => {
    const { order } = play(sending(null).order, reverted("a"), reverted("b"));
    expect(refusalOf(order, refundHeld)).toBe("refund_address_missing");
  });

  test("whose fee would eat it asks; an exchange is then settled anew", () => {
    const eaten = exampleMarket({ refundFeeUnits: SEND_UNITS });
    const { order } = play(failedTwice().order, refundHeld, planRefund({ market: eaten }));
    expect(order.phase).toMatchObject({ state: "action_required", reason: "limit" });
    const again = play(
      order,
      decision("exchange", { at: planRefund().at }),
      settle({ legId: "leg2", at: planRefund().at }),
    );
    expect(again.order.legs.map(({ status }) => status)).toEqual(["reversed", "planned"]);
    expect(again.order.settlement?.receiveUnits).toBe(RECEIVE_UNITS);
  });

  test("a refund leg that failed twice is taken back and planned anew", () => {
    const refunding = play(failedTwice().order, refundHeld, planRefund()).order;
    const held = play(refunding, reverted("c", "refund-leg"), reverted("d", "refund-leg"));
    expect(held.order.phase).toEqual({ state: "hold", reason: "payout_failed", since: reverted("d").at });
    const resent = play(held.order, release);
    expect(resent.order.phase.state).toBe("refunding");
    const again = play(held.order, refundHeld, planRefund({ legId: "refund-leg-2" }));
    expect(again.ledger.map(({ kind }) => kind)).toEqual(["refund_reversed", "refund_planned"]);
    expect(bookedOn(again.ledger, "customer:book")).toBe(0n);
    expect(again.order.legs.map(({ status }) => status)).toEqual(["reversed", "reversed", "planned"]);
    expect(refusalOf(again.order, planRefund({ legId: "third" }))).toBe("already_done");
  });
});

describe("the deadline of a failed payout", () => {
  const since = reverted("b").at;
  const due = since + HOLD_REFUND_MS;
  const timer = (at: number): OrderEvent => ({ type: "timer", at, market: null });

  test("is 24 hours after it was held: then it is refunded by itself, whole", () => {
    expect(HOLD_REFUND_MS).toBe(24 * 3_600_000);
    const held = failedTwice().order;
    expect(holdWait(held)).toEqual({ what: "refund", since, refundAt: due });
    expect(nextTimerAt(held)).toBe(due);
    expect(refusalOf(held, timer(due - 1))).toBe("not_due");
    const refunded = play(held, timer(due), planRefund());
    expect(refunded.order).toMatchObject({ phase: { state: "refunding" }, settlement: null });
    expect(refunded.closedLegs).toEqual([{ id: "leg", state: "reversed" }]);
    expect(refunded.plannedLegs).toMatchObject([{ kind: "refund", destination: REFUND_ADDRESS }]);
    expect(refunded.commands.map(({ kind }) => kind)).toEqual(["plan_refund", "send_leg"]);
  });

  test("waits for a refund address, and is due as soon as one is given after it", () => {
    const held = play(sending(null).order, reverted("a"), reverted("b")).order;
    expect(holdWait(held)).toEqual({ what: "refund_address", since, refundAt: null });
    expect(nextTimerAt(held)).toBeNull();
    expect(refusalOf(held, timer(due * 2))).toBe("not_due");
    const given = play(held, { type: "refund_address", at: due + 1, address: REFUND_ADDRESS }).order;
    expect(nextTimerAt(given)).toBe(due);
    expect(play(given, timer(due + 1)).order.phase.state).toBe("refunding");
  });

  test("does not come while a leg may land: after a release, or beside one that was not tried twice", () => {
    const released = play(failedTwice().order, release).order;
    expect(nextTimerAt(released)).toBeNull();
    expect(refusalOf(released, timer(due))).toBe("not_due");
    const held = failedTwice().order;
    const open = { ...held, legs: held.legs.map((leg) => ({ ...leg, reverts: 1 })) };
    const sent = { ...held, legs: held.legs.map((leg) => ({ ...leg, status: "sent" as const })) };
    const landed = { ...held, legs: held.legs.map((leg) => ({ ...leg, status: "final" as const })) };
    for (const order of [open, sent, landed]) {
      expect(holdWait(order).what).toBe("administrator");
      expect(refusalOf(order, timer(due))).toBe("not_due");
    }
  });

  test("does not come for a mix that has begun, a refund that failed, nor money of a listed source", () => {
    const mix = {
      ...{ roundsDone: 0, roundsSkipped: 0, legsPlanned: 1, delayMinutes: 0, shortfall: null },
      ...{ owedUnits: 0n, roundUnits: 0n, roundFeeUnitsMax: 0n, legFeeUnitsMax: 0n, feesAsideUnits: 0n },
    };
    expect(holdWait({ ...failedTwice().order, mix })).toEqual({
      what: "administrator",
      since,
      refundAt: null,
    });
    expect(refusalOf({ ...failedTwice().order, mix }, timer(due))).toBe("not_due");
    const refunding = play(failedTwice().order, refundHeld, planRefund()).order;
    const again = play(refunding, reverted("c", "refund-leg"), reverted("d", "refund-leg")).order;
    expect(holdWait(again)).toMatchObject({ what: "administrator", refundAt: null });
    expect(refusalOf(again, timer(due * 2))).toBe("not_due");
    const held = failedTwice().order;
    const deposits = held.deposits.map((deposit) => ({ ...deposit, screening: "listed" as const }));
    expect(holdWait({ ...held, deposits }).what).toBe("administrator");
    expect(refusalOf({ ...held, deposits }, timer(due))).toBe("not_due");
  });
});
