import { describe, expect, test } from "vitest";
import {
  CREATED_AT,
  decision,
  EXPIRES_AT,
  exampleMarket,
  exampleOrder,
  HELD_UNITS,
  HOUR_MS,
  legEvent,
  paid,
  play,
  REFUND_ADDRESS,
  refusalOf,
  SEND_UNITS,
  screened,
  seen,
  settle,
  timer,
} from "../../../test/orders/example-order";
import type { OrderEvent } from "./events";
import { holdWait } from "./hold";
import { UNCLAIMED_AFTER_MS } from "./offer";
import { nextTimerAt } from "./on-customer";
import type { Order } from "./order";

const asked = (change: Partial<Order> = {}) => play(exampleOrder(change), ...paid(50_000n)).order;
const ASKED_AT = screened().at;
const DEADLINE = ASKED_AT + 24 * HOUR_MS;
const giveAddress = (address = REFUND_ADDRESS): OrderEvent => ({
  type: "refund_address",
  at: CREATED_AT,
  address,
});
const CANCEL: OrderEvent = { type: "cancel", at: CREATED_AT + 5 };
const release: OrderEvent = {
  type: "release",
  seenSources: [1],
  at: ASKED_AT,
  admin: "a",
  reason: "r",
  market: exampleMarket(),
};
const refundHeld: OrderEvent = { ...release, type: "refund_held" };

describe("a decision", () => {
  test("to exchange goes on to settling, at the offer's figures", () => {
    const decided = play(asked(), decision("exchange", { revision: 1 }));
    expect(decided.order.phase.state).toBe("exchanging");
    expect(decided.commands).toEqual([{ kind: "settle" }]);
    expect(play(decided.order, settle()).order.phase.state).toBe("sending");
  });

  test("to refund takes the refund address with it", () => {
    const decided = play(asked(), decision("refund", { refundAddress: REFUND_ADDRESS }));
    expect(decided.order).toMatchObject({ phase: { state: "refunding" }, refundAddress: REFUND_ADDRESS });
    expect(decided.commands).toEqual([{ kind: "plan_refund" }]);
  });

  test("to refund needs an address, and cannot change one that is set", () => {
    expect(refusalOf(asked(), decision("refund"))).toBe("refund_address_missing");
    const set = asked({ refundAddress: REFUND_ADDRESS });
    expect(refusalOf(set, decision("refund", { refundAddress: "thief" }))).toBe("refund_address_set");
    expect(refusalOf(set, decision("refund", { refundAddress: REFUND_ADDRESS }))).toBeNull();
    expect(refusalOf(set, decision("refund"))).toBeNull();
  });

  test.each(["exchange", "refund"] as const)("to %s on figures of another revision is stale", (choice) => {
    const order = asked({ refundAddress: REFUND_ADDRESS });
    expect(refusalOf(order, decision(choice, { revision: 0 }))).toBe("decision_stale");
    expect(refusalOf(order, decision(choice, { revision: 2 }))).toBe("decision_stale");
    expect(refusalOf(order, decision(choice, { revision: 1 }))).toBeNull();
  });

  test("to exchange for at least more than is offered is stale", () => {
    const { phase } = asked();
    const offered = phase.state === "action_required" ? (phase.offer.exchange?.receiveUnits ?? 0n) : 0n;
    expect(refusalOf(asked(), decision("exchange", { receiveUnitsMin: offered }))).toBeNull();
    expect(refusalOf(asked(), decision("exchange", { receiveUnitsMin: offered + 1n }))).toBe(
      "decision_stale",
    );
  });

  test("to exchange is not taken on figures older than a minute", () => {
    expect(refusalOf(asked(), decision("exchange", { at: ASKED_AT + 59_999 }))).toBeNull();
    expect(refusalOf(asked(), decision("exchange", { at: ASKED_AT + 60_000 }))).not.toBeNull();
  });

  test("to exchange is stale where the market is more than 0.5 % below the offer, and takes the lower otherwise", () => {
    const at = (numerator: bigint) => exampleMarket({ rate: { numerator, denominator: 1_000n } });
    expect(refusalOf(asked(), decision("exchange", { market: at(596_000n) }))).toBe("decision_stale");
    const lower = play(asked(), decision("exchange", { market: at(598_000n) })).order;
    expect(lower.approval).toMatchObject({ rate: at(598_000n).rate, sendUnits: 50_000n });
    const higher = play(asked(), decision("exchange", { market: at(700_000n) })).order;
    expect(higher.approval).toMatchObject({ rate: exampleMarket().rate });
    expect(refusalOf(asked(), decision("exchange", { market: exampleMarket({ payableUnits: 0n }) }))).toBe(
      "decision_stale",
    );
    for (const market of [null, exampleMarket({ rate: null })]) {
      expect(refusalOf(asked(), decision("exchange", { market }))).toBe("rate_unavailable");
    }
  });

  test("for a choice that was not offered is unavailable", () => {
    const order = play(
      exampleOrder(),
      ...paid(50_000n, { market: null }),
      settle({ market: exampleMarket({ payableUnits: 0n, refundFeeUnits: 60_000n }) }),
    ).order;
    expect(refusalOf(order, decision("exchange"))).toBe("choice_unavailable");
    expect(refusalOf(order, decision("refund", { refundAddress: "r" }))).toBe("choice_unavailable");
  });

  test("where nothing is asked is refused", () => {
    expect(refusalOf(exampleOrder(), decision("refund"))).toBe("no_question_open");
  });
});

