import { describe, expect, test } from "vitest";
import type { Order } from "../lib/api";
import { AMOUNTS, createFakeApi, mixedOrder, ORDER_ID, order, REFUND_ADDRESS } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const NONE: Order["mismatch"] = { less: null, more: null, late: null };
const CHILD_ID = "BBBBBBBBBBBBBBBBBBBBBB";
const SEEN_MS = Date.UTC(2026, 0, 31, 12);

async function show(changes: Partial<Order>, language = "en"): Promise<string> {
  const api = createFakeApi(() => order(changes));
  return (await site(api).get(`/${language}/payment/${ORDER_ID}`)).text();
}
const textFor = async (changes: Partial<Order>, language?: string) => textOf(await show(changes, language));

/** A payment that is seen, beside the 0.1 BTC that were ordered; the service promises an exchange of it or does not. */
const seen = (amount: string, changes: Partial<Order> = {}, isPromised = false): Partial<Order> => ({
  state: "confirming",
  confirmations: 1,
  deposits: [
    {
      txHash: "ab".repeat(32),
      currency: "BTC",
      amount,
      confirmations: 1,
      setAside: false,
      seenAt: new Date(SEEN_MS).toISOString(),
      child: null,
      url: null,
    },
  ],
  amounts: {
    ...AMOUNTS,
    basis: "arrived",
    current: isPromised ? AMOUNTS.current : null,
    arrived: { amount, currency: "BTC" },
  },
  ...changes,
});

const REFUND = "we refund it to your refund address.";
/** Within, and just beyond, the day after the time to pay in which a payment is refunded without a question. */
const IN_TIME = new Date(SEEN_MS - 86_400_000).toISOString();
const TOO_LATE = new Date(SEEN_MS - 86_400_001).toISOString();
const EXCHANGE = "we exchange it at the rate of that moment, as you instructed";
const ASK = "we ask you here what to do with it.";
const ADDRESS = "Add a refund address below so that it can go back.";

describe("the standing instructions of an order", () => {
  test("are among its details; without one there is no line", async () => {
    const given = await textFor({ mismatch: { less: "refund", more: null, late: "exchange" } });
    expect(given).toContain("If the payment differs: Less arrives Refund it It arrives late Exchange it");
    expect(await textFor({})).not.toContain("If the payment differs:");
  });

  test.each<[string, Partial<Order>, string]>([
    ["late, as is usual", { late: true, refundAddress: REFUND_ADDRESS }, REFUND],
    ["a day late", { late: true, refundAddress: REFUND_ADDRESS, expiresAt: IN_TIME }, REFUND],
    ["later than that", { late: true, refundAddress: REFUND_ADDRESS, expiresAt: TOO_LATE }, ASK],
    ["later, without a refund address", { late: true, expiresAt: TOO_LATE }, ASK],
    [
      "later, to be refunded",
      {
        late: true,
        refundAddress: REFUND_ADDRESS,
        expiresAt: TOO_LATE,
        mismatch: { ...NONE, late: "refund" },
      },
      REFUND,
    ],
    [
      "late, to be refunded",
      { late: true, refundAddress: REFUND_ADDRESS, mismatch: { ...NONE, late: "refund" } },
      REFUND,
    ],
    ["late, to be exchanged", { late: true, mismatch: { ...NONE, late: "exchange" } }, EXCHANGE],
    ["late, without a refund address", { late: true }, ADDRESS],
  ])("decide what a page promises of a payment: %s", async (_, changes, promise) => {
    const text = await textFor(seen("0.1", changes, promise === EXCHANGE));
    expect(text).toContain(
      `The payment arrived after the time to pay. ${promise === ADDRESS ? "" : "Once the payment is confirmed, "}`,
    );
    expect(text).toContain(promise);
    expect(text.includes("Expected at about")).toBe(promise === EXCHANGE);
    expect(text).toContain(promise === EXCHANGE ? "2 of 2: payout" : "2 of 2: confirmed");
  });

  test.each<[string, Partial<Order>, string | null]>([
    ["0.06", { mismatch: { ...NONE, less: "refund" }, refundAddress: REFUND_ADDRESS }, REFUND],
    ["0.06", { mismatch: { ...NONE, more: "refund" }, refundAddress: REFUND_ADDRESS }, null],
    ["0.06", { orderType: "fixed" }, ASK],
    ["0.2", { orderType: "fixed", mismatch: { ...NONE, more: "exchange" } }, EXCHANGE],
    ["0.1002", { orderType: "fixed" }, null],
    ["0.06", { orderType: "fixed", revision: 1 }, null],
  ])("decide the same of %s BTC instead of 0.1 (%j)", async (amount, changes, promise) => {
    const text = await textFor(seen(amount, changes));
    if (promise !== null) expect(text).toContain(promise);
    expect(text.includes("Once the payment is confirmed")).toBe(promise !== null);
  });

  test("also once the payment is being checked, and no receipt promises an exchange then", async () => {
    const late = { state: "screening", late: true, refundAddress: REFUND_ADDRESS } as const;
    const text = await textFor(seen("0.1", late));
    expect(text).toContain(REFUND);
    expect(text).not.toContain("You receive");
    const exchanged = { ...late, mismatch: { ...NONE, late: "exchange" as const } };
    expect(await textFor(seen("0.1", exchanged, true))).toContain("You receive");
  });

  test.each<[Order["state"], string]>([
    ["waiting", "A payment that arrives after the payment window is exchanged at the rate of that moment"],
    ["expired", "a payment that still arrives is exchanged at the rate of that moment"],
    ["cancelled", "a payment that still arrives is exchanged at the rate of that moment"],
  ])("decide what a page says of a payment that comes later: %s", async (state, text) => {
    expect(await textFor({ state, mismatch: { ...NONE, late: "exchange" } })).toContain(text);
    expect(await textFor({ state })).not.toContain(text);
  });
});

