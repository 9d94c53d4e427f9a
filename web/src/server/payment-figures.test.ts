import type { Track } from "@sotto/openapi";
import { describe, expect, test } from "vitest";
import type { Order } from "../lib/api";
import { LANGUAGES } from "../lib/languages";
import { AMOUNTS, createFakeApi, json, ORDER_ID, order, REFUND_ADDRESS } from "../testing/fake-api";
import { site, textOf, withBuild } from "../testing/site";

withBuild();

const less: Order["amounts"]["ordered"] = {
  ...AMOUNTS.ordered,
  sendAmount: "0.02",
  converted: "1200",
  fee: "5.4",
  receiveAmount: "1193.8",
};
const arrived = { amount: "0.02", currency: "BTC" };
const soon = new Date(Date.now() + 20 * 3_600_000).toISOString();
const choices: Order["choices"] = [
  { choice: "exchange", sendsAmount: "1193.8", currency: "USDT-TRC20", networkFee: "0.8" },
  { choice: "refund", sendsAmount: "0.0199", currency: "BTC", networkFee: "0.0001" },
];
const exchanged = {
  basis: "exchanged",
  firm: true,
  current: less,
  exchanged: less,
  arrived,
  recalculated: "less",
} as const;

/** Of an order of 0.1 BTC to which 0.02 came: what each state's page says, and what it must not say any more. */
const cases: readonly [string, Partial<Order>, string[], string[]][] = [
  [
    "waiting",
    { state: "waiting" },
    ["0.1 BTC × 60,000 6,000.00", "Our fee 0.45% −27.00", "You receive, about 5,972.20"],
    ["Recalculated"],
  ],
  [
    "confirming",
    {
      state: "confirming",
      amounts: { ...AMOUNTS, basis: "arrived", current: less, arrived, recalculated: "less" },
    },
    [
      "0.02 BTC × 60,000 1,200.00",
      "You receive, about 1,193.80",
      "Less arrived than the 0.1 BTC you ordered.",
    ],
    ["6,000.00"],
  ],
  [
    "action_required",
    {
      state: "action_required",
      reason: "less",
      choices,
      deadline: soon,
      defaultChoice: "wait",
      amounts: { ...AMOUNTS, basis: "arrived", current: less, arrived },
    },
    [
      "You ordered 0.10",
      "Arrived −0.02",
      "Missing 0.08",
      "Exchange anyway 1,193.80 USDT-TRC20 0.02 BTC 1,200.00",
      "Our fee −5.40",
      "Arrived 0.02 00",
      "Our fee 0.00 00",
      "Nothing happens before the deadline unless you decide.",
      "Up to 0.5% less if the rate falls before we settle the exchange.",
    ],
    ["5,972.20", "27.00", "Nothing happens until you decide."],
  ],
  [
    "confirming at a fixed rate",
    {
      state: "confirming",
      orderType: "fixed",
      amounts: { ...AMOUNTS, basis: "arrived", firm: true, arrived: { amount: "0.1", currency: "BTC" } },
    },
    ["You receive 5,972.20", "The rate is fixed"],
    ["You receive, about"],
  ],
  [
    "confirming at a fixed rate, to be exchanged by the market's",
    {
      state: "confirming",
      orderType: "fixed",
      late: true,
      mismatch: { less: null, more: null, late: "exchange" },
      amounts: { ...AMOUNTS, basis: "arrived", arrived: { amount: "0.1", currency: "BTC" } },
    },
    ["You receive, about 5,972.20"],
    ["The rate is fixed"],
  ],
  [
    "action_required at a fixed rate",
    {
      state: "action_required",
      orderType: "fixed",
      reason: "rate_moved",
      choices,
      deadline: soon,
      defaultChoice: "wait",
      amounts: {
        ...AMOUNTS,
        basis: "arrived",
        current: { ...AMOUNTS.ordered, exchangeRate: "59000" },
        arrived: { amount: "0.1", currency: "BTC" },
      },
    },
    [
      "You receive, about 5,972.20",
      "At the current rate, if you choose the exchange.",
      "At the current rate: your rate is no longer fixed.",
    ],
    ["The rate is fixed", "You receive 5,972.20", "At your order’s rate"],
  ],
  [
    "action_required at a fixed rate that is lower than the current one",
    {
      state: "action_required",
      orderType: "fixed",
      reason: "more",
      choices,
      deadline: soon,
      defaultChoice: "wait",
      amounts: { ...AMOUNTS, basis: "arrived", arrived: { amount: "0.101", currency: "BTC" } },
    },
    [
      "At your order’s rate, if you choose the exchange.",
      "At your order’s rate, as the current one is higher.",
    ],
    ["At the current rate"],
  ],
  [
    "hold with another amount",
    { state: "hold", amounts: { ...AMOUNTS, basis: "arrived", current: null, arrived } },
    ["Missing 0.08", "Nothing is paid out before the review."],
    ["5,972", "You receive", "We recalculate"],
  ],
  [
    "hold after its exchange",
    { state: "hold", amounts: { ...AMOUNTS, ...exchanged } },
    ["The coins are kept."],
    ["1,193", "You receive", "Adds up"],
  ],
  [
    "completed",
    { state: "completed", completedAt: soon, amounts: { ...AMOUNTS, ...exchanged } },
    [
      "0.02 BTC × 60,000 1,200.00",
      "You received USDT-TRC20 1,193.80",
      "The estimate was 5,972.2 USDT-TRC20.",
    ],
    ["You receive, about", "27.00"],
  ],
  [
    "refunded",
    {
      state: "refunded",
      completedAt: soon,
      refundAddress: REFUND_ADDRESS,
      amounts: {
        ...AMOUNTS,
        basis: "refunded",
        current: null,
        arrived,
        refunded: { amount: "0.0199", currency: "BTC", networkFee: "0.0001", sent: true },
      },
    },
    ["Arrived 0.02 00", "Our fee 0.00 00", "Network fee −0.00 01", "Sent back BTC 0.01 99"],
    ["5,972", "You receive, about"],
  ],
  [
    "expired",
    { state: "expired", amounts: { ...AMOUNTS, basis: "none", current: null } },
    ["Not paid"],
    ["5,972", "You receive, about", "Our fee"],
  ],
];