describe("an offer", () => {
  test("is renewed before its minute is over where the market fell by more than 0.5 %, or cannot pay it", () => {
    const at = (change: Parameters<typeof exampleMarket>[0]): OrderEvent => ({
      type: "offer_refreshed",
      at: ASKED_AT + 1,
      market: exampleMarket(change),
    });
    expect(refusalOf(asked(), at({ rate: { numerator: 598n, denominator: 1n } }))).toBe("not_due");
    for (const change of [{ rate: { numerator: 596n, denominator: 1n } }, { payableUnits: 0n }]) {
      expect(play(asked(), at(change)).order.revision).toBe(2);
    }
  });

  test("is renewed under a new revision, once its minute is over", () => {
    const market = exampleMarket({ rate: { numerator: 700n, denominator: 1n } });
    const renew = (at: number): OrderEvent => ({ type: "offer_refreshed", at, market });
    expect(refusalOf(asked(), renew(ASKED_AT + 59_999))).toBe("not_due");
    const { order } = play(asked(), renew(ASKED_AT + 60_000));
    expect(order.revision).toBe(2);
    expect(order.phase).toMatchObject({ deadline: DEADLINE, offer: { exchange: { rate: market.rate } } });
    expect(refusalOf(order, decision("exchange", { revision: 1, at: ASKED_AT + 60_001 }))).toBe(
      "decision_stale",
    );
    expect(refusalOf(exampleOrder(), renew(0))).toBe("no_question_open");
  });
});

describe("an offer of nothing", () => {
  const offer = { at: ASKED_AT, validUntil: ASKED_AT + 60_000, exchange: null, refund: null };
  const empty = (): Order => {
    const order = asked();
    return { ...order, phase: { ...order.phase, offer } as Order["phase"] };
  };
  const renew = (change: Parameters<typeof exampleMarket>[0]): OrderEvent => ({
    type: "offer_refreshed",
    at: ASKED_AT + 1,
    market: exampleMarket(change),
  });

  test("is renewed as soon as something can be offered", () => {
    const { order } = play(empty(), renew({}));
    expect(order.revision).toBe(2);
    expect(order.phase).toMatchObject({ offer: { validUntil: ASKED_AT + 60_001, refund: {} } });
  });

  test("stays where nothing can be offered yet", () => {
    expect(refusalOf(empty(), renew({ rate: null, refundFeeUnits: 10n ** 18n }))).toBe("not_due");
  });
});

describe("the refund address", () => {
  test("can be set once", () => {
    const { order } = play(exampleOrder(), giveAddress());
    expect(order.refundAddress).toBe(REFUND_ADDRESS);
    expect(refusalOf(order, giveAddress("thief"))).toBe("refund_address_set");
  });

  test("cannot be set when the order is over", () => {
    const { order } = play(exampleOrder(), ...paid(), settle(), legEvent("leg_final"));
    expect(refusalOf(order, giveAddress())).toBe("order_decided");
  });
});

describe("cancelling", () => {
  test("is possible before paying, and gives the reserve back", () => {
    const { order, reserve } = play(exampleOrder({ terms: { orderType: "fixed" } }), CANCEL);
    expect(order.phase).toEqual({ state: "cancelled", at: CANCEL.at });
    expect(reserve).toEqual([{ asset: "USDT-TRC20", held: -HELD_UNITS, planned: 0n, unpaid: -HELD_UNITS }]);
  });

  test("is not afterwards", () => {
    expect(refusalOf(play(exampleOrder(), seen()).order, CANCEL)).toBe("order_not_waiting");
    expect(refusalOf(asked(), CANCEL)).toBe("order_not_waiting");
  });
});

