import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decision,
  EXPIRES_AT,
  exampleMarket,
  exampleOrder,
  final,
  gone,
  legEvent,
  mined,
  paid,
  planRefund,
  play,
  REFUND_ADDRESS,
  SEND_UNITS,
  screened,
  seen,
  settle,
  timer,
} from "../../../test/orders/example-order";
import { figuresOf } from "../../core/exchange-figures";
import { amountsOf, type ReceiptFigures } from "./amounts";
import type { OrderEvent } from "./events";
import type { Order, OrderTerms } from "./order";

/** 0.05 BTC at 60,000 USDT: 3,000, less 13.5 and 0.8. */
const ORDERED = {
  sendUnits: 5_000_000n,
  rate: { numerator: 600n, denominator: 1n },
  convertedUnits: 3_000_000_000n,
  feeUnits: 13_500_000n,
  networkFeeUnits: 800_000n,
  receiveUnits: 2_985_700_000n,
};
/** 0.02 BTC at the same rate: 1,200, less 5.4 and 0.8. */
const OF_TWO_FIFTHS = {
  ...ORDERED,
  sendUnits: 2_000_000n,
  convertedUnits: 1_200_000_000n,
  feeUnits: 5_400_000n,
  receiveUnits: 1_193_800_000n,
};
const NOTHING = { arrived: null, credited: null, exchanged: null, paid: null, refunded: null };
const btc = (units: bigint) => ({ asset: "BTC", units });
const LESS = 2_000_000n;

const REFUND_HELD: OrderEvent = {
  type: "refund_held",
  seenSources: [1],
  at: screened().at,
  admin: "a",
  reason: "r",
  market: exampleMarket(),
};

const asked = (refundAddress: string | null = null): Order =>
  play(exampleOrder({ refundAddress, terms: { orderType: "fixed" } }), ...paid(LESS)).order;

describe("the amounts of an order before its rate is settled", () => {
  test("that waits are what was ordered", () => {
    expect(amountsOf(exampleOrder())).toEqual({
      ...NOTHING,
      basis: "ordered",
      ordered: ORDERED,
      current: ORDERED,
      isFirm: false,
      recalculatedBy: null,
    });
  });

  test("change to what arrived as soon as it is seen, and back when it is gone", () => {
    const order = play(exampleOrder(), seen(LESS)).order;
    expect(amountsOf(order)).toEqual({
      ...NOTHING,
      basis: "arrived",
      ordered: ORDERED,
      current: OF_TWO_FIFTHS,
      isFirm: false,
      arrived: btc(LESS),
      recalculatedBy: "less",
    });
    expect(amountsOf(play(order, gone()).order)).toMatchObject({ ...NOTHING, basis: "ordered" });
  });

  test("promise nothing for an amount below the minimum", () => {
    const order = play(exampleOrder(), seen(50_000n)).order;
    expect(amountsOf(order)).toMatchObject({ basis: "arrived", current: null, recalculatedBy: null });
  });

  test("of an open question are the offer's, for what was credited", () => {
    expect(amountsOf(asked())).toMatchObject({
      basis: "arrived",
      current: OF_TWO_FIFTHS,
      credited: btc(LESS),
      exchanged: null,
      recalculatedBy: "less",
    });
    const noOffer = play(exampleOrder(), seen(50_000n), final(), screened({ market: null })).order;
    expect(amountsOf(noOffer)).toMatchObject({ current: null });
  });

  test("count no payment in no block beside one of the agreed amount", () => {
    const stranger = seen(10_000_000n, { id: "d2" });
    const amounts = { basis: "arrived", current: ORDERED, recalculatedBy: null };
    const confirming = play(exampleOrder(), seen(), stranger, mined()).order;
    expect(amountsOf(confirming)).toMatchObject({ ...amounts, arrived: btc(15_000_000n) });
    expect(amountsOf(play(confirming, final(), screened()).order)).toMatchObject(amounts);
    // In a block it is waited for, and exchanged with the other.
    const both = play(confirming, mined({ id: "d2" })).order;
    expect(amountsOf(both).current?.sendUnits).toBe(15_000_000n);
    const less = play(exampleOrder(), seen(LESS), stranger, mined()).order;
    expect(amountsOf(less).current?.sendUnits).toBe(LESS + 10_000_000n);
  });

  test("promise nothing while money from a listed source is held", () => {
    const held = play(exampleOrder(), seen(), final(), screened({ listed: true })).order;
    expect(held.phase.state).toBe("hold");
    expect(amountsOf(held)).toMatchObject({ basis: "arrived", current: null, recalculatedBy: null });
  });

  test("keep the figures that the customer has consented to", () => {
    const order = play(asked(), decision("exchange")).order;
    expect(order.phase.state).toBe("exchanging");
    expect(amountsOf(order)).toMatchObject({ basis: "arrived", current: OF_TWO_FIFTHS });
  });
});

