// Payments on a chain whose wallet program may lack coins that the books have: none of them waits for such a coin.
import { afterEach, beforeEach, expect, it } from "vitest";
import { bitcoin, inputsOf, last, output, paymentHooks, place, sign } from "./payment-world";

paymentHooks();

const UNITS = 100_000n;
/** The coins that the wallet has as they are booked, by their transactions; and how often it was asked. */
let held: string[];
let asked: number;

beforeEach(async () => {
  [held, asked] = [[], 0];
  bitcoin.heldAsBooked = async (coins) => {
    asked += 1;
    return coins.filter(({ txId }) => held.includes(txId));
  };
  await place.owner
    .$client`UPDATE payout_legs SET chain = 'bitcoin', asset = 'BTC', units = ${UNITS.toString()}, fee_units_max = 1000`;
  // The deeper one fits best.
  await output("smallest", UNITS * 2n, 1);
  await output("larger", UNITS * 3n, 2);
});
afterEach(() => {
  delete bitcoin.heldAsBooked;
});

it("pays with another coin where the wallet lacks the one that fits best", async () => {
  held = ["larger"];
  expect(await sign()).toEqual({ kind: "signed" });
  expect(inputsOf(await last())).toEqual(["larger"]);
});

it("asks the wallet once for a payment, and not where the books have too little", async () => {
  held = ["smallest", "larger"];
  const owe = (units: bigint) => place.owner.$client`UPDATE payout_legs SET units = ${units.toString()}`;
  await owe(UNITS * 9n);
  expect(await sign()).toEqual({ kind: "waits", for: "coins" });
  expect(asked).toBe(0);
  await owe(UNITS);
  expect(await sign()).toEqual({ kind: "signed" });
  expect(inputsOf(await last())).toEqual(["smallest"]);
  expect(asked).toBe(1);
});

it("waits for coins where the wallet has none, and pays once it has", async () => {
  expect(await sign()).toEqual({ kind: "waits", for: "coins" });
  held = ["smallest"];
  expect(await sign()).toEqual({ kind: "signed" });
});