describe("time", () => {
  test("ends the payment window, not a moment before", () => {
    expect(nextTimerAt(exampleOrder())).toBe(EXPIRES_AT);
    expect(refusalOf(exampleOrder(), timer(EXPIRES_AT - 1))).toBe("not_due");
    const fixed = exampleOrder({ terms: { orderType: "fixed" } });
    const { order, reserve } = play(fixed, timer(EXPIRES_AT, null));
    expect(order).toMatchObject({ phase: { state: "expired", at: EXPIRES_AT }, heldUnits: 0n });
    expect(reserve).toHaveLength(1);
    expect(nextTimerAt(order)).toBeNull();
  });

  test("does not end it for an order that is paid", () => {
    expect(refusalOf(play(exampleOrder(), seen()).order, timer(EXPIRES_AT))).toBe("not_due");
  });

  test("at the deadline refunds where the refund address is known", () => {
    const order = asked({ refundAddress: REFUND_ADDRESS });
    expect(nextTimerAt(order)).toBe(DEADLINE);
    expect(refusalOf(order, timer(DEADLINE - 1))).toBe("not_due");
    expect(refusalOf(order, timer(DEADLINE, null))).toBe("rate_unavailable");
    expect(play(order, timer(DEADLINE)).order.phase.state).toBe("refunding");
  });

  test("at the deadline waits without one; after 30 days it is unclaimed, and the customer may still claim it", () => {
    const overdue = play(asked(), timer(DEADLINE)).order;
    expect(overdue.phase).toMatchObject({ state: "action_required", overdue: true, unclaimed: false });
    expect(overdue.revision).toBe(2);
    expect(nextTimerAt(overdue)).toBe(DEADLINE + UNCLAIMED_AFTER_MS);
    const unclaimed = play(overdue, timer(DEADLINE + UNCLAIMED_AFTER_MS)).order;
    expect(unclaimed.phase).toMatchObject({ unclaimed: true });
    expect(nextTimerAt(unclaimed)).toBeNull();
    const claimed = play(unclaimed, decision("refund", { refundAddress: "r" })).order;
    expect(claimed.phase.state).toBe("refunding");
  });

  test("an address given after the deadline refunds at the next one", () => {
    const overdue = play(asked(), timer(DEADLINE), giveAddress()).order;
    expect(play(overdue, timer(DEADLINE + UNCLAIMED_AFTER_MS)).order.phase.state).toBe("refunding");
  });
});

test("an administrator refunds at the market of that moment, whatever was offered before", () => {
  const order = asked({ refundAddress: REFUND_ADDRESS });
  if (order.phase.state !== "action_required") throw new Error("nothing is asked");
  // As a child in another asset begins: its figures were not known.
  const offer = { ...order.phase.offer, exchange: null, refund: null };
  const unpriced: Order = { ...order, phase: { ...order.phase, reason: "wrong_asset", offer } };
  expect(play(unpriced, refundHeld).order.phase.state).toBe("refunding");
  const dear = exampleMarket({ refundFeeUnits: SEND_UNITS });
  expect(refusalOf(order, { ...refundHeld, market: dear })).toBe("choice_unavailable");
});

describe("a held order", () => {
  const held = (change: Partial<Order> = {}, asset: "BTC" | "ETH" = "BTC") =>
    play(exampleOrder(change), seen(SEND_UNITS, { asset }), ...paid().slice(1, 2), screened({ listed: true }))
      .order;

  test("moves by an administrator alone", () => {
    const order = held({ refundAddress: REFUND_ADDRESS });
    expect(order.phase).toEqual({ state: "hold", reason: "listed", since: screened().at });
    expect(holdWait(order)).toEqual({ what: "administrator", since: screened().at, refundAt: null });
    expect(nextTimerAt(order)).toBeNull();
    expect(refusalOf(order, decision("refund"))).toBe("no_question_open");
    expect(refusalOf(order, timer(DEADLINE * 2))).toBe("not_due");
    expect(refusalOf(order, settle())).toBe("already_done");
  });

  test("asked instead of held, an administrator exchanges at the market, or refunds where an address is known", () => {
    const { order } = play(asked({ refundAddress: REFUND_ADDRESS }), release, settle());
    expect(order.phase.state).toBe("sending");
    expect(play(asked({ refundAddress: REFUND_ADDRESS }), refundHeld).order.phase.state).toBe("refunding");
    expect(refusalOf(asked(), refundHeld)).toBe("refund_address_missing");
    expect(refusalOf(asked(), { ...release, market: null })).toBe("rate_unavailable");
    expect(refusalOf(asked({ refundAddress: REFUND_ADDRESS }), { ...refundHeld, market: null })).toBe(
      "rate_unavailable",
    );
    expect(refusalOf(asked(), { ...release, market: exampleMarket({ payableUnits: 0n }) })).toBe(
      "choice_unavailable",
    );
  });

  test("released, it exchanges; nobody else can be released", () => {
    expect(play(held(), release, settle()).order.phase.state).toBe("sending");
    expect(refusalOf(exampleOrder(), release)).toBe("order_not_held");
  });

  test("released with coins in another asset, it asks, refund only", () => {
    const { order } = play(held({}, "ETH"), release);
    expect(order.phase).toMatchObject({
      state: "action_required",
      reason: "wrong_asset",
      offer: { exchange: null },
    });
  });

  test("refunded, it gives the reserve back, and needs a refund address", () => {
    expect(refusalOf(held(), refundHeld)).toBe("refund_address_missing");
    const { order, reserve } = play(held({ refundAddress: REFUND_ADDRESS }), refundHeld);
    expect(order).toMatchObject({ phase: { state: "refunding" }, heldUnits: 0n });
    expect(reserve).toHaveLength(1);
    expect(refusalOf(exampleOrder(), refundHeld)).toBe("order_not_held");
  });
});
