import { describe, expect, test } from "vitest";
import type { Order } from "../lib/api";
import {
  createFakeApi,
  mixedOrder,
  ORDER_ID,
  order,
  problem,
  RECEIVE_ADDRESS,
  REFUND_ADDRESS,
} from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const path = `/en/payment/${ORDER_ID}`;
const ENDED = { status: "completed", state: "completed", completedAt: "2026-11-20T10:20:00.000Z" } as const;
type Leg = Order["payouts"][number];
const leg = (amount: string, status: Leg["status"] = "sent"): Leg => ({
  txHash: "ab".repeat(32),
  currency: "USDT-TRC20",
  amount,
  address: RECEIVE_ADDRESS,
  status,
  url: null,
});
const show = async (current: Order, language = "en", site_ = site(createFakeApi(() => current))) =>
  (await site_.get(`/${language}/payment/${ORDER_ID}`)).text();

const unfolded = async (current: Order, fold: string) =>
  (await site(createFakeApi(() => current)).get(`/en/payment/${ORDER_ID}?open=${fold}`)).text();

/** The marks of the four steps, as they stand in the progress card. */
function marksOf(html: string): string[] {
  const card = /<section[^>]*aria-labelledby="mix"[\s\S]*?<\/section>/.exec(html)?.[0] ?? "";
  return [...card.matchAll(/<li([^>]*)>([\s\S]*?)<\/li>/g)].map(([, attributes = "", step = ""]) => {
    if (attributes.includes('aria-current="step"')) return "current";
    if (textOf(step).includes("(done)")) return "done";
    return textOf(step).includes("(left out)") ? "left" : "open";
  });
}

describe("the progress card of a mixed order", () => {
  test.each([
    ["waiting", "session", 0, ["done", "current", "open", "open"]],
    ["mixing", "pool", 0, ["done", "done", "current", "open"]],
    ["mixing", "rounds", 2, ["done", "done", "current", "open"]],
    ["sending", "sending", 3, ["done", "done", "done", "current"]],
    ["completed", "done", 3, ["done", "done", "done", "done"]],
  ] as const)("%s, step %s", async (state, step, round, marks) => {
    const html = await show(mixedOrder({ state }, { step, round }));
    expect(marksOf(html)).toEqual(marks);
    expect(textOf(html)).toContain(`${round} of 3 rounds on the chain.`);
    expect(textOf(html)).toContain("anyone who has the link to this page controls the order");
  });

  test("rounds that were left out are said to be, and rounds of which none happened are no check", async () => {
    const some = textOf(await show(mixedOrder({}, { round: 1, skipped: 1 })));
    expect(some).toContain("1 of 3 rounds on the chain.");
    expect(some).toContain("1 round was left out: the pool could not carry it in time.");
    expect(textOf(await show(mixedOrder()))).not.toContain("left out");
    const html = await show(mixedOrder({ state: "sending" }, { step: "sending", round: 0, skipped: 3 }));
    expect(marksOf(html)).toEqual(["done", "done", "left", "current"]);
    expect(textOf(html)).toContain("No mixing round took place");
    expect(textOf(html)).toContain("3 rounds were left out");
  });

  test("without a script the page of a running mix follows it by itself", async () => {
    expect(await show(mixedOrder())).toContain('http-equiv="refresh"');
    expect(await show(mixedOrder(ENDED, { step: "done" }))).not.toContain('http-equiv="refresh"');
  });

  test.each(["refunded", "expired", "cancelled"] as const)("an order that is %s has none", async (state) => {
    expect(marksOf(await show(mixedOrder({ state }, { step: "session" })))).toEqual([]);
  });

  test("a plain exchange has none, nor settings, nor parts of a fee", async () => {
    const html = await show(order({ state: "exchanging" }));
    expect(marksOf(html)).toEqual([]);
    for (const text of ["Mixing rounds", "Mixing fee", "observer", "Extend the delay"])
      expect(textOf(html)).not.toContain(text);
  });
});

describe("what a mixed order's page tells", () => {
  test("its settings with the delay as it was extended, the parts of its fee, and every address", async () => {
    const known = mixedOrder();
    const privacySettings = {
      ...known.privacySettings,
      delayMinutes: 45,
      receiveAddresses: [RECEIVE_ADDRESS, REFUND_ADDRESS],
    } as NonNullable<Order["privacySettings"]>;
    const text = textOf(await show({ ...known, privacySettings }));
    for (const part of [
      "Mixing rounds 3 rounds",
      "Delay 45 minutes",
      "Privacy level Enhanced",
      "Random amount splitting Yes",
      "Tor integration No",
      "The fee in parts 1.95% 0.00195 BTC",
      "Base fee 0.00045 BTC",
      "Mixing fee 0.0015 BTC",
      "Delay processing fee 0 BTC",
      "Maximum privacy fee 0 BTC",
      `Receiving address ${RECEIVE_ADDRESS}`,
      `Receiving address ${REFUND_ADDRESS}`,
      "To your 2 addresses.",
    ])
      expect(text).toContain(part);
  });

  test("what an observer could infer until the payout begins, and then what it had lacked", async () => {
    const before = textOf(await show(mixedOrder({ state: "waiting" }, { step: "session" })));
    expect(before).toContain("What an observer of the chain could infer");
    expect(before).toContain("Fewer than two other mixes fit the amount 0.7314 BTC.");
    expect(before).toContain("0.7 BTC would hide among at least 12.");
    expect(before).toContain(
      "We can link this order ourselves until it is deleted, 24 hours after its end at the latest.",
    );
    const paid = textOf(await show(mixedOrder()));
    expect(paid).toContain("7; up to 7 missing now");
    expect(paid).not.toContain("would hide among");
    const sending = { observer: null, step: "sending", mayDelay: false, round: 3 } as const;
    const short = textOf(await show(mixedOrder({ state: "sending" }, { ...sending, shortfall: 7 })));
    expect(short).not.toContain("What an observer of the chain could infer");
    expect(short).toContain(
      "When the payout began, up to 7 of the other mixes that your level waits for were missing",
    );
    const met = textOf(await show(mixedOrder({ state: "sending" }, { ...sending, shortfall: 0 })));
    expect(met).toContain("all the other mixes that your level waits for were there");
  });
});