describe("the amounts of a payment that is not what was agreed", () => {
  const withRefund = (terms: Partial<OrderTerms>) => exampleOrder({ refundAddress: REFUND_ADDRESS, terms });
  const lateTo = (terms: Partial<OrderTerms>, units?: bigint): Order =>
    play(withRefund(terms), timer(EXPIRES_AT), seen(units, { at: EXPIRES_AT + 1 })).order;
  const FIXED = { orderType: "fixed" } as const;
  const inBlock = ({ late }: Order) => final({ blockAt: late ? EXPIRES_AT + 1 : EXPIRES_AT });
  const MORE = SEND_UNITS * 2n;
  const replaced = [seen(SEND_UNITS, { id: "d0" }), gone({ id: "d0", replaced: true })];

  test.each<[string, Order]>([
    ["late, without an instruction", lateTo({})],
    ["late, to be refunded", lateTo({ mismatch: { late: "refund" } })],
    ["late, at a fixed rate", lateTo(FIXED)],
    ["less, to be refunded", play(withRefund({ mismatch: { less: "refund" } }), seen(LESS)).order],
    ["more, to be refunded", play(withRefund({ mismatch: { more: "refund" } }), seen(MORE)).order],
    ["less, at a fixed rate", play(withRefund(FIXED), seen(LESS)).order],
    ["more, at a fixed rate", play(withRefund(FIXED), seen(MORE)).order],
    ["replaced, at a fixed rate", play(withRefund(FIXED), ...replaced, seen()).order],
  ])("promise no exchange: %s", (_, order) => {
    expect(order.phase.state).toBe("confirming");
    expect(amountsOf(order)).toMatchObject({ basis: "arrived", current: null, recalculatedBy: null });
    const checked = play(order, inBlock(order)).order;
    expect(checked.phase.state).toBe("screening");
    expect(amountsOf(checked)).toMatchObject({ basis: "arrived", current: null });
  });

  test.each<[string, Order, bigint]>([
    ["late", lateTo({ mismatch: { late: "exchange" } }), SEND_UNITS],
    ["less", play(withRefund({ ...FIXED, mismatch: { less: "exchange" } }), seen(LESS)).order, LESS],
    ["more", play(withRefund({ ...FIXED, mismatch: { more: "exchange" } }), seen(MORE)).order, MORE],
    ["below", play(withRefund({ mismatch: { less: "exchange" } }), seen(90_000n)).order, 90_000n],
  ])("are those of an exchange that was instructed: %s", (_, order, sendUnits) => {
    expect(amountsOf(order).current).toMatchObject({ sendUnits, rate: ORDERED.rate });
    const settling = play(order, inBlock(order), screened()).order;
    expect(settling).toMatchObject({ phase: { state: "exchanging" }, approval: "at_market" });
    expect(amountsOf(settling).current).toMatchObject({ sendUnits });
  });
});

describe("the figures that hold are certain", () => {
  const fixed = (terms: Partial<OrderTerms> = {}) =>
    exampleOrder({ terms: { orderType: "fixed", ...terms } });
  const TOLERATED = SEND_UNITS - 25_000n;

  test.each<[string, Order, boolean]>([
    ["a fixed rate before the payment", fixed(), true],
    ["a fixed rate of what was agreed", play(fixed(), seen(TOLERATED)).order, true],
    ["a fixed rate while it is settled", play(fixed(), ...paid()).order, true],
    ["a floating rate", play(exampleOrder(), ...paid()).order, false],
    ["a floating rate that is settled", play(exampleOrder(), ...paid(), settle()).order, true],
    ["less, which is exchanged", play(fixed({ mismatch: { less: "exchange" } }), seen(LESS)).order, false],
    ["an offer", asked(), false],
    ["a consent to an offer", play(asked(), decision("exchange")).order, false],
    ["an end without money", play(fixed(), timer(EXPIRES_AT)).order, false],
  ])("or not: %s", (_, order, isFirm) => {
    expect(amountsOf(order).isFirm).toBe(isFirm);
  });
});