describe("an instruction to refund", () => {
  test.each<Order["state"]>(["expired", "cancelled"])(
    "to refund holds for as long as it may come: %s",
    async (state) => {
      const instructed = "a payment that still arrives is refunded, as you instructed";
      const text = await textFor({ state, mismatch: { ...NONE, late: "refund" } });
      expect(text).toContain(instructed);
      expect(text).not.toContain("within 24 hours");
      const usual = await textFor({ state });
      expect(usual).not.toContain(instructed);
      expect(usual).toContain("within 24 hours");
    },
  );
});

describe("what an order's page names", () => {
  test("a payment after a cancellation is not called late", async () => {
    const asked = { state: "action_required", reason: "late", late: true } as const;
    const text = await textFor({ ...asked, closedAs: "cancelled" });
    expect(text).toContain("A payment arrived after the order was cancelled.");
    expect(text).not.toContain("after the time to pay.");
    expect(await textFor({ ...asked, closedAs: "expired" })).toContain("after the time to pay.");
    expect(await textFor(seen("0.1", { late: true, closedAs: "cancelled" }))).toContain(
      "A payment arrived after the order was cancelled.",
    );
  });

  test("a fixed order that is exchanged anyway is not exchanged at its fixed rate", async () => {
    const choices: Order["choices"] = [
      { choice: "exchange", sendsAmount: "3582.91", currency: "USDT-TRC20", networkFee: "0.8" },
      { choice: "refund", sendsAmount: "0.0599", currency: "BTC", networkFee: "0.0001" },
    ];
    const asked = { state: "action_required", reason: "less", choices } as const;
    const note = "At the current rate: your rate is no longer fixed.";
    const amounts = { ...AMOUNTS, current: { ...AMOUNTS.ordered, exchangeRate: "59000" } };
    expect((await textFor({ ...asked, amounts, orderType: "fixed" })).split(note)).toHaveLength(2);
    expect(await textFor(asked)).not.toContain(note);
  });

  test("the order of money that came later is named before everything else", async () => {
    const html = await show({ state: "sending", children: [CHILD_ID] });
    const at = html.indexOf("A further payment has its own order");
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(html.indexOf("order-card"));
    expect(html).toContain(`/en/payment/${CHILD_ID}`);
  });

  test("a payment that has an order of its own is not called one of this order", async () => {
    const [deposit] = seen("0.02").deposits ?? [];
    if (deposit === undefined) throw new Error("there is a payment");
    const child = { ...deposit, child: CHILD_ID };
    const text = await textFor({ state: "sending", confirmations: 2, deposits: [deposit, child] });
    expect(text).toContain("Your payment 1 of 2 confirmations 0.02 BTC");
    expect(text).toContain("Other payment Belongs to a further order 0.02 BTC");
    // Its id is all that is needed to decide on that order.
    const ended = await show({
      state: "completed",
      completedAt: "2026-11-20T10:42:00.000Z",
      deposits: [deposit, child],
    });
    const file = decodeURIComponent(/href="data:application\/json[^,]*,([^"]+)"/.exec(ended)?.[1] ?? "");
    expect(JSON.parse(file)).toMatchObject({
      deposits: [{ isOfFurtherOrder: false }, { isOfFurtherOrder: true }],
    });
    expect(file).not.toContain(CHILD_ID);
  });

  test("each part of a mix has its address; a payout in one part has it in the details only", async () => {
    const part = (address: string): Order["payouts"][number] => ({
      txHash: "ab".repeat(32),
      currency: "USDT-TRC20",
      amount: "10",
      address,
      status: "sent",
      url: null,
    });
    const shown = async (...addresses: string[]) => {
      const api = createFakeApi(() => mixedOrder({ state: "sending", payouts: addresses.map(part) }));
      return textOf(await (await site(api).get(`/en/payment/${ORDER_ID}`)).text());
    };
    const text = await shown("TFirst", "TSecond");
    expect(text).toMatch(/part 1 .*TFirst.*part 2 .*TSecond/);
    expect(await shown("TFirst")).not.toContain("TFirst");
  });

  test.each(["es", "fr"])(
    "the faucet's amount has the decimal mark of %s, and is understood so",
    async (language) => {
      const api = createFakeApi();
      const pages = site(api);
      const html = await (await pages.get(`/${language}/payment/${ORDER_ID}`)).text();
      expect(html).toMatch(/name="amount"[^>]*value="0,1"|value="0,1"[^>]*name="amount"/);
    },
  );
});

