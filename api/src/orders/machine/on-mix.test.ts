import { describe, expect, test } from "vitest";
import {
  BOOK,
  bookedOn,
  CREATED_AT,
  decision,
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
  screened,
  seen,
  settle,
} from "../../../test/orders/example-order";
import { bookIdOf, depositIdOf, legIdOf, orderIdOf, trackingCodeOf } from "../../core/ids";
import { LEGS_MAX } from "../../mixer/plan";
import type { ReserveChange } from "../../reserves/reserve-change";
import type { Effects, OrderEvent } from "./events";
import { create } from "./on-created";
import type { Order, OrderTerms } from "./order";
import { transition } from "./transition";

const ROUNDS = 3;
const AT = CREATED_AT + 13 * MINUTE_MS;
const LEG_FEE = exampleMarket().payoutFeeUnitsMax;
const ROUND_FEE = exampleMarket().roundFeeUnitsMax;

const mixed = (terms: Partial<OrderTerms> = {}): Order =>
  exampleOrder({ refundAddress: REFUND_ADDRESS, terms: { mixer: exampleMixer(ROUNDS), ...terms } });
const mixing = (terms: Partial<OrderTerms> = {}): Effects => play(mixed(terms), ...paid(), settle());
const round = (no: number, outcome: "done" | "skipped" = "done"): OrderEvent => ({
  type: "mix_round",
  at: AT,
  no,
  outcome,
});
const leg = (
  no: number,
  units: bigint,
  given: { shortfall?: number; destination?: string } = {},
): OrderEvent => ({
  type: "mix_leg",
  at: AT,
  no,
  legId: legIdOf(`leg${no}`),
  units,
  destination: given.destination ?? "receive-address",
  shortfall: given.shortfall ?? 0,
});
const delayed = (delayMinutes: number): OrderEvent => ({ type: "mix_delayed", at: AT, delayMinutes });
const landed = (no: number): OrderEvent => legEvent("leg_final", { legId: `leg${no}`, txId: `tx${no}` });
const reverted = (no: number, txId: string): OrderEvent =>
  legEvent("leg_reverted", { legId: `leg${no}`, txId });
const rounds = [round(1), round(2), round(3)];

/** What the reserve holds and has planned for the order after these changes, by asset. */
function reserved(changes: readonly ReserveChange[]): Record<string, [bigint, bigint]> {
  const sums: Record<string, [bigint, bigint]> = {};
  for (const { asset, held, planned } of changes) {
    const [h, p] = sums[asset] ?? [0n, 0n];
    sums[asset] = [h + held, p + planned];
  }
  return sums;
}
const nothing = (changes: readonly ReserveChange[]): boolean =>
  Object.values(reserved(changes)).every(([held, planned]) => held === 0n && planned === 0n);

const BY_ADMIN = { at: AT, admin: "a", reason: "r", market: null } as const;

describe("settling a mix", () => {
  test("commits what is to be paid and plans no leg: the books show nothing of the plan", () => {
    const settled = mixing();
    expect(settled.order).toMatchObject({
      phase: { state: "mixing" },
      heldUnits: 0n,
      mix: { owedUnits: RECEIVE_UNITS, legsPlanned: 0, roundsDone: 0, delayMinutes: 15, shortfall: null },
    });
    expect(settled.plannedLegs).toEqual([]);
    expect(settled.commands.at(-1)).toEqual({ kind: "mix" });
    expect(bookedOn(settled.ledger, `payable:${BOOK}`)).toBe(-RECEIVE_UNITS);
  });

  test("is no longer owed to its book: the reserve counts it once, as planned", () => {
    const entries = mixing().ledger.flatMap((booking) => booking.entries);
    const owed = entries.filter(({ account, asset }) => account === `customer:${BOOK}` && asset !== "BTC");
    expect(owed.map(({ units }) => units)).toEqual([-RECEIVE_UNITS, RECEIVE_UNITS]);
  });

  test("sets aside what is owed, and the fees of every round and of as many legs as there may be", () => {
    expect(reserved(mixing().reserve)).toEqual({
      BTC: [0n, SEND_UNITS],
      "USDT-TRC20": [0n, RECEIVE_UNITS],
      TRX: [0n, LEG_FEE * BigInt(LEGS_MAX) + ROUND_FEE * BigInt(ROUNDS)],
    });
  });
});