describe("the amounts of an order afterwards", () => {
  test("are settled by the rate of that moment, and paid when the payout has landed", () => {
    const market = exampleMarket({ rate: { numerator: 500n, denominator: 1n } });
    const sent = play(exampleOrder(), ...paid(), settle({ market })).order;
    const settled = {
      ...ORDERED,
      rate: { numerator: 500n, denominator: 1n },
      convertedUnits: 2_500_000_000n,
      feeUnits: 11_250_000n,
      receiveUnits: 2_487_950_000n,
    };
    const amounts = amountsOf(sent);
    expect(amounts).toMatchObject({ basis: "exchanged", current: settled, exchanged: settled, paid: null });
    expect(amounts.recalculatedBy).toBe("rate");
    expect(amountsOf(play(sent, legEvent("leg_final")).order)).toMatchObject({
      basis: "exchanged",
      paid: { asset: "USDT-TRC20", units: 2_487_950_000n, networkFeeUnits: 800_000n },
      refunded: null,
    });
  });

  test("say that only the network's fee moved", () => {
    const market = exampleMarket({ payoutFeeUnits: 900_000n });
    expect(amountsOf(play(exampleOrder(), ...paid(), settle({ market })).order).recalculatedBy).toBe("fee");
  });

  test("do not count what comes after the decision", () => {
    const { order } = play(exampleOrder(), ...paid(), settle(), seen(LESS, { id: "d2" }));
    expect(amountsOf(order)).toMatchObject({ arrived: btc(5_000_000n), current: ORDERED });
  });

  test("of a refund promise no exchange, before, while and after it is sent", () => {
    const decided = play(asked(REFUND_ADDRESS), decision("refund")).order;
    expect(amountsOf(decided)).toMatchObject({ basis: "refunded", current: null, refunded: null });
    const planned = play(decided, planRefund()).order;
    const refunded = { ...btc(1_999_000n), networkFeeUnits: 1_000n, isSent: false };
    expect(amountsOf(planned)).toMatchObject({ basis: "refunded", current: null, refunded });
    const landed = play(planned, legEvent("leg_final", { legId: "refund-leg" })).order;
    expect(amountsOf(landed)).toMatchObject({
      basis: "refunded",
      current: null,
      arrived: btc(LESS),
      exchanged: null,
      paid: null,
      refunded: { ...refunded, isSent: true },
    });
  });

  test("of a payout that failed and is refunded are no longer those of its exchange", () => {
    const held = play(
      exampleOrder({ refundAddress: REFUND_ADDRESS }),
      ...paid(),
      settle(),
      legEvent("leg_reverted"),
      legEvent("leg_reverted", { txId: "second" }),
    ).order;
    expect(amountsOf(held)).toMatchObject({ basis: "exchanged", current: ORDERED, paid: null });
    const refunded = amountsOf(play(held, REFUND_HELD, planRefund()).order);
    expect(refunded).toMatchObject({ basis: "refunded", current: null, exchanged: null });
    expect(refunded.refunded).toMatchObject(btc(4_999_000n));
  });

  test("of an order that expired promise nothing", () => {
    expect(amountsOf(play(exampleOrder(), timer(EXPIRES_AT)).order)).toMatchObject({
      ...NOTHING,
      basis: "none",
      current: null,
    });
  });

  test("name the asset that came instead of the agreed one", () => {
    const wrong = { asset: "ETH" as const };
    const order = play(exampleOrder(), seen(10n ** 18n, wrong), final(), screened()).order;
    const arrived = { asset: "ETH", units: 10n ** 18n };
    expect(amountsOf(order)).toMatchObject({ basis: "arrived", current: null, arrived, credited: arrived });
  });
});

test("the figures add up as a receipt, with a fee that is never negative", () => {
  const units = fc.bigInt({ min: 100_000n, max: 400_000_000n });
  fc.assert(
    fc.property(units, fc.bigInt({ min: 1n, max: 10n ** 9n }), units, (numerator, denominator, sendUnits) => {
      const quote = { rate: { numerator, denominator }, networkFeeUnits: 3n };
      const { receiveUnits } = figuresOf({ ...quote, sendUnits, feePpm: 4_500n });
      const terms = { sendUnits, quote: { ...quote, receiveUnits } };
      const of: ReceiptFigures = amountsOf(exampleOrder({ terms })).ordered;
      expect(of.convertedUnits - of.feeUnits - of.networkFeeUnits).toBe(of.receiveUnits);
      expect(of.feeUnits >= 0n).toBe(true);
    }),
  );
});