describe("what a mixed order's page advises for more mixes", () => {
  const delayed = (delayMinutes: number) =>
    ({ ...mixedOrder().privacySettings, delayMinutes }) as NonNullable<Order["privacySettings"]>;
  const needed = "Up to 7 more mixes are needed for your level.";

  test("before it is paid, to wait", async () => {
    const text = textOf(await show(mixedOrder({ state: "waiting" }, { step: "session", mayDelay: false })));
    expect(text).toContain(`${needed} You can wait for more mixes.`);
  });

  test("once it mixes, a longer delay where there is one", async () => {
    const privacySettings = delayed(115);
    expect(textOf(await show(mixedOrder({ privacySettings })))).toContain(
      `${needed} You can choose a longer delay.`,
    );
    const longest = textOf(await show(mixedOrder({ privacySettings: delayed(120) })));
    expect(longest).toContain(needed);
    expect(longest).not.toMatch(/You can (wait|choose)/);
  });
});

describe("what a mixed order's page tells at its end", () => {
  test("each part of the payout, also of two that share a transaction", async () => {
    const payouts = [leg("3000.1", "confirmed"), leg("2972.1", "planned")];
    const text = textOf(await show(mixedOrder({ state: "sending", payouts }, { step: "sending", round: 3 })));
    expect(text).toContain("Our payout, part 1 confirmed 3,000.1 USDT-TRC20");
    expect(text).toContain("Our payout, part 2 planned 2,972.1 USDT-TRC20");
    expect(text).toContain("2 parts of the payout under way or sent so far.");
    const one = textOf(await show(mixedOrder({ ...ENDED, payouts: [leg("5972.2")] }, { step: "done" })));
    expect(one).toContain("Our payout sent 5,972.2 USDT-TRC20");
    expect(one).toContain("The payout was made in one part.");
  });

  test("how long it is kept, as the operator set it", async () => {
    const current = mixedOrder(ENDED, { step: "done" });
    const kept = async (mixRetentionHours: number) => {
      const api = createFakeApi(() => current);
      return textOf(await show(current, "en", site(api, "simnet", { mixRetentionHours })));
    };
    expect(await kept(24)).toContain("This mixed order is deleted 24 hours after its end at the latest");
    expect(await kept(72)).toContain("This mixed order is deleted 3 days after its end at the latest");
  });
});

describe("extending the delay", () => {
  const options = (html: string) =>
    [
      ...(/<select[^>]*name="delayMinutes"[\s\S]*?<\/select>/.exec(html)?.[0] ?? "").matchAll(
        /value="(\d+)"/g,
      ),
    ].map(([, minutes]) => Number(minutes));

  test("offers what is longer than now, in steps of five up to the longest, while it may be", async () => {
    const offered = options(await unfolded(mixedOrder(), "delay"));
    expect(offered[0]).toBe(20);
    expect(offered.at(-1)).toBe(120);
    expect(offered).toHaveLength(21);
    expect(options(await unfolded(mixedOrder({}, { mayDelay: false }), "delay"))).toEqual([]);
    const longest = mixedOrder();
    const privacySettings = { ...longest.privacySettings, delayMinutes: 120 } as Order["privacySettings"];
    expect(await show({ ...longest, privacySettings })).not.toContain("Extend the delay");
  });

  test("a plain form asks for it, and comes back with a notice", async () => {
    const api = createFakeApi(() => mixedOrder());
    const answer = await site(api).post(path, {
      intent: "delay",
      delayMinutes: "60",
      idempotencyKey: "k".repeat(20),
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`${path}?notice=delayed`);
    const asked = api.calls.find((call) => call.path === `/api/exchanges/${ORDER_ID}/delay`);
    expect(asked?.body).toEqual({ delayMinutes: 60 });
    expect(asked?.headers.get("idempotency-key")).toBe("k".repeat(20));
    expect(textOf(await (await site(api).get(`${path}?notice=delayed`)).text())).toContain(
      "The delay is extended.",
    );
  });

  test.each([
    [422, "mixer/delay", "Please choose a longer delay than the current one."],
    [409, "order/closed", "The payout has begun: its delay can no longer be extended."],
  ])("a refusal (%i) is told by what it means here", async (status, code, text) => {
    const api = createFakeApi(() => mixedOrder());
    api.answers.set(`POST /api/exchanges/${ORDER_ID}/delay`, () =>
      problem(status, code, "The service's words."),
    );
    const answer = await site(api).post(path, { intent: "delay", delayMinutes: "60" });
    const html = await answer.text();
    expect(answer.status).toBe(status);
    expect(html).toMatch(new RegExp(`id="delayMinutes-message"[^>]*>${text}`));
    expect(html).toMatch(/<option value="60" selected="">/);
    expect(textOf(html)).not.toContain("The service's words.");
  });
});
