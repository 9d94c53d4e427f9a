import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CREATED_AT,
  decision,
  EXPIRES_AT,
  exampleMarket,
  exampleMixer,
  exampleOrder,
  final,
  gone,
  HOUR_MS,
  legEvent,
  MINUTE_MS,
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
import { exampleContext as context } from "../../../test/orders/example-view";
import { parseUnits } from "../../core/amount";
import { type AssetCode, assetOf } from "../../core/assets";
import { legIdOf, orderIdOf } from "../../core/ids";
import type { Order } from "../../orders/machine/order";
import { orderExample } from "./examples";
import { paymentUri } from "./payment-uri";
import { coarseAmount, trackWire } from "./track-view";
import { orderWire, type ViewContext } from "./view";

const wire = (order: Order) => orderWire(order, context);
const asked = (refundAddress: string | null = null, units = 50_000n) =>
  play(exampleOrder({ refundAddress }), ...paid(units)).order;

describe("the order as its customer sees it", () => {
  test("before payment shows the quote", () => {
    expect(wire(exampleOrder())).toMatchObject({
      status: "pending",
      state: "waiting",
      reason: null,
      choices: [],
      deadline: null,
      sendAmount: "0.05",
      receiveAmount: "2985.7",
      exchangeRate: "60000",
      fee: "0.000225",
      feeRate: "0.45",
      networkFee: "0.8",
      confirmations: 0,
      confirmationsRequired: 2,
      createdAt: "2026-01-01T00:00:00.000Z",
      expiresAt: "2026-01-01T00:30:00.000Z",
      completedAt: null,
      outcome: null,
    });
  });

  test("shows what was settled, whatever was quoted", () => {
    const market = exampleMarket({ rate: { numerator: 500n, denominator: 1n } });
    const { order } = play(exampleOrder(), ...paid(), settle({ market }), legEvent("leg_final"));
    expect(wire(order)).toMatchObject({
      status: "completed",
      receiveAmount: "2487.95",
      exchangeRate: "50000",
      outcome: "exchanged",
      txHash: "payout",
      payouts: [{ txHash: "payout", currency: "USDT-TRC20", amount: "2487.95", status: "confirmed" }],
    });
  });

  test("asks with both choices, their figures, the deadline and its default", () => {
    expect(wire(asked())).toMatchObject({
      state: "action_required",
      reason: "limit",
      revision: 1,
      deadline: new Date(screened().at + 24 * HOUR_MS).toISOString(),
      defaultChoice: "wait",
      choices: [
        { choice: "exchange", sendsAmount: "29.065", currency: "USDT-TRC20", networkFee: "0.8" },
        { choice: "refund", sendsAmount: "0.00049", currency: "BTC", networkFee: "0.00001" },
      ],
    });
    expect(wire(asked(REFUND_ADDRESS)).defaultChoice).toBe("refund");
  });

  test("shows the figures of the offer, which are for what arrived and multiply out", () => {
    const rate = { numerator: 590n, denominator: 1n };
    const { order } = play(
      exampleOrder({ terms: { orderType: "fixed" } }),
      seen(3_000_000n),
      final(),
      screened({ market: exampleMarket({ rate, payoutFeeUnits: 900_000n }) }),
    );
    // (0.03 − 0.000135) BTC at 59,000, less 0.9.
    expect(wire(order)).toMatchObject({
      receiveAmount: "1761.135",
      exchangeRate: "59000",
      fee: "0.000135",
      networkFee: "0.9",
    });
  });

  test("offers a wrong asset back in that asset alone", () => {
    const { order } = play(exampleOrder(), seen(10n ** 18n, { asset: "ETH" }), final(), screened());
    expect(wire(order).choices).toMatchObject([{ choice: "refund", currency: "ETH" }]);
  });

  test("lists the deposits that are there, and says when nobody claimed them", () => {
    const { order } = play(exampleOrder(), seen(), seen(7n, { id: "d2" }), gone());
    expect(wire(order).deposits).toMatchObject([{ txHash: "tx-d2", amount: "0.00000007", confirmations: 0 }]);
    const late = screened().at + 24 * HOUR_MS + 31 * 24 * HOUR_MS;
    expect(wire(play(asked(), timer(late)).order).outcome).toBe("unclaimed");
  });
});

test("promises no refund at the deadline of which its fee leaves nothing", () => {
  const { choices, defaultChoice } = wire(asked(REFUND_ADDRESS, 900n));
  expect(choices.map(({ choice }) => choice)).not.toContain("refund");
  expect(defaultChoice).toBe("wait");
});

test("shows the key that proves a payout to the holder of the order, and not on its public page", () => {
  const { order } = play(exampleOrder(), ...paid(), settle({}), legEvent("leg_final"));
  const [leg] = order.legs;
  if (leg === undefined) throw new Error("no leg");
  const txKeys = new Map([[leg.id, "c0de"]]);
  expect(orderWire(order, { ...context, txKeys }).payouts).toMatchObject([
    { txHash: "payout", txKey: "c0de" },
  ]);
  expect(wire(order).payouts[0]).not.toHaveProperty("txKey");
  expect(JSON.stringify(trackWire(order))).not.toMatch(/txKey|payouts/);
});

test("the amounts of an underpaid order are written as a receipt that adds up", () => {
  expect(wire(play(exampleOrder(), seen(2_000_000n)).order).amounts).toEqual({
    ...orderExample.amounts,
    basis: "arrived",
    arrived: { amount: "0.02", currency: "BTC" },
    current: {
      ...orderExample.amounts.ordered,
      sendAmount: "0.02",
      converted: "1200",
      fee: "5.4",
      receiveAmount: "1193.8",
    },
    recalculated: "less",
  });
});

