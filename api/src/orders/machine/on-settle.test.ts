import { describe, expect, test } from "vitest";
import {
  BOOK,
  bookedOn,
  decision,
  exampleMarket,
  exampleOrder,
  FEE_UNITS,
  final,
  HELD_UNITS,
  legEvent,
  NETWORK_FEE_UNITS,
  paid,
  planRefund,
  play,
  RATE,
  RECEIVE_UNITS,
  REFUND_ADDRESS,
  REFUND_FEE_UNITS,
  refusalOf,
  SEND_UNITS,
  seen,
  settle,
} from "../../../test/orders/example-order";
import { balanced } from "../../ledger/entry";
import { creditedUnits } from "./order";

const exchanging = (orderType: "floating" | "fixed" = "floating") =>
  play(exampleOrder({ terms: { orderType } }), ...paid()).order;
/** A rate `ppm` below the example's. */
const fallenBy = (ppm: bigint) => ({ numerator: 600n * (1_000_000n - ppm), denominator: 1_000_000n });

describe("settling", () => {
  test("fixes the figures, books the swap and plans the payout", () => {
    const settled = play(exchanging(), settle());
    expect(settled.order).toMatchObject({ phase: { state: "sending" }, heldUnits: 0n });
    expect(settled.order.settlement).toEqual({
      sendAsset: "BTC",
      receiveAsset: "USDT-TRC20",
      creditedUnits: SEND_UNITS,
      feeUnits: FEE_UNITS,
      grossUnits: RECEIVE_UNITS + NETWORK_FEE_UNITS,
      networkFeeUnits: NETWORK_FEE_UNITS,
      receiveUnits: RECEIVE_UNITS,
      rate: RATE,
      at: settle().at,
    });
    expect(settled.plannedLegs).toEqual([
      {
        id: "leg",
        kind: "payout",
        asset: "USDT-TRC20",
        units: RECEIVE_UNITS,
        feeUnitsMax: exampleMarket().payoutFeeUnitsMax,
        destination: "receive-address",
      },
    ]);
    expect(settled.commands).toEqual([{ kind: "send_leg", legId: "leg" }]);
    expect(settled.ledger.map(({ key }) => key)).toEqual(["settle:leg"]);
    expect(settled.ledger.every(({ entries }) => balanced(entries))).toBe(true);
    expect(bookedOn(settled.ledger, `customer:${BOOK}`)).toBe(SEND_UNITS);
    expect(bookedOn(settled.ledger, "payable:leg")).toBe(-RECEIVE_UNITS);
    expect(bookedOn(settled.ledger, "fees")).toBe(-FEE_UNITS);
    expect(bookedOn(settled.ledger, "network_fees")).toBe(-NETWORK_FEE_UNITS);
  });

  test("turns what the reserve held into what it plans, network fee in the native coin", () => {
    expect(play(exchanging(), settle()).reserve).toEqual([
      { asset: "USDT-TRC20", held: -HELD_UNITS, planned: 0n },
      { asset: "USDT-TRC20", held: 0n, planned: RECEIVE_UNITS },
      { asset: "TRX", held: 0n, planned: exampleMarket().payoutFeeUnitsMax },
    ]);
  });

  test("happens once", () => {
    const { order } = play(exchanging(), settle());
    expect(refusalOf(order, settle({ legId: "again" }))).toBe("already_done");
  });

  test("waits while there is no rate", () => {
    expect(refusalOf(exchanging(), settle({ market: exampleMarket({ rate: null }) }))).toBe(
      "rate_unavailable",
    );
  });

  test.each([
    ["no_reserve", exampleMarket({ payableUnits: RECEIVE_UNITS - 1n })],
    ["limit", exampleMarket({ isPayeeTooDear: true })],
    ["limit", exampleMarket({ payoutUnitsMin: RECEIVE_UNITS + 1n })],
    ["limit", exampleMarket({ payoutFeeUnits: RECEIVE_UNITS * 2n, payoutUnitsMin: 0n })],
  ])("%s: asks instead, books nothing and gives the reserve back", (reason, market) => {
    const asked = play(exchanging(), settle({ market }));
    expect(asked.order.phase).toMatchObject({ state: "action_required", reason, offer: { exchange: null } });
    expect(asked.order).toMatchObject({ heldUnits: 0n, settlement: null, legs: [] });
    expect(asked.ledger).toEqual([]);
    expect(asked.reserve).toEqual([{ asset: "USDT-TRC20", held: -HELD_UNITS, planned: 0n }]);
  });

  test.each([
    ["exactly what the reserve can pay", exampleMarket({ payableUnits: RECEIVE_UNITS })],
    ["exactly the least that can be paid", exampleMarket({ payoutUnitsMin: RECEIVE_UNITS })],
  ])("%s is paid", (_, market) => {
    expect(play(exchanging(), settle({ market })).order.phase.state).toBe("sending");
  });
});

