import type { OrderState, Payment } from "@sotto/openapi";
import { describe, expect, test } from "vitest";
import type { Order } from "../lib/api";
import { createFakeApi, json, ORDER_ID, order, problem, REFUND_ADDRESS } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const path = `/en/payment/${ORDER_ID}`;
const TX_HASH = "9f2c0c1a5c1b8d6be6c5b7a1f4e3d2c1b0a99887766554433221100ffeeddccb";
const deposit = {
  txHash: TX_HASH,
  currency: "BTC",
  amount: "0.1",
  confirmations: 1,
  setAside: false,
  seenAt: "2026-01-31T12:00:00.000Z",
  child: null,
  url: "https://explorer.example/t",
};
const soon = new Date(Date.now() + 20.2 * 3_600_000).toISOString();
const CHOICES: Order["choices"] = [
  { choice: "exchange", sendsAmount: "3582.91", currency: "USDT-TRC20", networkFee: "0.8" },
  { choice: "refund", sendsAmount: "0.0599", currency: "BTC", networkFee: "0.0001" },
];

/** What each state has to say, which step it is at, and whether the plain page refreshes automatically. */
const states: readonly [OrderState, Partial<Order>, string[], string | null, boolean][] = [
  ["waiting", {}, ["Waiting for payment", "I have paid", "Important notice"], "Waiting for payment", true],
  [
    "confirming",
    { deposits: [deposit], confirmations: 1 },
    ["Payment detected", "1 of 2 confirmations", "Expected at about"],
    "Awaiting confirmation",
    true,
  ],
  ["screening", { deposits: [deposit] }, ["Checking the deposit"], "Processing", true],
  ["exchanging", { deposits: [deposit] }, ["Exchanging"], "Processing", true],
  [
    "mixing",
    {
      mixing: {
        round: 3,
        rounds: 5,
        skipped: 0,
        step: "rounds" as const,
        shortfall: null,
        seconds: 900,
        endsAt: soon,
        mayDelay: true,
        observer: null,
      },
    },
    ["Mixing", "3 of 5 rounds on the chain."],
    "Processing",
    true,
  ],
  ["sending", { deposits: [deposit] }, ["Sending your coins"], "Processing", true],
  ["completed", { completedAt: soon }, ["Completed", "5,972.2", "Sent to", "14 days"], null, false],
  [
    "action_required",
    {
      reason: "less",
      choices: CHOICES,
      deadline: soon,
      defaultChoice: "wait",
      deposits: [{ ...deposit, amount: "0.06" }],
    },
    ["Your decision is needed", "Arrived", "0.06 BTC", "3,582.91", "in 20 hours", "the coins wait for you"],
    "Processing",
    false,
  ],
  [
    "hold",
    { reason: "listed", deposits: [deposit] },
    ["Held for review", "on a list", "Nothing is paid out", "support@sotto.example"],
    "Processing",
    true,
  ],
  ["refunding", { refundAddress: REFUND_ADDRESS }, ["Refunding", "Refunded"], "Processing", true],
  [
    "refunded",
    {
      refundAddress: REFUND_ADDRESS,
      completedAt: soon,
      payouts: [
        {
          txHash: TX_HASH,
          currency: "BTC",
          amount: "0.0599",
          address: REFUND_ADDRESS,
          status: "confirmed",
          url: null,
        },
      ],
    },
    ["Refunded", "0.0599", REFUND_ADDRESS],
    null,
    false,
  ],
  ["expired", {}, ["Expired", "add a refund address below", "Start another exchange"], "Expired", true],
  [
    "cancelled",
    {},
    ["Cancelled", "Not paid: nothing is owed", "add a refund address below", "Add a refund address"],
    "Cancelled",
    true,
  ],
  ["failed", {}, ["Failed", "Nothing was exchanged"], "Failed", false],
];

