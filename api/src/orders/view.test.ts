import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseUnits } from "../core/amount";
import { type AssetCode, assetOf } from "../core/assets";
import {
  CREATED_AT,
  exampleMarket,
  exampleOrder,
  final,
  gone,
  HOUR_MS,
  legEvent,
  MINUTE_MS,
  paid,
  play,
  REFUND_ADDRESS,
  screened,
  seen,
  settle,
  timer,
} from "./example-order";
import type { Order } from "./order";
import { coarseAmount, orderWire, paymentUri, trackWire, type ViewContext } from "./view";

const context: ViewContext = {
  deposits: new Map(),
  cursors: new Map(),
  explorerUrl: (asset, txId) => `https://explorer.example/${asset}/${txId}`,
  confirmationsRequired: () => 2,
  estimatedSeconds: () => 1_204,
};
const wire = (order: Order) => orderWire(order, context);
const asked = (refundAddress: string | null = null) =>
  play(exampleOrder({ refundAddress }), ...paid(50_000n)).order;

describe("the order as its holder sees it", () => {
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

describe("the order as whoever has its code sees it", () => {
  test("is coarse, and never shows the secret id or an address", () => {
    const order = exampleOrder({
      id: "secret-id",
      refundAddress: "secret-refund",
      terms: {
        receiveAddress: "TUEZSdKsoDHQ",
        createdAt: CREATED_AT + 19 * MINUTE_MS,
        sendUnits: 5_678_901n,
      },
    });
    const tracked = trackWire(order);
    expect(tracked).toEqual({
      id: "482915037",
      status: "pending",
      state: "waiting",
      createdAt: "2026-01-01T00:10:00.000Z",
      completedAt: null,
      sendAmount: "0.056",
      sendCurrency: "BTC",
      receiveAmount: "2900",
      receiveCurrency: "USDT-TRC20",
      receiveAddress: "…DHQ",
    });
    expect(JSON.stringify(tracked)).not.toMatch(/secret|deposit-address|TUEZ/);
  });

  test("its amounts keep two digits, rounded down", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), (units) => {
        const coarse = parseUnits(coarseAmount("BTC", units), 8);
        const shown = coarse.ok ? coarse.value : -1n;
        expect(shown <= units && units * 10n < shown * 11n + 10n).toBe(true);
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

test("a cash address is not prefixed twice", () => {
  const order = exampleOrder({ terms: { sendAsset: "BCH", depositAddress: "bitcoincash:qq" } });
  expect(paymentUri(order)).toBe("bitcoincash:qq?amount=0.05");
});