describe("the rate", () => {
  test("of a floating order is the market's at credit", () => {
    const { order } = play(exchanging(), settle({ market: exampleMarket({ rate: fallenBy(300_000n) }) }));
    expect(order.settlement?.rate).toEqual(fallenBy(300_000n));
  });

  test.each([-500_000n, 0n, 10_000n])("of a fixed order is kept when the market fell by %s ppm", (ppm) => {
    const { order } = play(exchanging("fixed"), settle({ market: exampleMarket({ rate: fallenBy(ppm) }) }));
    expect(order.settlement).toMatchObject({ rate: RATE, receiveUnits: RECEIVE_UNITS });
  });

  test("of a fixed order does not pay for a second deposit, which the quote did not know of", () => {
    const market = exampleMarket({ payoutFeeUnits: 1n, furtherDepositsFeeUnits: 90_000n });
    const { order } = play(exchanging("fixed"), settle({ market }));
    expect(order.settlement).toMatchObject({
      networkFeeUnits: NETWORK_FEE_UNITS + 90_000n,
      receiveUnits: RECEIVE_UNITS - 90_000n,
    });
  });

  test("of a fixed order is asked about when the market fell by more than 1 %: rate_moved", () => {
    const market = exampleMarket({ rate: fallenBy(10_001n) });
    const { order } = play(exchanging("fixed"), settle({ market }));
    expect(order.phase).toMatchObject({ state: "action_required", reason: "rate_moved" });
    const accepted = play(order, decision("exchange", { at: settle().at }), settle({ market }));
    expect(accepted.order.settlement?.rate).toEqual(market.rate);
  });

  test.each([
    ["an instruction", exampleOrder({ terms: { mismatch: { more: "exchange" } } }), []],
    ["a decision", exampleOrder(), [decision("exchange")]],
  ])("by %s is not for more than one order may be worth", (_, order, events) => {
    const market = exampleMarket({ sendUnitsMax: 416_666_666n });
    const within = play(order, ...paid(416_666_666n), ...events, settle({ market }));
    expect(within.order.phase.state).toBe("sending");
    const beyond = play(order, ...paid(416_666_667n)).order;
    expect(beyond.phase).toMatchObject({
      state: "action_required",
      reason: "limit",
      offer: { exchange: null },
    });
    const dearer = exampleMarket({ sendUnitsMax: 410_000_000n });
    const capped = play(order, ...paid(416_666_666n), ...events, settle({ market: dearer })).order;
    expect(capped.phase).toMatchObject({ state: "action_required", reason: "limit" });
  });
});

