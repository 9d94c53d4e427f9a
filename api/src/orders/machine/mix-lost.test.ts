import { describe, expect, test } from "vitest";
import {
  BOOK,
  bookedOn,
  CREATED_AT,
  exampleMarket,
  exampleMixer,
  exampleOrder,
  final,
  legEvent,
  MINUTE_MS,
  paid,
  planRefund,
  play,
  RECEIVE_UNITS,
  REFUND_ADDRESS,
  refusalOf,
  SEND_UNITS,
  seen,
  settle,
} from "../../../test/orders/example-order";
import { legIdOf } from "../../core/ids";
import { balanced } from "../../ledger/entry";
import type { ReserveChange } from "../../reserves/reserve-change";
import type { OrderEvent } from "./events";
import { holdWait } from "./hold";
import { isDecided, type Order } from "./order";

const AT = CREATED_AT + 13 * MINUTE_MS;
const HALF = RECEIVE_UNITS / 2n;

const lost: OrderEvent = { type: "mix_lost", at: AT };
const verb = (type: "release" | "refund_held"): OrderEvent => ({
  type,
  at: AT,
  admin: "a",
  reason: "r",
  market: null,
});
const [release, refundHeld] = [verb("release"), verb("refund_held")];
const round: OrderEvent = { type: "mix_round", at: AT, no: 1, outcome: "done" };
const leg = (no: number, units: bigint): OrderEvent => ({
  type: "mix_leg",
  at: AT,
  no,
  legId: legIdOf(`leg${no}`),
  units,
  destination: "receive-address",
  shortfall: 0,
});
const landed = (no: number): OrderEvent => legEvent("leg_final", { legId: `leg${no}`, txId: `tx${no}` });
const reverted = (no: number, txId: string): OrderEvent =>
  legEvent("leg_reverted", { legId: `leg${no}`, txId });

const mixed = (refundAddress: string | null = REFUND_ADDRESS): Order =>
  exampleOrder({ refundAddress, terms: { mixer: exampleMixer(2) } });
const begun = [...paid(), settle()];
const after = (...events: OrderEvent[]) => play(mixed(), ...begun, ...events);

/** What is left set aside after these changes, by asset. */
const left = (changes: readonly ReserveChange[]): [string, bigint][] => {
  const sums = new Map<string, bigint>();
  for (const { asset, held, planned } of changes) sums.set(asset, (sums.get(asset) ?? 0n) + held + planned);
  return [...sums].filter(([, units]) => units !== 0n);
};

describe("a mix whose plan cannot be read", () => {
  test("is put on hold with its reason and waits for an administrator; nothing is planned, everything stays set aside", () => {
    const held = play(after().order, lost);
    expect(held.order.phase).toEqual({ state: "hold", reason: "mix_key_lost", since: AT });
    expect([held.ledger, held.reserve, held.plannedLegs, held.commands]).toEqual([[], [], [], []]);
    expect(holdWait(held.order)).toEqual({ what: "administrator", since: AT, refundAt: null });
    expect(refusalOf(held.order, leg(1, RECEIVE_UNITS))).toBe("not_due");
    expect(refusalOf(held.order, { type: "mix_delayed", at: AT, delayMinutes: 120 })).toBe("order_decided");
  });

  test("leaves money that comes later to a child order", () => {
    const { order } = after(lost);
    expect(isDecided(order)).toBe(true);
    const more = play(order, seen(SEND_UNITS, { id: "d2" }), final({ id: "d2" }));
    expect(more.commands).toEqual([{ kind: "open_child", depositId: "d2" }]);
    expect(more.order.phase.state).toBe("hold");
  });

  test("is paid in one once it is released", () => {
    const released = after(lost, release);
    expect(released.order.phase).toEqual({ state: "mixing" });
    expect(released.order.mixLost).toBe(true);
    const done = after(lost, release, leg(1, RECEIVE_UNITS), landed(1));
    expect(done.order.phase.state).toBe("completed");
    expect(left(done.reserve)).toEqual([]);
    expect(bookedOn(done.ledger, `payable:${BOOK}`)).toBe(0n);
  });

  test("has a leg that was planned, and not signed for the hold, asked for again once it is released", () => {
    const { order } = after(leg(1, HALF), lost);
    const released = play(order, release);
    expect(released.order.phase).toEqual({ state: "sending" });
    expect(released.commands).toEqual([{ kind: "send_leg", legId: "leg1" }]);
    const done = play(released.order, leg(2, RECEIVE_UNITS - HALF), landed(1), landed(2));
    expect(done.order.phase.state).toBe("completed");
  });

  test("is asked about again where its plan was there once more and was lost again", () => {
    const { order } = after(lost, release, round);
    expect(order.mixLost).toBeUndefined();
    expect(play(order, lost).order.phase).toMatchObject({ state: "hold", reason: "mix_key_lost" });
    expect(refusalOf(after(lost, release).order, lost)).toBe("already_done");
  });
});

