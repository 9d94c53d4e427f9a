import type { Order } from "@sotto/openapi";
import { expect, test } from "vitest";
import { example } from "../testing/contract";
import { amountPairs, orderPairs, progressLine } from "./order";
import { pairLines } from "./table";

const order = example<Order>("GET", "/api/exchanges/5q0Zt1VZ3mQ2o7h1v0y6Kg");
const { ordered } = order.amounts;
const LESS = { ...ordered, sendAmount: "0.04", converted: "2400", fee: "10.8", receiveAmount: "2388.4" };
const MONEY = { amount: "0.04", currency: "BTC" };
const SEEN_AT = "2026-01-31T12:00:00.000Z";

const shown = (
  state: Order["state"],
  amounts: Partial<Order["amounts"]>,
  more: Partial<Order> = {},
): string[] =>
  pairLines(amountPairs({ ...order, state, ...more, amounts: { ...order.amounts, ...amounts } }));

test("an unpaid order says what to send, where, and how the promise comes about", () => {
  expect(shown("waiting", {})).toEqual([
    "send         0.05 BTC",
    `to           ${order.depositAddress}`,
    "its type     Taproot",
    `before       ${order.expiresAt}`,
    "receive      about 2985.7 USDT-TRC20",
    "from         0.05 BTC at 60000 = 3000 USDT-TRC20",
    "fee          13.5 USDT-TRC20 (0.45%)",
    "network fee  0.8 USDT-TRC20",
  ]);
});

test("an underpaid order shows what arrived and what it brings, beside what was ordered", () => {
  const arrived = { basis: "arrived", arrived: MONEY, current: LESS, recalculated: "less" } as const;
  expect(shown("confirming", arrived)).toEqual([
    "ordered       0.05 BTC for 2985.7 USDT-TRC20",
    "arrived       0.04 BTC, not final yet",
    "recalculated  less arrived than was ordered",
    "receive       about 2388.4 USDT-TRC20",
    "from          0.04 BTC at 60000 = 2400 USDT-TRC20",
    "fee           10.8 USDT-TRC20 (0.45%)",
    "network fee   0.8 USDT-TRC20",
  ]);
});

test("a payment that will be refunded or asked about promises no payout", () => {
  const late = { basis: "arrived", arrived: MONEY, current: null } as const;
  const changes = { state: "confirming", late: true, amounts: { ...order.amounts, ...late } } as const;
  const lines = pairLines(orderPairs({ ...order, ...changes })).join("\n");
  expect(lines).toMatch(/^arrived +0.04 BTC, not final yet$/m);
  expect(lines).not.toMatch(/^(receive|from|fee|at) /m);
  expect(lines).not.toContain("about");
});

test("what was paid is received, and a part of it is paid so far", () => {
  const settled = {
    basis: "exchanged",
    arrived: MONEY,
    credited: MONEY,
    current: LESS,
    firm: true,
    exchanged: LESS,
  } as const;
  const paid = (amount: string) => ({ amount, currency: "USDT-TRC20", networkFee: "0.8" });
  expect(shown("completed", { ...settled, paid: paid("2388.4") })).toContain(
    "received     2388.4 USDT-TRC20",
  );
  const half = shown("sending", { ...settled, paid: paid("1000") });
  expect(half).toContain("receive      2388.4 USDT-TRC20");
  expect(half).toContain("paid so far  1000 USDT-TRC20");
});

test("a payout in Monero comes with the key that proves it, and any other without", () => {
  const payout = {
    txHash: "f00d",
    currency: "XMR",
    amount: "2",
    address: "there",
    status: "confirmed",
    url: null,
  } as const;
  const lines = (more: object) =>
    pairLines(orderPairs({ ...order, payouts: [{ ...payout, ...more }] })).join("\n");
  expect(lines({ txKey: "c0de" })).toMatch(/payout +2 XMR in f00d \(confirmed\)\nits key +c0de/);
  expect(lines({})).not.toContain("its key");
});

test("a refunded order promises nothing, and neither does one without money", () => {
  const refunded = { amount: "0.0399", currency: "BTC", networkFee: "0.0001", sent: true };
  const gone = shown("refunded", {
    basis: "refunded",
    arrived: MONEY,
    credited: MONEY,
    current: null,
    refunded,
  });
  expect(gone).toEqual([
    "ordered   0.05 BTC for 2985.7 USDT-TRC20",
    "arrived   0.04 BTC",
    "refunded  0.0399 BTC, after a network fee of 0.0001 BTC",
  ]);
  expect(shown("expired", { basis: "none", current: null })).toEqual([
    "ordered  0.05 BTC for 2985.7 USDT-TRC20; nothing was paid",
  ]);
});

test("figures that wait for a decision are an offer", () => {
  const choices: Order["choices"] = [
    { choice: "exchange", sendsAmount: "2388.4", currency: "USDT-TRC20", networkFee: "0.8" },
  ];
  const less = { basis: "arrived", arrived: MONEY, credited: MONEY, current: LESS } as const;
  const offered = shown("action_required", less, { choices });
  expect(offered).toContain("on offer     about 2388.4 USDT-TRC20");
});

test("an order names its instructions, the order of money that came later, and where parts of a payout go", () => {
  const part = (address: string): Order["payouts"][number] => ({
    txHash: "f00d",
    currency: "BTC",
    amount: "1",
    address,
    status: "sent",
    url: null,
  });
  const lines = (change: Partial<Order>) => pairLines(orderPairs({ ...order, ...change })).join("\n");
  const whole = lines({
    mismatch: { less: "refund", more: null, late: "exchange" },
    children: ["child-id"],
    deposits: [
      {
        ...MONEY,
        txHash: "feed",
        confirmations: 2,
        setAside: false,
        seenAt: SEEN_AT,
        child: null,
        url: null,
      },
      {
        ...MONEY,
        txHash: "beef",
        confirmations: 2,
        setAside: false,
        seenAt: SEEN_AT,
        child: "child-id",
        url: null,
      },
    ],
    payouts: [part("first"), part("second")],
  });
  expect(whole).toMatch(/^if less +refund$/m);
  expect(whole).toMatch(/^if late +exchange$/m);
  expect(whole).not.toContain("if more");
  expect(whole).toMatch(/^deposit +0.04 BTC in feed$/m);
  expect(whole).toMatch(/^came later +0.04 BTC in beef$/m);
  expect(whole).toMatch(/^further order +child-id \(for money that came later\)$/m);
  expect(whole).toContain("1 BTC to second in f00d (sent)");
  expect(lines({ payouts: [part("first")] })).toContain("1 BTC in f00d (sent)");
});

test("money that came after a cancellation is not late", () => {
  const late = { ...order, state: "action_required", reason: "late" } as const;
  expect(progressLine({ ...late, closedAs: "expired" })).toBe("action_required: late");
  expect(progressLine({ ...late, closedAs: "cancelled" })).toBe("action_required: after_cancel");
});
