import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CREATED_AT,
  decision,
  exampleMarket,
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
  screened,
  seen,
  settle,
  timer,
} from "../../../test/orders/example-order";
import { parseUnits } from "../../core/amount";
import { type AssetCode, assetOf } from "../../core/assets";
import { orderIdOf } from "../../core/ids";
import { LANGUAGES } from "../../language/languages";
import type { Order } from "../../orders/machine/order";
import { orderExample } from "./examples";
import { paymentInstructions } from "./instructions";
import { paymentUri } from "./payment-uri";
import { coarseAmount, trackWire } from "./track-view";
import { orderIn, orderWire, paymentWire, type ViewContext } from "./view";

const context: ViewContext = {
  language: "en",
  deposits: new Map(),
  cursors: new Map(),
  explorerUrl: (asset, txId) => `https://explorer.example/${asset}/${txId}`,
  confirmationsRequired: () => 2,
  estimatedSeconds: () => 1_204,
  mixSeconds: () => 900,
  observer: null,
};
const wire = (order: Order) => orderWire(order, context);
const asked = (refundAddress: string | null = null) =>
  play(exampleOrder({ refundAddress }), ...paid(50_000n)).order;

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

const INSTRUCTIONS = {
  "zh-cn": [
    "请准确发送 0.05 BTC。",
    "只能使用 Bitcoin 网络。",
    "请从您掌控的钱包一次性发送。",
    "达到 2 次区块确认后入账。",
    "从交易所账户提币时，请选择 Bitcoin 网络，并把提币手续费算在外：到账须正好为 0.05 BTC。",
  ],
  "zh-tw": [
    "請轉入剛好 0.05 BTC。",
    "僅限使用 Bitcoin 網路。",
    "請從您自己掌控的錢包一次轉出。",
    "達到 2 次區塊確認後入帳。",
    "從交易所帳戶提領時，請選擇 Bitcoin 網路，提領手續費另計：實際到帳須剛好是 0.05 BTC。",
  ],
  en: [
    "Send exactly 0.05 BTC.",
    "Use the Bitcoin network only.",
    "Send it in one transaction, from a wallet that you control.",
    "It counts after 2 confirmations.",
    "Paying from an exchange account? Choose Bitcoin as the withdrawal network and add its withdrawal fee: exactly 0.05 BTC has to arrive.",
  ],
  es: [
    "Envía exactamente 0.05 BTC.",
    "Usa únicamente la red Bitcoin.",
    "Envíalo en una sola transacción, desde una billetera bajo tu control.",
    "Se acredita tras 2 confirmaciones.",
    "¿Pagas desde la cuenta de un exchange? Elige Bitcoin como red de retiro y suma su comisión de retiro: deben llegar exactamente 0.05 BTC.",
  ],
  fr: [
    "Envoyez exactement 0.05 BTC.",
    "Utilisez uniquement le réseau Bitcoin.",
    "Envoyez le tout en une seule transaction, depuis un portefeuille que vous contrôlez.",
    "Le paiement est crédité après 2 confirmations.",
    "Vous payez depuis le compte d’une plateforme d’échange\u202f? Choisissez Bitcoin comme réseau de retrait et ajoutez ses frais de retrait\u202f: il doit arriver exactement 0.05 BTC.",
  ],
  ja: [
    "0.05 BTCちょうどを送金してください。",
    "Bitcoinネットワークのみを使用してください。",
    "ご自身が管理するウォレットから、1回の取引で送金してください。",
    "2回の承認後に入金が確定します。",
    "取引所の口座から出金する場合は、ネットワークにBitcoinを選び、出金手数料を別に加えてください。0.05 BTCちょうどが届く必要があります。",
  ],
} as const;

describe("the payment instructions", () => {
  test.each(LANGUAGES)("are in %s for a reader of it, also of an order shown to another", (language) => {
    const expected = INSTRUCTIONS[language];
    const order = exampleOrder();
    const own = orderWire(order, { ...context, language });
    expect(own.paymentInstructions).toEqual(expected);
    expect(paymentWire(order, { ...context, language }).instructions).toEqual(expected);
    for (const other of LANGUAGES)
      expect(orderIn(language, orderWire(order, { ...context, language: other }))).toEqual(own);
  });

  test("are none once the order has ended", () => {
    const order = exampleOrder({ phase: { state: "cancelled", at: exampleOrder().terms.createdAt } });
    const shown = orderWire(order, { ...context, language: "en" });
    expect(shown.paymentInstructions).toEqual([]);
    expect(paymentWire(order, { ...context, language: "en" }).instructions).toEqual([]);
    expect(orderIn("ja", shown)).toEqual(shown);
  });

  test.each([
    ["en", "It counts after 1 confirmation."],
    ["es", "Se acredita tras 1 confirmación."],
    ["fr", "Le paiement est crédité après 1 confirmation."],
  ] as const)("count one confirmation in %s", (language, expected) => {
    const one = { ...context, language, confirmationsRequired: () => 1 };
    expect(orderWire(exampleOrder(), one).paymentInstructions).toContain(expected);
  });

  test("of a token name the coin that pays its network's fee", () => {
    const token = { asset: "USDT-TRC20", amount: "500", confirmationsRequired: 2 } as const;
    expect(paymentInstructions(token, "en").at(-1)).toBe(
      "Your wallet also needs a little TRX to pay the network fee.",
    );
    for (const language of LANGUAGES) expect(paymentInstructions(token, language)).toHaveLength(6);
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