describe("cancelling is asked about in place, without a script too", () => {
  const formOf = async (query: string) => {
    const html = await (await site().get(`/en/payment/${ORDER_ID}${query}`)).text();
    const form =
      /<form[^>]*><input type="hidden" name="intent" value="cancel"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
    return { html, form };
  };

  test("a page that loads itself again leads to one that asks and stands still", async () => {
    const { html, form } = await formOf("");
    expect(html).toContain('http-equiv="refresh"');
    expect(form).not.toContain("<button");
    const href = /<a href="([^"#]*)#fold-cancel"[^>]*>Cancel the order<\/a>/.exec(form)?.[1] ?? "";
    const opened = await formOf(href.slice(href.indexOf("?")));
    expect(opened.form).toMatch(
      /<details id="fold-cancel"[^>]* open=""><summary[^>]*>Cancel the order<\/summary>/,
    );
    expect(textOf(opened.form)).toContain("Yes, cancel it");
    expect(opened.html).not.toContain('http-equiv="refresh"');
    expect(opened.html).toContain("Refresh this page by itself again");
  });

  test("a page that was stopped unfolds in itself", async () => {
    const { form } = await formOf("?refresh=off");
    expect(form).toMatch(/<details id="fold-cancel"[^>]*><summary[^>]*>Cancel the order<\/summary>/);
    expect(form.split("</summary>")[0]).not.toContain("<button");
  });
});