describe("what an order names for its customer", () => {
  test("names its standing instructions, and how it had ended before its money came", () => {
    const order = exampleOrder({ terms: { mismatch: { late: "refund" } } });
    expect(wire(order)).toMatchObject({
      mismatch: { less: null, more: null, late: "refund" },
      closedAs: null,
    });
    const cancelled = play(order, { type: "cancel", at: CREATED_AT + MINUTE_MS }, seen()).order;
    expect(wire(cancelled)).toMatchObject({ state: "confirming", late: true, closedAs: "cancelled" });
  });

  test("is late where it was begun in time with a little, and paid after its window", () => {
    const begun = play(exampleOrder(), ...paid(SEND_UNITS / 200n)).order;
    expect(wire(begun)).toMatchObject({ late: false });
    const after = { id: "d2", at: EXPIRES_AT + 2 * MINUTE_MS, blockAt: EXPIRES_AT + MINUTE_MS };
    const whole = play(begun, ...paid(SEND_UNITS, after)).order;
    expect(wire(whole)).toMatchObject({ state: "action_required", reason: "late", late: true });
  });

  test("says where each payout goes: a refund, the one address, or those that a mix pays", () => {
    const addressesOf = (order: Order, destinations: ViewContext["destinations"] = new Map()) =>
      orderWire(order, { ...context, destinations }).payouts.map(({ address }) => address);
    const { order } = play(exampleOrder(), ...paid(), settle());
    expect(addressesOf(order)).toEqual(["receive-address"]);
    const back = play(asked(REFUND_ADDRESS), decision("refund"), planRefund()).order;
    expect(addressesOf(back)).toEqual([REFUND_ADDRESS]);
    const mixer = { ...exampleMixer(1), receiveAddresses: ["one", "two"] };
    const mixed = { ...order, terms: { ...order.terms, mixer } };
    const [leg] = order.legs;
    expect(addressesOf(mixed, new Map([[leg?.id ?? legIdOf("none"), "two"]]))).toEqual(["two"]);
    expect(addressesOf(mixed)).toEqual([null]);
  });
});

describe("the order as its code shows it", () => {
  test("is coarse, and never shows the secret id or an address", () => {
    const order = exampleOrder({
      id: orderIdOf("secret-id"),
      refundAddress: "secret-refund",
      terms: {
        payout: { kind: "to", address: "TUEZSdKsoDHQ" },
        createdAt: CREATED_AT + 19 * MINUTE_MS,
        sendUnits: 5_678_901n,
      },
    });
    const tracked = trackWire(order);
    expect(tracked).toEqual({
      id: "482915037",
      status: "pending",
      state: "waiting",
      basis: "ordered",
      createdAt: "2026-01-01T00:10:00.000Z",
      completedAt: null,
      timeGrain: 600,
      sendAmount: "0.057",
      sendCurrency: "BTC",
      receiveAmount: "3000",
      receiveCurrency: "USDT-TRC20",
      refundAmount: null,
      receiveAddress: "…DHQ",
    });
    expect(JSON.stringify(tracked)).not.toMatch(/secret|deposit-address|TUEZ/);
  });

  test("sends what arrived, and promises nothing once it goes back", () => {
    const less = play(exampleOrder({ refundAddress: REFUND_ADDRESS }), ...paid(50_000n)).order;
    expect(trackWire(less)).toMatchObject({ basis: "arrived", sendAmount: "0.0005", receiveAmount: "29" });
    const refunded = trackWire(play(less, decision("refund"), planRefund()).order);
    expect(refunded).toMatchObject({ basis: "refunded", sendAmount: "0.0005", receiveAmount: null });
    expect(refunded.refundAmount).toBe("0.00049");
  });

  test("promises nothing for a late payment, unless it is to be exchanged", () => {
    const late = (terms: Partial<Order["terms"]>) =>
      play(
        exampleOrder({ refundAddress: REFUND_ADDRESS, terms }),
        timer(EXPIRES_AT),
        seen(undefined, { at: EXPIRES_AT + 1 }),
      );
    expect(trackWire(late({}).order)).toMatchObject({
      basis: "arrived",
      sendAmount: "0.05",
      receiveAmount: null,
    });
    expect(trackWire(late({ mismatch: { late: "exchange" } }).order)).toMatchObject({
      receiveAmount: "3000",
    });
  });

  test("its amounts keep two digits, rounded to the nearest", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (units) => {
        const coarse = parseUnits(coarseAmount("BTC", units), 8);
        const shown = coarse.ok ? coarse.value : -1n;
        const off = shown > units ? shown - units : units - shown;
        expect(off * 20n <= units).toBe(true);
        expect(shown.toString().replace(/0+$/, "").length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

test.each([
  ["BTC", "bitcoin:addr?amount=0.05"],
  ["LTC", "litecoin:addr?amount=0.05"],
  ["DASH", "dash:addr?amount=0.05"],
  ["XMR", "monero:addr?tx_amount=0.05"],
  ["SOL", "solana:addr?amount=0.05"],
  ["ETH", null],
  ["USDT-TRC20", null],
] as const)("the payment URI of %s is %s", (sendAsset: AssetCode, uri) => {
  const sendUnits = 5n * 10n ** BigInt(assetOf(sendAsset).decimals - 2);
  expect(paymentUri(exampleOrder({ terms: { sendAsset, sendUnits, depositAddress: "addr" } }))).toBe(uri);
});

test.each(["bitcoincash:qq", "bchreg:qq"])(
  "the scheme of the cash address %s is its own prefix",
  (depositAddress) => {
    const order = exampleOrder({ terms: { sendAsset: "BCH", depositAddress } });
    expect(paymentUri(order)).toBe(`${depositAddress}?amount=0.05`);
  },
);
