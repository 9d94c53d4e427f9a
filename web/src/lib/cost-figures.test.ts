import { expect, test } from "vitest";
import {
  afterFee,
  beforeFee,
  costsInReceived,
  divideDecimals,
  exactRate,
  multiplyDecimals,
} from "./cost-figures";
import { addDecimals, cutDecimals } from "./decimal";

test("a receipt in the received currency adds up to the last decimal", () => {
  const costs = costsInReceived(
    {
      sendAmount: "0.05",
      exchangeRate: "60028.08",
      networkFee: "0.217682",
      netReceiveAmount: "2987.68",
    },
    6,
  );
  expect(costs).toEqual({ worth: "3001.404", fee: "13.506318", networkFee: "0.217682", net: "2987.68" });
  expect(addDecimals(addDecimals(costs.net, costs.fee), costs.networkFee)).toBe(costs.worth);
});

test("a worth below what was exchanged, by a rate that was cut, leaves no negative fee", () => {
  const figures = { sendAmount: "3", exchangeRate: "0.333333", networkFee: "0", netReceiveAmount: "1" };
  expect(costsInReceived(figures, 8).fee).toBe("0");
});

test("a fee in percent is taken off and put on again", () => {
  expect(afterFee("0.1", "0.45")).toBe("0.09955");
  expect(beforeFee("0.09955", "0.45")).toBe("0.1");
  expect(divideDecimals("3001.404", "60028.08")).toBe("0.05");
  expect(divideDecimals("1", "0")).toBe("0");
});

test("a receipt's rate has the decimals that make its first line exact", () => {
  const small = { sendAmount: "777.77", exchangeRate: "0.000016672485364058", worth: "0.01296735" };
  expect(exactRate(small)).toBe("0.00001667248");
  expect(cutDecimals(multiplyDecimals(small.sendAmount, "0.00001667248"), 8)).toBe(small.worth);
  expect(exactRate({ sendAmount: "0.07", exchangeRate: "60001.74", worth: "4200.1218" })).toBe("60001.74");
  const large = { sendAmount: "250000", exchangeRate: "1.234567890123456789", worth: "308641.972530" };
  expect(exactRate(large)).toBe("1.23456789012");
});

test("a rate of which no line shows enough is not called exact", () => {
  const long = { sendAmount: "0.0333", exchangeRate: "19.994979507991783194", worth: "0.66583281761612638" };
  expect(exactRate(long)).toBeNull();
  // The quotient itself was cut: 60,000 of it are less than one.
  expect(exactRate({ sendAmount: "60000", exchangeRate: "0.000016666666666666", worth: "1" })).toBeNull();
});
