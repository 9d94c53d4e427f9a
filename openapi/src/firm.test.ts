import { expect, test } from "vitest";
import { isFirm } from "./firm";

const choices = [{ choice: "exchange", sendsAmount: "11.5", currency: "BTC", networkFee: "0.8" }] as const;
const order = (
  orderType: "fixed" | "floating",
  basis: "ordered" | "arrived" | "exchanged",
  offered: readonly (typeof choices)[number][] = [],
) => ({ orderType, amounts: { basis }, choices: [...offered] });

test("an amount is firm once it was exchanged, or at a fixed rate while nothing is to be decided", () => {
  expect(isFirm(order("floating", "ordered"))).toBe(false);
  expect(isFirm(order("floating", "arrived", choices))).toBe(false);
  expect(isFirm(order("floating", "exchanged"))).toBe(true);
  expect(isFirm(order("fixed", "ordered"))).toBe(true);
  expect(isFirm(order("fixed", "arrived"))).toBe(true);
  expect(isFirm(order("fixed", "arrived", choices))).toBe(false);
});
