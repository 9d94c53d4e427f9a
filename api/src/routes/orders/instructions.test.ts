import { describe, expect, test } from "vitest";
import { exampleOrder } from "../../../test/orders/example-order";
import { exampleContext as context } from "../../../test/orders/example-view";
import { LANGUAGES } from "../../language/languages";
import { paymentInstructions } from "./instructions";
import { orderIn, orderWire, paymentWire } from "./view";

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
    "Envía exactamente 0,05 BTC.",
    "Usa únicamente la red Bitcoin.",
    "Envíalo en una sola transacción, desde una billetera bajo tu control.",
    "Se acredita tras 2 confirmaciones.",
    "¿Pagas desde la cuenta de un exchange? Elige Bitcoin como red de retiro y suma su comisión de retiro: deben llegar exactamente 0,05 BTC.",
  ],
  fr: [
    "Envoyez exactement 0,05 BTC.",
    "Utilisez uniquement le réseau Bitcoin.",
    "Envoyez le tout en une seule transaction, depuis un portefeuille que vous contrôlez.",
    "Le paiement est crédité après 2 confirmations.",
    "Vous payez depuis le compte d’une plateforme d’échange\u202f? Choisissez Bitcoin comme réseau de retrait et ajoutez ses frais de retrait\u202f: il doit arriver exactement 0,05 BTC.",
  ],
  ja: [
    "0.05 BTCちょうどを送金してください。",
    "Bitcoinネットワークのみを使用してください。",
    "ご自身が管理するウォレットから、1回のトランザクションで送金してください。",
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