describe("a mix whose plan is lost before its first leg", () => {
  test("goes back whole where an administrator says so: the books are as before it was settled", () => {
    const { order } = after(round, lost);
    const asked = play(order, refundHeld);
    expect(asked.order.phase.state).toBe("refunding");
    // The administrators' process books nothing.
    expect([asked.ledger, asked.reserve]).toEqual([[], []]);
    const planned = play(asked.order, planRefund());
    expect(planned.ledger.map(({ kind }) => kind)).toEqual(["mix_reversed", "refund_planned"]);
    expect(planned.ledger.every(({ entries }) => balanced(entries))).toBe(true);
    expect(planned.plannedLegs).toMatchObject([{ kind: "refund", destination: REFUND_ADDRESS }]);
    expect(planned.order).not.toHaveProperty("mix");
    const whole = after(round, lost, refundHeld, planRefund());
    for (const account of [`payable:${BOOK}`, `customer:${BOOK}`] as const)
      expect(bookedOn(whole.ledger, account)).toBe(0n);
    const ended = after(
      round,
      lost,
      refundHeld,
      planRefund(),
      legEvent("leg_final", { legId: "refund-leg" }),
    );
    expect(ended.order.phase.state).toBe("refunded");
    expect(left(ended.reserve)).toEqual([]);
  });

  test("needs a refund address for that", () => {
    const { order } = play(mixed(null), ...begun, lost);
    expect(refusalOf(order, refundHeld)).toBe("refund_address_missing");
  });

  test("is not mixed a second time where its refund is not worth its fee: it can only go back", () => {
    const market = exampleMarket({ refundFeeUnits: SEND_UNITS });
    const { order, reserve } = after(lost, refundHeld, planRefund({ market }));
    expect(order.phase).toMatchObject({
      state: "action_required",
      reason: "limit",
      offer: { exchange: null },
    });
    expect(left(reserve)).toEqual([]);
    const choice = { choice: "refund", refundAddress: null, revision: null, receiveUnitsMin: null } as const;
    const worth = { ...order, phase: { ...order.phase, offer: { refund: {}, exchange: null } } } as Order;
    const decided = play(worth, { type: "decision", at: AT, ...choice, market: null }, planRefund());
    expect(decided.plannedLegs).toMatchObject([{ kind: "refund" }]);
    expect(decided.ledger.map(({ kind }) => kind)).toEqual(["refund_planned"]);
  });
});

describe("a mix whose plan is lost between its legs", () => {
  const between = after(leg(1, HALF), lost);

  test("keeps what is under way and can only be paid", () => {
    expect(between.order.phase).toMatchObject({ state: "hold", reason: "mix_key_lost" });
    expect(refusalOf(between.order, refundHeld)).toBe("order_decided");
    const landing = play(between.order, landed(1));
    expect(landing.order.phase.state).toBe("hold");
    expect(play(landing.order, release).order.phase).toEqual({ state: "sending" });
    const done = after(leg(1, HALF), lost, landed(1), release, leg(2, RECEIVE_UNITS - HALF), landed(2));
    expect(done.order.phase.state).toBe("completed");
    expect(left(done.reserve)).toEqual([]);
  });

  test("asks the same where a leg fails meanwhile, and its release sends that leg too", () => {
    const failed = play(between.order, reverted(1, "a"), reverted(1, "b")).order;
    expect(failed.phase).toMatchObject({ state: "hold", reason: "mix_key_lost" });
    const released = play(failed, release);
    expect(released.order.phase).toEqual({ state: "sending" });
    expect(released.commands).toEqual([{ kind: "send_leg", legId: "leg1" }]);
  });

  test("is not lost once all of it is planned", () => {
    expect(refusalOf(after(leg(1, RECEIVE_UNITS)).order, lost)).toBe("already_done");
  });
});
