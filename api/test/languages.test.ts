import { afterAll, beforeAll, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../src/language/languages";
import { PROBLEM_TEXTS } from "../src/language/problem-texts";
import type { PaymentWire } from "../src/routes/orders/payment-schema";
import type { OrderWire } from "../src/routes/orders/schema";
import { type RunningSotto, startSotto } from "./running-sotto";

const BODY = {
  sendCurrency: "BTC",
  receiveCurrency: "ETH",
  sendAmount: "0.1",
  receiveAddress: "0x9858EfFD232B4033E47d90003D41EC34EcaEda94",
};
const SEND_EXACTLY: Readonly<Record<Language, string>> = {
  "zh-cn": "请准确发送 0.1 BTC。",
  "zh-tw": "請轉入剛好 0.1 BTC。",
  en: "Send exactly 0.1 BTC.",
  es: "Envía exactamente 0,1 BTC.",
  fr: "Envoyez exactement 0,1 BTC.",
  ja: "0.1 BTCちょうどを送金してください。",
};

let sotto: RunningSotto;
beforeAll(async () => {
  sotto = await startSotto();
});
afterAll(() => sotto.stop());

const get = (path: string, language: Language): Promise<Response> =>
  fetch(`${sotto.base}/api${path}`, { headers: { "accept-language": language } });
const post = async (
  path: string,
  caller: { language: Language; key: string },
  body: unknown = {},
): Promise<OrderWire> => {
  const answer = await fetch(`${sotto.base}/api${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept-language": caller.language,
      "idempotency-key": caller.key,
    },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as OrderWire;
};
const create = (language: Language, key: string) => post("/exchanges", { language, key }, BODY);

/** The data of a stream's first event. */
async function firstEvent(response: Response): Promise<OrderWire> {
  const stream = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (stream === undefined) throw new Error("no body");
  let text = "";
  for (let chunk = await stream.read(); !chunk.done; chunk = await stream.read()) {
    text += chunk.value;
    const data = /^data: (.*)\n\n/m.exec(text)?.[1];
    if (data === undefined) continue;
    await stream.cancel();
    return JSON.parse(data) as OrderWire;
  }
  throw new Error("the stream ended before its first event");
}

it.each(LANGUAGES)("an order's sentences are in %s for a caller who reads it", async (language) => {
  const order = await create(language, `an-order-in-language-${language}`);
  expect(order.paymentInstructions[0]).toBe(SEND_EXACTLY[language]);
  const payment = (await (await get(`/exchanges/${order.id}/payment`, language)).json()) as PaymentWire;
  expect(payment.instructions).toEqual(order.paymentInstructions);
  expect(await firstEvent(await get(`/exchanges/${order.id}/events`, language))).toMatchObject({
    paymentInstructions: order.paymentInstructions,
  });
  const unknown = await get("/exchanges/AAAAAAAAAAAAAAAAAAAAAA", language);
  expect(unknown.headers.get("content-language")).toBe(language);
  expect(await unknown.json()).toMatchObject(PROBLEM_TEXTS[language]["order/unknown"]);
});

it("the first answer under a key comes again with its figures, in the language of whoever asks again", async () => {
  const first = await create("fr", "one-key-of-them-all");
  const cancelled = await post(`/exchanges/${first.id}/cancel`, { language: "es", key: "cancels-the-order" });
  expect(cancelled).toMatchObject({ state: "cancelled", paymentInstructions: [] });
  for (const language of LANGUAGES) {
    const again = await create(language, "one-key-of-them-all");
    const { paymentInstructions } = again;
    expect(paymentInstructions[0]).toBe(SEND_EXACTLY[language]);
    expect(again).toEqual({ ...first, paymentInstructions });
    const cancel = { language, key: "cancels-the-order" };
    expect(await post(`/exchanges/${first.id}/cancel`, cancel)).toEqual(cancelled);
  }
});
