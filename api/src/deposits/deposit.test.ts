import { expect, test } from "vitest";
import { orderIdOf } from "../core/ids";
import { holdingOf, type Recipient, verdictOn } from "./credit";
import { type DepositEvent, type DepositState, nextDepositState } from "./deposit";

const STATES: readonly DepositState[] = ["seen", "confirmed", "credited", "replaced", "orphaned", "lost"];
const EVENTS: readonly DepositEvent[] = [
  "seen",
  "final",
  "credited",
  "replaced",
  "orphaned",
  "lost",
  "restored",
];
const ARROWS: Readonly<Record<string, DepositState>> = {
  "seen final": "confirmed",
  "seen replaced": "replaced",
  "seen orphaned": "orphaned",
  "confirmed credited": "credited",
  "confirmed orphaned": "orphaned",
  "confirmed seen": "seen",
  "credited lost": "lost",
  "lost restored": "credited",
  "replaced seen": "seen",
  "orphaned seen": "seen",
};

test.each(STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))(
  "%s, then %s",
  (state, event) => {
    const next = ARROWS[`${state} ${event}`];
    const expected = next === undefined ? { ok: false, error: "not_applicable" } : { ok: true, value: next };
    expect(nextDepositState(state, event)).toEqual(expected);
  },
);

const transfer = { txId: "t", ordinal: 0, asset: "BTC", to: "a", units: 1_000n, from: [] } as const;
const TO_ORDER: Recipient = { kind: "order", orderId: orderIdOf("o"), index: 4 };
const context = { isOurTransaction: false, isReturned: false, leastPayment: () => 546n };

test.each([
  ["an order's", transfer, TO_ORDER, context, TO_ORDER],
  ["exactly dust", { ...transfer, units: 546n }, TO_ORDER, context, TO_ORDER],
  ["below dust", { ...transfer, units: 545n }, TO_ORDER, context, { kind: "unallocated", index: 4 }],
  ["zero", { ...transfer, units: 0n }, TO_ORDER, context, { kind: "ignored" }],
  ["our own", transfer, TO_ORDER, { ...context, isOurTransaction: true }, { kind: "ignored" }],
  [
    "our own to the hot wallet",
    transfer,
    { kind: "hot" },
    { ...context, isOurTransaction: true },
    { kind: "ignored" },
  ],
  [
    "sent back within our own to the hot wallet",
    transfer,
    { kind: "hot" },
    { ...context, isReturned: true },
    { kind: "unallocated", index: 0 },
  ],
  ["sent on within our own to an order", transfer, TO_ORDER, { ...context, isReturned: true }, TO_ORDER],
  ["from outside to the hot wallet", transfer, { kind: "hot" }, context, { kind: "float" }],
  ["a stranger's", transfer, { kind: "stranger" }, context, { kind: "ignored" }],
  ["another asset at an order's address", { ...transfer, asset: "ETH" }, TO_ORDER, context, TO_ORDER],
] as const)("a transfer that is %s", (_, moved, recipient, world, verdict) => {
  expect(verdictOn(moved, recipient, world)).toEqual(verdict);
});

test("only account chains have to sweep", () => {
  expect([holdingOf("utxo"), holdingOf("account")]).toEqual(["chain", "unswept"]);
});