describe("the payment page", () => {
  test.each(states)("%s has a page of its own", async (state, changes, texts, step, refreshes) => {
    const api = createFakeApi(() => order({ state, ...changes }));
    const html = await (await site(api).get(path)).text();
    const text = textOf(html);
    for (const wanted of texts) expect(text).toContain(wanted);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${texts[0]}</h1>`));
    expect(html).toContain(`<title>${texts[0]} · BTC to USDT-TRC20`);
    const current = /aria-current="step"[^>]*>([\s\S]*?)<\/li>/.exec(html)?.[1];
    // Behind the name: how long it usually takes.
    expect(
      current === undefined
        ? null
        : textOf(current)
            .trim()
            .startsWith(step ?? "-"),
    ).toBe(step === null ? null : true);
    expect(html.includes('http-equiv="refresh"')).toBe(refreshes);
    expect(text.includes("I have paid")).toBe(state === "waiting");
    expect(text).toContain("#482915037");
    expect(text).toContain("Back to the exchange");
  });

  test("a payout in Monero is shown with the key that proves it, to copy, and any other without", async () => {
    const payout = {
      txHash: TX_HASH,
      currency: "XMR",
      amount: "2",
      address: "there",
      status: "confirmed",
      url: null,
    } as const;
    const shown = async (more: object) => {
      const completed = order({ state: "completed", completedAt: soon, payouts: [{ ...payout, ...more }] });
      return (await site(createFakeApi(() => completed)).get(path)).text();
    };
    const html = await shown({ txKey: "c0de" });
    expect(textOf(html)).toContain("With this key and the address, anyone can check this payment");
    expect(html).toMatch(/<span[^>]*>c0de<\/span>/);
    expect(html).toContain('aria-label="Copy the transaction key"');
    expect(await shown({})).not.toContain("transaction key");
  });

  test.each([
    [1500, "text-good", "Time left to pay"],
    [200, "text-warn", "5 minutes or less to pay"],
    [50, "text-bad", "One minute or less to pay"],
    [-5, "text-bad", "Expired: the time to pay is over"],
  ])("with %i seconds left the clock is %s and says so in words", async (seconds, color, words) => {
    const expiresAt = new Date(Date.now() + seconds * 1000).toISOString();
    const html = await (await site(createFakeApi(() => order({ expiresAt }))).get(path)).text();
    const clock = new RegExp(`<p class="[^"]*${color}"><span[^>]*aria-live="polite">${words}</span>`);
    expect(html).toMatch(clock);
    expect(html).toMatch(/<span[^>]*role="timer">\d\d:\d\d<\/span>/);
  });

  test.each([
    [4, false],
    [6, true],
  ])("of %i instruction lines the fifth and later ones stand in a box", async (count, isShown) => {
    const api = createFakeApi();
    const lines = ["Line one.", "Line two.", "Line three.", "Line four.", "Line five.", "Line six."];
    const payment = await paymentOf({ instructions: lines.slice(0, count), memo: "104938271" });
    api.answers.set(`GET /api/exchanges/${ORDER_ID}/payment`, () => json(payment));
    const text = textOf(await (await site(api).get(path)).text());
    expect(text).not.toContain("Line four.");
    expect(text.includes("Please note Line five. Line six.")).toBe(isShown);
    expect(text).toContain("Memo (required) 104938271");
  });
});

test("an order that cannot be read now is not called missing, and can be asked for again", async () => {
  const api = createFakeApi();
  const answer = async (status: number, code: string): Promise<string> => {
    api.answers.set(`GET /api/exchanges/${ORDER_ID}`, () => problem(status, code, "Later."));
    return (await site(api).get(path)).text();
  };
  const busy = await answer(429, "limit/rate");
  expect(busy).not.toContain("<title>Order not found");
  expect(busy).toMatch(new RegExp(`<a[^>]*href="/en/payment/${ORDER_ID}"[^>]*>Try again`));
  const byQuery = await (await site(api).get(`/fr/payment?id=${ORDER_ID}&notice=delayed`)).text();
  expect(byQuery).toMatch(new RegExp(`<a[^>]*href="/fr/payment\\?id=${ORDER_ID}"[^>]*>Réessayer`));
  const unknown = await answer(404, "order/unknown");
  expect(unknown).toContain("<title>Order not found");
  expect(unknown).not.toContain("Try again");
});

