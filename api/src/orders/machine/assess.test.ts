import { describe, expect, test } from "vitest";
import {
  EXPIRES_AT,
  exampleMarket,
  exampleOrder,
  final,
  gone,
  paid,
  play,
  REFUND_ADDRESS,
  SEND_UNITS,
  screened,
  seen,
  settle,
  timer,
} from "../../../test/orders/example-order";
import { LATE_REFUND_WINDOW_MS } from "./assess";
import type { Order, OrderTerms } from "./order";

const MIN = exampleOrder().terms.sendUnitsMin;
const MAX = exampleOrder().terms.sendUnitsMax;
/** 0.5 % of the agreed amount. */
const TOLERANCE = 25_000n;

const fixed = (terms: Partial<OrderTerms> = {}) => exampleOrder({ terms: { orderType: "fixed", ...terms } });
const after = (order: Order, units: bigint) => play(order, ...paid(units)).order.phase;

describe("a floating order takes what arrived, within its limits", () => {
  test.each([MIN, SEND_UNITS - 1n, SEND_UNITS, SEND_UNITS * 2n, MAX])(
    "%s units go on to exchanging",
    (units) => {
      expect(after(exampleOrder(), units)).toEqual({ state: "exchanging" });
    },
  );

  test.each([MIN - 1n, MAX + 1n])("%s units are asked about: limit", (units) => {
    expect(after(exampleOrder(), units)).toMatchObject({ state: "action_required", reason: "limit" });
  });
});

test("deposits that cost as much to spend as they bring do not count towards a minimum", () => {
  const half = MIN / 2n;
  const phaseWhere = (spendUnits: bigint) => {
    const market = exampleMarket({ spendUnits });
    const deposit = (id: string) => [final({ id, market }), screened({ id, market })];
    const events = [seen(half, { id: "d1" }), seen(half, { id: "d2" }), ...deposit("d1"), ...deposit("d2")];
    return play(exampleOrder(), ...events).order.phase;
  };
  expect(phaseWhere(half - 1n)).toEqual({ state: "exchanging" });
  expect(phaseWhere(half)).toMatchObject({ state: "action_required", reason: "limit" });
});

describe("a fixed order takes ±0.5 % of what was agreed", () => {
  test.each([SEND_UNITS - TOLERANCE, SEND_UNITS, SEND_UNITS + TOLERANCE])("%s units are taken", (units) => {
    expect(after(fixed(), units)).toEqual({ state: "exchanging" });
  });

  test.each([
    [SEND_UNITS - TOLERANCE - 1n, "less"],
    [SEND_UNITS + TOLERANCE + 1n, "more"],
  ])("%s units are asked about: %s", (units, reason) => {
    expect(after(fixed(), units)).toMatchObject({ state: "action_required", reason });
  });

  test("within tolerance but below the minimum it is limit", () => {
    expect(after(fixed({ sendUnitsMin: SEND_UNITS }), SEND_UNITS - 1n)).toMatchObject({ reason: "limit" });
  });

  test("a replaced deposit voids the rate, even where another pays in full later", () => {
    const { order } = play(fixed(), seen(), gone({ replaced: true }), ...paid(SEND_UNITS, { id: "d2" }));
    expect(order.phase).toMatchObject({ state: "action_required", reason: "rate_moved" });
  });

  test("a deposit that is replaced beside one that pays in full does not", () => {
    const { order } = play(
      fixed(),
      seen(),
      seen(SEND_UNITS, { id: "d2" }),
      gone({ replaced: true }),
      final({ id: "d2" }),
      screened({ id: "d2" }),
    );
    expect(order.phase.state).toBe("exchanging");
  });

  test("a deposit that a reorg took, and another paid, does not", () => {
    const { order } = play(
      fixed(),
      seen(),
      seen(SEND_UNITS, { id: "d2" }),
      gone(),
      final({ id: "d2" }),
      screened({ id: "d2" }),
    );
    expect(order.phase.state).toBe("exchanging");
  });
});

describe("the question", () => {
  test("is put for 24 hours, with figures that hold a minute, and gives the reserve back", () => {
    const played = play(exampleOrder(), ...paid(MIN - 1n));
    const at = screened().at;
    expect(played.order.phase).toMatchObject({
      deadline: at + 24 * 3_600_000,
      overdue: false,
      unclaimed: false,
      offer: { at, validUntil: at + 60_000 },
    });
    expect(played.order).toMatchObject({ revision: 1, heldUnits: 0n, approval: null });
    expect(played.reserve.reduce((sum, { held }) => sum + held, 0n)).toBe(0n);
  });
});

