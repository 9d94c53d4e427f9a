import { expect, test } from "vitest";
import { currencies } from "../../testing/fake-market";
import { appliedPayment } from "./apply-payment";
import { startValues } from "./values";

const values = startValues(currencies, { from: "BTC", to: "USDT-TRC20" });
const ADDRESS = "anAddressOfSomeNetwork1234567890";

test("a bare address fills the address alone", () => {
  expect(appliedPayment(values, { address: ADDRESS, coin: null, amount: null }, currencies)).toEqual({
    receiveAddress: ADDRESS,
  });
});

test("a payment of another coin changes the receiving currency, and its amount is the one that shall arrive", () => {
  expect(appliedPayment(values, { address: ADDRESS, coin: "LTC", amount: "2.5" }, currencies)).toEqual({
    receiveAddress: ADDRESS,
    receiveCurrency: "LTC",
    direction: "receive",
    receiveAmount: "2.5",
  });
});

test("a token stays on its network, and the coin's amount is none of the token's", () => {
  expect(appliedPayment(values, { address: ADDRESS, coin: "TRX", amount: "7" }, currencies)).toEqual({
    receiveAddress: ADDRESS,
    receiveCurrency: "USDT-TRC20",
  });
});

test("neither the sent currency nor a paused one is taken; the field then says what the address is", () => {
  for (const coin of ["BTC", "DASH"])
    expect(appliedPayment(values, { address: ADDRESS, coin, amount: "1" }, currencies)).toEqual({
      receiveAddress: ADDRESS,
    });
});