describe("what the payment page takes from the service", () => {
  test("without the payment call's answer the order's own address and lines are shown, and no picture", async () => {
    const paymentInstructions = ["1", "2", "3", "4", "The fifth line."];
    const api = createFakeApi(() => order({ paymentInstructions }));
    api.answers.set(`GET /api/exchanges/${ORDER_ID}/payment`, () =>
      problem(503, "service/unavailable", "Not now."),
    );
    const html = await (await site(api).get(path)).text();
    expect(textOf(html)).toContain("To this address, on BTC only");
    expect(textOf(html).replaceAll(" ", "")).toContain(order().depositAddress);
    expect(textOf(html)).toContain("The fifth line.");
    expect(html).not.toContain("payment.svg");
  });

  test("the default of a decision is what the service says, not what the page guesses", async () => {
    const known = order({
      state: "action_required",
      reason: "late",
      choices: CHOICES,
      deadline: soon,
      refundAddress: REFUND_ADDRESS,
    });
    const text = async (defaultChoice: "refund" | "wait") =>
      textOf(await (await site(createFakeApi(() => ({ ...known, defaultChoice }))).get(path)).text());
    expect(await text("refund")).toContain("Without a decision, the coins go to your refund address.");
    expect(await text("wait")).toContain("the coins wait for you");
  });

  test("a refund that is not possible now is not promised for the deadline", async () => {
    const known = order({
      state: "action_required",
      reason: "limit",
      deadline: soon,
      defaultChoice: "refund",
      refundAddress: REFUND_ADDRESS,
    });
    const text = async (given: Partial<Order>) =>
      textOf(await (await site(createFakeApi(() => ({ ...known, ...given }))).get(path)).text());
    const choices = CHOICES.filter(({ choice }) => choice === "exchange");
    const exchangeOnly = await text({ choices, defaultChoice: "wait" });
    expect(exchangeOnly).toContain("A refund isn’t possible at the moment.");
    expect(exchangeOnly).not.toContain("Without a decision, the coins go to your refund address.");
    expect(await text({ choices: CHOICES })).toContain(
      "Without a decision, the coins go to your refund address.",
    );
  });

  test("a refund address is asked for by the coin that goes back, not by the one that was ordered", async () => {
    const known = order({
      state: "action_required",
      reason: "wrong_asset",
      choices: [{ choice: "refund", sendsAmount: "119.4", currency: "USDT-ERC20", networkFee: "0.6" }],
      deadline: soon,
      defaultChoice: "wait",
    });
    const text = textOf(await (await site(createFakeApi(() => known)).get(path)).text());
    expect(text).toContain("Refund address (USDT-ERC20)");
    expect(text).not.toContain("Refund address (BTC)");
  });

  test("a notice of the address is shown only while it is true", async () => {
    const shown = async (state: OrderState, notice: string) =>
      (
        await (await site(createFakeApi(() => order({ state }))).get(`${path}?notice=${notice}`)).text()
      ).includes('role="status" class="mb-4');
    expect(await shown("waiting", "paidWaiting")).toBe(true);
    expect(await shown("completed", "paidWaiting")).toBe(false);
    expect(await shown("completed", "faucetDone")).toBe(false);
    expect(await shown("cancelled", "cancelled")).toBe(true);
    expect(await shown("waiting", "nonsense")).toBe(false);
  });
});

async function paymentOf(changes: Partial<Payment>): Promise<Payment> {
  const answer = await createFakeApi().handle(
    new Request(`http://127.0.0.1/api/exchanges/${ORDER_ID}/payment`),
  );
  return { ...((await answer.json()) as Payment), ...changes };
}