describe("standing instructions", () => {
  const instructed = (mismatch: OrderTerms["mismatch"], refundAddress: string | null = REFUND_ADDRESS) =>
    exampleOrder({ refundAddress, terms: { mismatch } });

  test.each([
    ["less: refund, below the minimum", { less: "refund" } as const, MIN - 1n, "refunding"],
    ["less: exchange, below the minimum", { less: "exchange" } as const, MIN - 1n, "exchanging"],
    ["more: refund, above the maximum", { more: "refund" } as const, MAX + 1n, "refunding"],
    ["more: exchange, above the maximum", { more: "exchange" } as const, MAX + 1n, "exchanging"],
    ["more says nothing about less", { more: "refund" } as const, MIN - 1n, "action_required"],
    ["late says nothing about less", { late: "refund" } as const, MIN - 1n, "action_required"],
  ])("%s", (_, mismatch, units, state) => {
    expect(after(instructed(mismatch), units).state).toBe(state);
  });

  test.each([
    ["less", "refund", SEND_UNITS - TOLERANCE - 1n, "refunding"],
    ["less", "refund", SEND_UNITS - TOLERANCE, "exchanging"],
    ["less", "exchange", SEND_UNITS - TOLERANCE - 1n, "exchanging"],
    ["more", "refund", SEND_UNITS + TOLERANCE + 1n, "refunding"],
    ["more", "refund", SEND_UNITS + TOLERANCE, "exchanging"],
    ["more", "refund", SEND_UNITS - TOLERANCE - 1n, "exchanging"],
  ])("%s: %s of a floating order within its limits, %s: %s", (kind, choice, units, state) => {
    expect(after(instructed({ [kind]: choice }), units).state).toBe(state);
  });

  test.each([
    ["less", SEND_UNITS - TOLERANCE - 1n],
    ["more", SEND_UNITS + TOLERANCE + 1n],
  ])("%s of a fixed order follows its own", (kind, units) => {
    const order = fixed({ mismatch: { [kind]: "exchange" } });
    expect(after(order, units).state).toBe("exchanging");
  });

  test("an exchange by instruction is settled at the market, not at the fixed rate", () => {
    const order = fixed({ mismatch: { less: "exchange" } });
    const market = exampleMarket({ rate: { numerator: 500n, denominator: 1n } });
    const settled = play(order, ...paid(SEND_UNITS / 2n, { market }), settle({ market })).order;
    expect(settled.settlement?.rate).toEqual(market.rate);
  });

  test("a refund without a refund address is asked about", () => {
    expect(after(instructed({ less: "refund" }, null), MIN - 1n).state).toBe("action_required");
  });

  test("an exchange that cannot be offered now is asked about", () => {
    const market = exampleMarket({ payableUnits: 0n });
    const { order } = play(instructed({ less: "exchange" }), ...paid(MIN - 1n, { market }));
    expect(order.phase).toMatchObject({ state: "action_required", offer: { exchange: null } });
  });

  test("a refund that its fee would eat is asked about", () => {
    const market = exampleMarket({ refundFeeUnits: MIN });
    const { order } = play(instructed({ less: "refund" }), ...paid(MIN - 1n, { market }));
    expect(order.phase).toMatchObject({ state: "action_required", offer: { refund: null } });
  });

  test("hold, too, when what decides is that a further deposit vanished", () => {
    const { order } = play(
      instructed({ less: "refund" }),
      seen(MIN - 1n),
      seen(SEND_UNITS, { id: "d2" }),
      final(),
      screened(),
      gone({ id: "d2" }),
      settle(),
    );
    expect(order.phase.state).toBe("refunding");
  });

  test("a refund gives the reserve back and plans no leg before its fee is known", () => {
    const played = play(instructed({ less: "refund" }), ...paid(MIN - 1n));
    expect(played.reserve[0]?.held).toBeGreaterThan(0n);
    expect(played.reserve.reduce((sum, { held }) => sum + held, 0n)).toBe(0n);
    expect(played.commands.at(-1)).toEqual({ kind: "plan_refund" });
    expect(played.order.legs).toEqual([]);
  });
});

describe("late", () => {
  const closed = (change: Partial<Order>, mismatch: OrderTerms["mismatch"] = {}) =>
    play(exampleOrder({ ...change, terms: { mismatch } }), timer(EXPIRES_AT)).order;
  const lateBy = (ms: number, order: Order) =>
    play(order, ...paid(SEND_UNITS, { at: EXPIRES_AT + ms })).order;
  const withRefund = { refundAddress: REFUND_ADDRESS };

  test("within 24 hours with a refund address: refunded by itself", () => {
    expect(lateBy(1, closed(withRefund)).phase.state).toBe("refunding");
    expect(lateBy(LATE_REFUND_WINDOW_MS, closed(withRefund)).phase.state).toBe("refunding");
  });

  test("after more than 24 hours: asked", () => {
    const order = lateBy(LATE_REFUND_WINDOW_MS + 1, closed(withRefund));
    expect(order.phase).toMatchObject({ state: "action_required", reason: "late" });
  });

  test("without a refund address: asked", () => {
    expect(lateBy(1, closed({})).phase).toMatchObject({ state: "action_required", reason: "late" });
  });

  test("a standing exchange is exchanged, at the market", () => {
    const order = lateBy(1, closed(withRefund, { late: "exchange" }));
    expect(order).toMatchObject({ phase: { state: "exchanging" }, approval: "at_market" });
  });

  test("a standing refund holds after 24 hours, too", () => {
    const order = lateBy(LATE_REFUND_WINDOW_MS + 1, closed(withRefund, { late: "refund" }));
    expect(order.phase.state).toBe("refunding");
  });

  test("comes before every other reason", () => {
    const order = play(closed({}), ...paid(MIN - 1n, { at: EXPIRES_AT + 1 })).order;
    expect(order.phase).toMatchObject({ reason: "late" });
  });
});
