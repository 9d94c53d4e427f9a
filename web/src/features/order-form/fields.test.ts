import { expect, test } from "vitest";
import { currencies } from "../../testing/fake-market";
import { withOwnType, withoutOtherType } from "./fields";

test("a type of address stays with the currency that has it, and with no other", () => {
  const typed = { sendCurrency: "BTC", depositAddressType: "legacy" } as const;
  expect(withOwnType(typed, currencies)).toEqual(typed);
  const other = { ...typed, sendCurrency: "LTC" };
  expect(withOwnType(other, currencies)).toEqual({ ...other, depositAddressType: "" });
  expect(withOwnType(typed, [])).toEqual({ ...typed, depositAddressType: "" });
});

test("a change of the sent currency takes the type of its address along", () => {
  const values = { sendCurrency: "BTC", depositAddressType: "p2sh", sendAmount: "1" };
  const change = (changed: Partial<typeof values>) => withoutOtherType(values, changed);
  expect(change({ sendAmount: "2" })).toEqual({ sendAmount: "2" });
  expect(change({ sendCurrency: "BTC" })).toEqual({ sendCurrency: "BTC" });
  expect(change({ sendCurrency: "LTC" })).toEqual({ sendCurrency: "LTC", depositAddressType: "" });
});
