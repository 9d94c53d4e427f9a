import type { Problem } from "@sotto/openapi";
import { expect, test } from "vitest";
import { type Draft, newDraft } from "../session/session";
import { afterRefusal } from "./settle";
import { nextStep, stepBack, withoutAnswer } from "./steps";

const whole: Draft = {
  ...newDraft(),
  step: "summary",
  type: "floating",
  send: "BTC",
  receive: "ETH",
  amount: "0.05",
  address: "0x742d35Cc6634C0532925a3b844Bc454e4438f44e",
  memo: "7",
  refund: { address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" },
  key: "bot-1",
};
const problem = (code: string, pointer?: string) =>
  ({ code, message: "No.", errors: pointer === undefined ? [] : [{ pointer }] }) as unknown as Problem;

test("a coin that is taken back takes its address along, and the coin that is sent its amount and refund", () => {
  const other = { ...withoutAnswer(whole, "receive"), receive: "USDT-BEP20" };
  expect(other).toMatchObject({ address: null, memo: null, amount: "0.05", key: null });
  expect(nextStep(other, true)).toBe("address");
  const sent = { ...withoutAnswer(whole, "send"), send: "LTC" };
  expect(sent).toMatchObject({ amount: null, refund: null, address: whole.address, key: null });
  expect(nextStep(sent, true)).toBe("amount");
});

test.each([
  ["currency/paused", "/sendCurrency", "send"],
  ["currency/paused", "/fromCurrency", "send"],
  ["currency/paused", "/receiveCurrency", "receive"],
  ["pair/same", "/toCurrency", "receive"],
  ["pair/paused", "/orderType", "type"],
  ["pair/paused", undefined, "receive"],
  ["address/listed", "/receiveAddress", "address"],
  ["address/memo", "/receiveMemo", "memo"],
  ["address/ours", "/refundAddress", "refund"],
  ["amount/min", "/sendAmount", "amount"],
] as const)("%s at %s takes back the answer to %s", (code, pointer, step) => {
  const refused = afterRefusal(whole, problem(code, pointer)).draft;
  expect(refused).toMatchObject({ step, [step]: null });
});

test("back takes back the step's own answer while nothing came of it", () => {
  expect(stepBack({ ...whole, step: "amount" }, true)).toMatchObject({ step: "amount", amount: null });
  const open = { ...whole, step: "amount", amount: null } as const;
  expect(stepBack(open, true)).toMatchObject({ step: "receive", receive: null, address: null });
  expect(stepBack(newDraft(), true)).toEqual(newDraft());
});
