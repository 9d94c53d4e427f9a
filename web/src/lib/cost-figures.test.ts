import { expect, test } from "vitest";
import { afterFee, beforeFee, costsInReceived, divideDecimals } from "./cost-figures";
import { addDecimals } from "./decimal";

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