describe("the rate that the customer accepted", () => {
  const accepted = () => play(exampleOrder(), ...paid(50_000n), decision("exchange")).order;
  const settledAt = (ppm: bigint) =>
    play(accepted(), settle({ market: exampleMarket({ rate: fallenBy(ppm), payoutFeeUnits: 0n }) })).order;

  test("is paid where the market rose: an offer is no option", () => {
    expect(settledAt(-500_000n).settlement?.rate).toEqual(RATE);
  });

  test("is the market's where that is lower by up to 0.5 %", () => {
    const market = exampleMarket({ rate: fallenBy(4_000n) });
    expect(play(accepted(), settle({ market })).order.settlement?.rate).toEqual(fallenBy(4_000n));
    const dearer = exampleMarket({ payoutFeeUnits: NETWORK_FEE_UNITS + 10_000n });
    const { settlement } = play(accepted(), settle({ market: dearer })).order;
    expect(settlement?.networkFeeUnits).toBe(NETWORK_FEE_UNITS + 10_000n);
  });

  test("is asked about again where the market's is lower by more", () => {
    const { order, ledger } = play(accepted(), settle({ market: exampleMarket({ rate: fallenBy(6_000n) }) }));
    expect(order).toMatchObject({
      approval: null,
      phase: {
        state: "action_required",
        reason: "rate_moved",
        offer: { exchange: { rate: fallenBy(6_000n) } },
      },
    });
    expect(ledger).toEqual([]);
  });

  test("settles what was credited, though more is on its way: that opens a child", () => {
    const asked = play(exampleOrder(), ...paid(50_000n), seen(600n, { id: "dust" })).order;
    const { order } = play(asked, decision("exchange"), settle());
    expect(order).toMatchObject({ phase: { state: "sending" }, settlement: { creditedUnits: 50_000n } });
    const decided = play(asked, decision("exchange"), final({ id: "dust" }));
    expect(decided.commands.at(-1)).toEqual({ kind: "open_child", depositId: "dust" });
    expect(creditedUnits(decided.order)).toBe(50_000n);
  });
});

describe("planning a refund", () => {
  const refunding = () =>
    play(
      exampleOrder({ refundAddress: REFUND_ADDRESS, terms: { mismatch: { less: "refund" } } }),
      ...paid(50_000n),
    ).order;

  test("pays what was credited less the network fee, to the refund address", () => {
    const planned = play(refunding(), planRefund());
    expect(planned.order.phase.state).toBe("refunding");
    expect(planned.plannedLegs).toMatchObject([
      { kind: "refund", asset: "BTC", units: 50_000n - REFUND_FEE_UNITS, destination: REFUND_ADDRESS },
    ]);
    expect(bookedOn(planned.ledger, `customer:${BOOK}`)).toBe(50_000n);
    expect(planned.reserve).toEqual([
      { asset: "BTC", held: 0n, planned: 50_000n - REFUND_FEE_UNITS + exampleMarket().refundFeeUnitsMax },
    ]);
    expect(play(planned.order, legEvent("leg_final", { legId: "refund-leg" })).order.phase.state).toBe(
      "refunded",
    );
  });

  test("happens once", () => {
    const { order } = play(refunding(), planRefund());
    expect(refusalOf(order, planRefund({ legId: "again" }))).toBe("already_done");
    expect(refusalOf(exchanging(), planRefund())).toBe("already_done");
  });

  test("is not delayed by a further deposit, which opens a child", () => {
    const { order } = play(refunding(), seen(7_000n, { id: "d2" }));
    const planned = play(order, planRefund());
    expect(planned.plannedLegs[0]?.units).toBe(50_000n - REFUND_FEE_UNITS);
    const { order: after, commands } = play(order, final({ id: "d2" }));
    expect(commands).toEqual([{ kind: "open_child", depositId: "d2" }]);
    expect(creditedUnits(after)).toBe(50_000n);
  });

  test("asks when the fee or dust would eat it", () => {
    for (const change of [{ refundFeeUnits: 50_000n }, { refundUnitsMin: 50_000n }]) {
      const { order } = play(refunding(), planRefund({ market: exampleMarket(change) }));
      expect(order.phase).toMatchObject({
        state: "action_required",
        reason: "limit",
        offer: { refund: null },
      });
    }
  });

  test("of a wrong asset sends that asset back", () => {
    const asked = play(exampleOrder(), seen(10n ** 18n, { asset: "ETH" }), ...paid().slice(1)).order;
    const { plannedLegs } = play(asked, decision("refund", { refundAddress: REFUND_ADDRESS }), planRefund());
    expect(plannedLegs).toMatchObject([{ asset: "ETH", units: 10n ** 18n - REFUND_FEE_UNITS }]);
  });
});
