import { describe, expect, test } from "vitest";
import { currencies } from "../../testing/fake-market";
import { chainOf } from "../order-form/currencies";
import { fieldErrors } from "../order-form/errors";
import { addressName } from "../order-form/fields";
import { missingHomeFields } from "./home-order";
import { chosenPair, readHomeValues, sourceChains, targetChains } from "./home-values";
import { mixerFieldNames, mixerFields, mixerOrder } from "./mixer-order";
import { DELAY_RANGE, ROUNDS_RANGE, readStep } from "./settings";
import { mixerInput, readMixerValues } from "./values";

const reader = (fields: Record<string, string>) => (name: string) => fields[name] ?? "";

describe("the mixer page's values", () => {
  test("a form that is read, written and read again is the same", () => {
    const values = readMixerValues(
      reader({
        sendCurrency: "BTC",
        receiveCurrency: "BTC",
        sendAmount: "0.5",
        receiveAddress: "one",
        receiveAddress4: "four",
        mixingRounds: "8",
        delayMinutes: "0",
        privacyLevel: "basic",
        useRandomAmounts: "on",
        sessionId: "abc",
      }),
    );
    expect(values.receiveAddresses).toEqual(["one", "", "", "four"]);
    expect(values).toMatchObject({ mixingRounds: 8, delayMinutes: 0, useRandomDelay: false });
    expect(readMixerValues(reader(mixerFields(values)))).toEqual(values);
  });

  test.each([
    ["0", ROUNDS_RANGE, 3],
    ["11", ROUNDS_RANGE, 3],
    ["1e1", ROUNDS_RANGE, 3],
    ["10", ROUNDS_RANGE, 10],
    ["7", DELAY_RANGE, 15],
    ["125", DELAY_RANGE, 15],
    ["", DELAY_RANGE, 15],
    ["120", DELAY_RANGE, 120],
  ])("%s is a step of its range, or else the default", (text, range, value) => {
    expect(readStep(text, range)).toBe(value);
  });

  test("one address is sent as one, several as a list that begins with it; five are the most", () => {
    const order = (fields: Record<string, string>) =>
      mixerOrder(readMixerValues(reader({ sendAmount: "1", ...fields })), "en", null);
    expect(order({ receiveAddress: " a ", addressCount: "3" })).not.toHaveProperty("receiveAddresses");
    expect(order({ receiveAddress: "a", receiveAddress3: "c" })).toMatchObject({
      receiveAddress: "a",
      receiveAddresses: ["a", "c"],
    });
    expect(readMixerValues(reader({ addressCount: "9" })).receiveAddresses).toHaveLength(5);
    expect(addressName(4)).toBe("receiveAddress5");
  });

  test("the price is asked for as many addresses as the order will have", () => {
    const countOf = (fields: Record<string, string>) =>
      mixerInput(readMixerValues(reader({ sendAmount: "1", ...fields })), "en")?.receiveAddressCount;
    expect(countOf({})).toBe(1);
    expect(countOf({ receiveAddress: "a", receiveAddress2: " ", receiveAddress4: "b" })).toBe(2);
  });

  test("a problem finds its field by either operation's names", () => {
    const at = (pointer: string) =>
      fieldErrors(
        { status: 422, code: "x/y", message: "No.", errors: [{ pointer, code: "x/y" }] },
        "",
        mixerFieldNames,
      );
    expect(at("/amount")).toEqual({ sendAmount: "No." });
    expect(at("/toCurrency")).toEqual({ receiveCurrency: "No." });
    expect(at("/privacySettings/delayMinutes")).toEqual({ delayMinutes: "No." });
    expect(at("/receiveAddresses/4")).toEqual({ receiveAddress5: "No." });
    expect(at("/nothing")).toEqual({ form: "No." });
  });
});

describe("the home form's values", () => {
  test("tokens live on the chain of its native coin", () => {
    expect(
      ["USDT-TRC20", "USDT-ERC20", "USDT-BEP20", "USDT-POLYGON", "USDC-SOL", "BTC"].map(chainOf),
    ).toEqual(["TRX", "ETH", "BNB", "POL", "SOL", "BTC"]);
    const tron = sourceChains(currencies).find(({ chain }) => chain === "TRX");
    expect(tron?.tokens.map(({ id }) => id)).toEqual(["USDT-TRC20", "TRX"]);
    expect(sourceChains(currencies).some(({ chain }) => chain === "DASH")).toBe(false);
    expect(targetChains(currencies, "USDT").map(({ id }) => id)).toEqual(["USDT-TRC20", "USDT-ERC20"]);
  });

  test("a pair is known by the target currency's default network until a chain is chosen", () => {
    const values = readHomeValues(reader({ sendCurrency: "BTC" }));
    expect(chosenPair(values)).toBeNull();
    expect(chosenPair({ ...values, targetCurrency: "USDT" })).toEqual({ from: "BTC", to: "USDT-TRC20" });
    expect(chosenPair({ ...values, targetCurrency: "USDC" })).toEqual({ from: "BTC", to: "USDC-ERC20" });
    expect(chosenPair({ ...values, targetCurrency: "USDC", receiveCurrency: "USDC-SOL" })).toEqual({
      from: "BTC",
      to: "USDC-SOL",
    });
  });

  test("the default network does not fill the target chain in", () => {
    const values = readHomeValues(
      reader({ sendCurrency: "BTC", targetCurrency: "USDT", sendAmount: "1", receiveAddress: "a" }),
    );
    expect(missingHomeFields(values, "en")).toEqual(["receiveCurrency"]);
    expect(missingHomeFields({ ...values, sendAmount: "0", receiveCurrency: "USDT-TRC20" }, "en")).toEqual([
      "sendAmount",
    ]);
  });
});