describe("what is set aside", () => {
  const split = (shares: readonly bigint[]): OrderEvent[] => shares.map((units, i) => leg(i + 1, units));
  const parts = (count: number): bigint[] =>
    Array.from({ length: count }, (_, i) =>
      i < count - 1 ? 1_000_000n * BigInt(i + 1) : RECEIVE_UNITS - 500_000n * BigInt(count * (count - 1)),
    );

  test.each([1, 2, 3, 4, 5])("adds up to nothing in the end, with %i legs", (count) => {
    for (const outcomes of [rounds, [round(1), round(2, "skipped"), round(3, "skipped")]]) {
      const lands = parts(count).map((_, i) => landed(i + 1));
      const done = play(mixed(), ...paid(), settle(), ...outcomes, ...split(parts(count)), ...lands);
      expect(done.order.phase.state).toBe("completed");
      expect(nothing(done.reserve)).toBe(true);
      expect(done.order.mix).toMatchObject({ owedUnits: 0n, feesAsideUnits: 0n, legsPlanned: count });
    }
  });

  test("adds up to nothing within one currency, where amount and fees share one reserve", () => {
    const terms = {
      receiveAsset: "BTC",
      quote: { ...mixed().terms.quote, rate: { numerator: 1n, denominator: 1n } },
    } as const;
    const market = exampleMarket({
      rate: { numerator: 1n, denominator: 1n },
      payoutFeeUnits: 1_000n,
      payoutFeeUnitsMax: 4_000n,
      payoutUnitsMin: 546n,
    });
    const settled = play(mixed(terms), ...paid(), settle({ market }));
    const owed = settled.order.mix?.owedUnits ?? 0n;
    const legs = [leg(1, 1_000_000n), leg(2, owed - 1_000_000n)];
    const done = play(settled.order, ...rounds, ...legs, landed(1), landed(2));
    const sums = reserved([...settled.reserve, ...done.reserve]);
    expect(done.order.phase.state).toBe("completed");
    expect(sums.BTC).toEqual([0n, 0n]);
  });

  test("is given back by each round once, and never more than was set aside", () => {
    const first = play(mixing().order, round(1));
    expect(first.reserve).toEqual([{ asset: "TRX", held: 0n, planned: -ROUND_FEE }]);
    expect(refusalOf(first.order, round(1))).toBe("already_done");
    expect(refusalOf(first.order, round(3))).toBe("already_done");
    expect(refusalOf(first.order, round(1, "skipped"))).toBe("already_done");
  });

  test("also comes back when the only leg is planned before the rounds, as without a plan", () => {
    const done = play(mixing().order, leg(1, RECEIVE_UNITS), landed(1));
    expect(nothing([...mixing().reserve, ...done.reserve])).toBe(true);
    expect(refusalOf(done.order, round(1))).toBe("already_done");
  });

  test("of its own deposit stays until the last leg has landed", () => {
    const sending = play(mixing().order, ...rounds, leg(1, 1_000_000n), leg(2, RECEIVE_UNITS - 1_000_000n));
    expect(play(sending.order, landed(2)).order.quarantinedUnits).toBe(SEND_UNITS);
    const done = play(sending.order, landed(2), landed(1));
    expect(done.order.quarantinedUnits).toBeUndefined();
    expect(done.reserve.filter(({ asset }) => asset === "BTC")).toEqual([
      { asset: "BTC", held: 0n, planned: -SEND_UNITS },
    ]);
  });
});

describe("legs", () => {
  test("come in their order, once, and the order is done when the last of what is owed has landed", () => {
    const { order } = mixing();
    expect(refusalOf(order, leg(2, 1n))).toBe("already_done");
    const one = play(order, leg(1, 1_000_000n, { shortfall: 6 }));
    expect(one.order.mix?.shortfall).toBe(6);
    expect(refusalOf(one.order, leg(1, 1_000_000n))).toBe("already_done");
    const waits = play(one.order, landed(1));
    expect(waits.order.phase.state).toBe("sending");
    const last = play(waits.order, leg(2, RECEIVE_UNITS - 1_000_000n, { destination: "second-address" }));
    expect(last.plannedLegs).toMatchObject([{ destination: "second-address" }]);
    expect(last.order.mix?.shortfall).toBe(6);
    expect(play(last.order, landed(2)).order.phase.state).toBe("completed");
  });

  test("never come to more than is owed", () => {
    const { order } = play(mixing().order, leg(1, RECEIVE_UNITS - 5n));
    expect(() => transition(order, leg(2, 6n))).toThrow("more than is owed");
    expect(() => transition(order, leg(2, 0n))).toThrow("more than is owed");
  });

  test("of a plain order do not exist", () => {
    const { order } = play(exampleOrder(), ...paid(), settle());
    for (const event of [leg(1, 1n), round(1)]) expect(refusalOf(order, event)).toBe("already_done");
    expect(refusalOf(order, delayed(30))).toBe("order_decided");
  });
});