const changesOf = (name: string) => cases.find(([known]) => known === name)?.[1] ?? {};
const read = async (changes: Partial<Order>, language = "en") =>
  (await site(createFakeApi(() => order(changes))).get(`/${language}/payment/${ORDER_ID}`)).text();

describe("the figures of a payment page", () => {
  test.each(cases)(
    "are those that are true of an order that is %s",
    async (_state, changes, said, unsaid) => {
      const text = textOf(await read(changes));
      for (const wanted of said) expect(text).toContain(wanted);
      for (const unwanted of unsaid) expect(text).not.toContain(unwanted);
    },
  );

  test.each(LANGUAGES)("are the same in %s", async (language) => {
    const page = textOf(await read(changesOf("completed"), language)).replaceAll("127.0.0.1", "");
    const text = page.replace(/[\s,.\u202f]/g, "");
    for (const figure of ["119380", "540"]) expect(text).toContain(figure);
    expect(text).not.toContain("2700");
  });

  test("a decision has nothing chosen, and the receipt can be saved as a file that adds up", async () => {
    expect(await read(changesOf("action_required"))).not.toContain("checked");
    const file =
      /href="data:application\/json[^,]*,([^"]+)"/.exec(await read(changesOf("completed")))?.[1] ?? "";
    const saved = JSON.parse(decodeURIComponent(file)) as { amounts: Order["amounts"] };
    expect(saved.amounts.exchanged?.receiveAmount).toBe("1193.8");
    expect(file).not.toContain(ORDER_ID);
  });
});

function tracked(changes: Partial<Track>) {
  const api = createFakeApi();
  const answer = {
    id: "482915037",
    basis: "ordered",
    createdAt: "2026-11-20T10:00:00.000Z",
    completedAt: null,
    timeGrain: 600,
    refundAmount: null,
    sendAmount: "0.1",
    sendCurrency: "BTC",
    receiveAmount: "5900",
    receiveCurrency: "USDT-TRC20",
    receiveAddress: "…YdH",
    ...changes,
  };
  api.answers.set("GET /api/track/482915037", () => json(answer));
  return api;
}

test("coarse times are shown as coarse, and the amounts by the name that is true of them", async () => {
  const minute = 60_000;
  const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
  const read = async (changes: Partial<Track>) =>
    textOf(await (await site(tracked(changes)).get("/en/track?code=482915037")).text());
  const done = await read({
    state: "completed",
    status: "completed",
    basis: "exchanged",
    createdAt: ago(27),
    completedAt: ago(2),
  });
  expect(done).toContain("about 20 minutes ago");
  expect(done).toContain("within the last 10 minutes");
  expect(done).toContain("Sent about 0.1 BTC Received about 5,900 USDT-TRC20");
  expect(done).not.toContain("Sends about");
  const refunded = await read({
    state: "refunded",
    status: "failed",
    basis: "refunded",
    receiveAmount: null,
    refundAmount: "0.099",
  });
  expect(refunded).toContain("Refunded about 0.099 BTC");
  expect(refunded).not.toContain("5,900");
  expect(await read({ state: "expired", status: "expired", basis: "none", receiveAmount: null })).toContain(
    "Ordered about 0.1 BTC",
  );
});
