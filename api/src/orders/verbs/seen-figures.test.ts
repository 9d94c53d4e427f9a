import { describe, expect, it } from "vitest";
import type { OrderInput } from "./order-input";
import { movedSince } from "./seen-figures";

// 10 USDT at 0.0000166 BTC for 1 USDT: a small rate, which clients round.
const PAIR = { send: "USDT-TRC20", receive: "BTC" } as const;
const OURS = { receiveUnits: 16_525n, rate: { numerator: 166n, denominator: 100_000n }, feeUnits: 45_000n };
const ORDER: OrderInput = {
  sendCurrency: "USDT-TRC20",
  receiveCurrency: "BTC",
  sendAmount: "10",
  receiveAddress: "x",
};
const answerTo = (figures: Partial<OrderInput>): string => {
  const moved = movedSince(PAIR, OURS, { ...ORDER, ...figures });
  return moved === null ? "taken" : `${moved.code} ${moved.pointer}`;
};

describe("the figures that a client saw", () => {
  it.each([
    [{}, "taken"],
    [{ receiveAmount: "0.00016525", exchangeRate: "0.0000166", fee: "0.045" }, "taken"],
    [{ receiveAmount: "0.0001660" }, "taken"],
    [{ receiveAmount: "0.000167" }, "quote/moved /receiveAmount"],
    [{ receiveAmount: "much" }, "amount/format /receiveAmount"],
    [{ exchangeRate: "0.00001668" }, "taken"],
    [{ exchangeRate: "0.000017" }, "taken"],
    [{ exchangeRate: "0.0000168" }, "quote/moved /exchangeRate"],
    [{ exchangeRate: "0.000018" }, "quote/moved /exchangeRate"],
    [{ exchangeRate: "0.00001" }, "taken"],
    [{ exchangeRate: "" }, "amount/format /exchangeRate"],
    [{ fee: "0.0449" }, "taken"],
    [{ fee: "0.04" }, "taken"],
    [{ fee: "0.044" }, "quote/moved /fee"],
    [{ fee: "0" }, "quote/moved /fee"],
    [{ fee: "0.0" }, "taken"],
    [{ fee: "0.00" }, "quote/moved /fee"],
    [{ fee: "1" }, "taken"],
    [{ fee: "1e5" }, "amount/format /fee"],
  ])("%j are answered %s", (figures, answer) => expect(answerTo(figures)).toBe(answer));

  it("are refused with ours", () => {
    const ours = { receiveAmount: "0.00016525", exchangeRate: "0.0000166", fee: "0.045" };
    expect(movedSince(PAIR, OURS, { ...ORDER, exchangeRate: "1" })?.extra).toEqual(ours);
  });
});