describe("a leg that failed twice", () => {
  const held = () => play(mixing().order, ...rounds, leg(1, 1_000_000n), reverted(1, "a"), reverted(1, "b"));

  test("holds the mix: no leg is planned, and a refund is refused even to the administrator", () => {
    const { order } = held();
    expect(order.phase).toEqual({ state: "hold", reason: "payout_failed", since: reverted(1, "b").at });
    expect(refusalOf(order, leg(2, 1n))).toBe("not_due");
    expect(refusalOf(order, { type: "refund_held", ...BY_ADMIN })).toBe("order_decided");
  });

  test("is sent again when released, the rest follows, and everything set aside comes back", () => {
    const release: OrderEvent = { type: "release", ...BY_ADMIN };
    const after = play(held().order, release, landed(1), leg(2, RECEIVE_UNITS - 1_000_000n), landed(2));
    expect(after.order.phase.state).toBe("completed");
    expect(nothing([...mixing().reserve, ...held().reserve, ...after.reserve])).toBe(true);
  });
});

describe("extending the delay", () => {
  test("makes it longer, up to the longest, until the first leg", () => {
    const { order } = mixing();
    expect(play(order, delayed(20)).order.mix?.delayMinutes).toBe(20);
    expect(play(order, delayed(20), delayed(120)).order.mix?.delayMinutes).toBe(120);
    for (const minutes of [0, 10, 15, 121])
      expect(refusalOf(order, delayed(minutes))).toBe("delay_not_longer");
    expect(refusalOf(play(order, delayed(120)).order, delayed(120))).toBe("delay_not_longer");
    const paying = play(order, ...rounds, leg(1, 1_000_000n)).order;
    expect(refusalOf(paying, delayed(60))).toBe("order_decided");
  });

  test("is for mixes that have begun, and leaves the terms as they were agreed", () => {
    expect(refusalOf(mixed(), delayed(60))).toBe("order_decided");
    const { order } = play(mixing().order, delayed(60));
    expect(order.terms).toEqual(mixing().order.terms);
  });
});

describe("money that comes while it is mixed", () => {
  const late = play(mixing().order, seen(700_000n, { id: "d2" })).order;

  test("opens a plain child, with the plain fee", () => {
    const opened = play(late, final({ id: "d2" }));
    expect(opened.commands).toEqual([{ kind: "open_child", depositId: "d2" }]);
    const [, deposit] = opened.order.deposits;
    if (deposit === undefined) throw new Error("no second deposit");
    const child = create({
      type: "child_created",
      parent: opened.order,
      id: orderIdOf("child"),
      trackingCode: trackingCodeOf("1"),
      book: bookIdOf("book-child"),
      deposit,
      source: "clear",
      holding: "chain",
      market: exampleMarket(),
      at: AT,
    });
    expect(child.order.terms.mixer).toBeUndefined();
    expect(child.order.terms.feePpm).toBe(4_500n);
    expect(child.order.mix).toBeUndefined();
    const settled = play(child.order, decision("exchange"), settle({ legId: "child-leg" }));
    expect(settled.order.phase.state).toBe("sending");
    expect(settled.plannedLegs).toHaveLength(1);
    expect(settled.order.quarantinedUnits).toBeUndefined();
  });

  test("is kept apart with its deposit, because it lies at the same address, until the mix has ended", () => {
    const opened: OrderEvent = {
      type: "child_opened",
      at: AT,
      depositId: depositIdOf("d2"),
      childId: orderIdOf("child"),
    };
    const after = play(late, final({ id: "d2" }), opened);
    expect(after.reserve).toEqual([{ asset: "BTC", held: 0n, planned: 700_000n }]);
    const done = play(after.order, ...rounds, leg(1, RECEIVE_UNITS), landed(1));
    expect(done.order.phase.state).toBe("completed");
    expect(done.reserve).toContainEqual({ asset: "BTC", held: 0n, planned: -SEND_UNITS - 700_000n });
    const ended = play(late, ...rounds, leg(1, RECEIVE_UNITS), landed(1), final({ id: "d2" }), opened);
    expect(ended.order.quarantinedUnits).toBeUndefined();
  });
});

describe("the refund of a mix", () => {
  const listed = play(mixed(), seen(), final(), screened({ at: AT, listed: true, market: null })).order;
  const refundHeld: OrderEvent = { type: "refund_held", ...BY_ADMIN, seenSources: [1] };

  test("asked for by whoever answers visitors changes no planned reserve: that role may not", () => {
    const asked = play(listed, refundHeld);
    expect(asked.order.phase.state).toBe("refunding");
    expect(asked.reserve.filter(({ planned }) => planned !== 0n)).toEqual([]);
    expect(asked.order.quarantinedUnits).toBe(SEND_UNITS);
  });

  test("frees its deposit with the leg, and keeps it apart when the refund turns out impossible", () => {
    const { order } = play(listed, refundHeld);
    expect(play(order, planRefund()).order.quarantinedUnits).toBeUndefined();
    const dear = exampleMarket({ refundFeeUnits: SEND_UNITS });
    const back = play(order, planRefund({ market: dear }));
    expect(back.order.phase).toMatchObject({ state: "action_required", reason: "limit" });
    expect(back.order.quarantinedUnits).toBe(SEND_UNITS);
  });
});
