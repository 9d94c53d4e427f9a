import { createSottoClient, type Order } from "@sotto/openapi";
import { type Api, GrammyError } from "grammy";
import { expect, test } from "vitest";
import { FOLLOWED_MAX, newSession, type OrderMessages, type Session } from "../session/session";
import type { SessionStorage } from "../session/storage";
import { createChatQueues } from "../updates/queues";
import { createOrderNotifier } from "./notifier";

const NOW = Date.parse("2026-01-01T12:00:00Z");

const FIGURES: Order["amounts"]["ordered"] = {
  sendAmount: "1",
  sendCurrency: "BTC",
  exchangeRate: "2.1",
  converted: "2.1",
  fee: "0.05",
  feeRate: "0.45",
  networkFee: "0.05",
  receiveAmount: "2",
  receiveCurrency: "XMR",
};

/** As the API has them in a state. */
function amountsFor(state: Order["state"]): Order["amounts"] {
  const isExchanged = ["exchanging", "sending", "completed"].includes(state);
  const hasNone = ["expired", "cancelled", "refunding", "refunded", "failed"].includes(state);
  const refunded = { amount: "0.9", currency: "BTC", networkFee: "0.1", sent: true };
  const isRefunded = state === "refunding" || state === "refunded";
  return {
    basis: isRefunded ? "refunded" : isExchanged ? "exchanged" : hasNone ? "none" : "ordered",
    ordered: FIGURES,
    current: hasNone ? null : FIGURES,
    firm: isExchanged,
    arrived: isExchanged || isRefunded ? { amount: "1", currency: "BTC" } : null,
    credited: null,
    exchanged: isExchanged ? FIGURES : null,
    paid: state === "completed" ? { amount: "2", currency: "XMR", networkFee: "0.05" } : null,
    refunded: isRefunded ? refunded : null,
    recalculated: state === "sending" ? "rate" : null,
  };
}

const orderIn = (state: Order["state"], more: Partial<Order> = {}): Order =>
  ({
    id: "order-1",
    trackingCode: "482915037",
    state,
    reason: null,
    choices: [],
    deadline: null,
    awaits: null,
    defaultChoice: null,
    orderType: "floating",
    amounts: amountsFor(state),
    depositAddress: "bc1p-deposit",
    memo: null,
    sendAmount: "1",
    sendCurrency: "BTC",
    receiveAmount: "2",
    receiveCurrency: "XMR",
    receiveAddress: "there",
    refundAddress: null,
    confirmations: 0,
    confirmationsRequired: 2,
    expiresAt: "2026-01-01T11:59:00Z",
    deposits: [],
    payouts: [],
    children: [],
    ...more,
  }) as Partial<Order> as Order;

const CARD: OrderMessages = { card: 71, picture: 72, mark: "waiting", latest: null };

type Refusal = { code: number; description: string; ofEdits?: boolean };
type Options = { reply_parameters?: { message_id: number } };

function startNotifier(refusal?: Refusal, shown?: OrderMessages) {
  const sent: string[] = [];
  const done: string[] = [];
  const children: string[] = [];
  const session = { ...newSession(), orders: ["order-1"], messages: shown ? { "order-1": shown } : {} };
  const sessions = new Map<string, Session>([["7", session]]);
  const say = async (text: string, isEdit: boolean) => {
    if (refusal !== undefined && (refusal.ofEdits ?? false) === isEdit) {
      const answer = { ok: false as const, error_code: refusal.code, description: refusal.description };
      throw new GrammyError("no", answer, "sendMessage", {});
    }
    sent.push(text);
    return { message_id: sent.length };
  };
  const api = {
    sendMessage: (_chat: number, text: string, { reply_parameters: to }: Options) =>
      say(to === undefined ? text : `reply to ${to.message_id}: ${text}`, false),
    editMessageText: (_chat: number, id: number, text: string) => say(`edit of ${id}: ${text}`, true),
    deleteMessage: async (_chat: number, id: number) => void done.push(`deleted ${id}`),
    editMessageReplyMarkup: async (_chat: number, id: number) => void done.push(`no buttons under ${id}`),
  } as unknown as Api;
  const storage = {
    read: async (key: string) => sessions.get(key),
    write: async (key: string, session: Session) => void sessions.set(key, session),
    delete: async (key: string) => void sessions.delete(key),
  } as unknown as SessionStorage;
  const notifier = createOrderNotifier({
    client: createSottoClient({ baseUrl: "http://127.0.0.1:9" }),
    clientKey: () => "",
    currencies: async () => ({ ok: true, value: [] }),
    webUrl: "https://sotto.example",
    log: () => {},
    now: () => NOW,
    api,
    storage,
    queues: createChatQueues(),
    onChild: (_chat, id) => void children.push(id),
    onChatGone: () => {},
  });
  return { notifier, sent, done, sessions, children, notify: (order: Order) => notifier.notify(7, order) };
}

test("each change is notified once; confirmations are counted in one message", async () => {
  const { notify, sent } = startNotifier();
  for (const order of [
    orderIn("waiting"),
    orderIn("confirming"),
    orderIn("confirming"),
    orderIn("confirming", { confirmations: 1 }),
    orderIn("screening", { confirmations: 2 }),
    orderIn("exchanging"),
    orderIn("sending"),
  ]) {
    expect(await notify(order)).toBe("active");
  }
  const order = "<b>Order <code>482915037</code></b>";
  const firstAndThird = (text: string) => [text.split("\n")[0], text.split("\n")[2]].join(" | ");
  expect(sent.map(firstAndThird)).toEqual([
    `👀 ${order}: Payment detected | 0 of 2 confirmations`,
    `edit of 1: 👀 ${order}: Payment detected | 1 of 2 confirmations`,
    `edit of 1: 🔎 ${order}: Checking the deposit | 2 of 2 confirmations`,
    `🔄 ${order}: Exchanging | `,
  ]);
  const payouts: Order["payouts"] = [
    { txHash: "f00d", currency: "XMR", amount: "2", address: null, status: "sent", url: null },
  ];
  expect(await notify(orderIn("sending", { payouts }))).toBe("active");
  expect(sent.at(-1)).toContain("<code>f00d</code>");
});

test("an order on hold is notified again when it waits for something else", async () => {
  const { notify, sent } = startNotifier();
  const held = (what: "refund_address" | "refund") =>
    orderIn("hold", { awaits: { what, since: "2026-01-01T11:00:00Z", refundAt: null } });
  for (const what of ["refund_address", "refund_address", "refund"] as const) await notify(held(what));
  expect(sent).toHaveLength(2);
  expect(sent[0]).toContain("On hold since");
});

test.each(["completed", "refunded", "failed"] as const)(
  "an order that is %s is notified and dropped",
  async (state) => {
    const { notify, sent, sessions } = startNotifier();
    expect(await notify(orderIn(state))).toBe("ended");
    expect(sent).toHaveLength(1);
    expect(sessions.get("7")?.orders).toEqual([]);
    expect(await notify(orderIn(state))).toBe("ended");
    expect(sent).toHaveLength(1);
  },
);

test("an expired order stays dormant until no late payment can arrive", async () => {
  const { notify, sent, sessions } = startNotifier();
  expect(await notify(orderIn("expired"))).toBe("dormant");
  expect(await notify(orderIn("expired"))).toBe("dormant");
  expect(await notify(orderIn("action_required", { reason: "late" }))).toBe("active");
  expect(sent).toHaveLength(2);
  expect(await notify(orderIn("expired", { expiresAt: "2025-12-31T11:59:00Z" }))).toBe("ended");
  expect(sessions.get("7")?.orders).toEqual([]);
});

test("a further order that comes out of one is followed too", async () => {
  const { notify, sessions, children } = startNotifier();
  await notify(orderIn("sending", { children: ["order-2"] }));
  await notify(orderIn("sending", { children: ["order-2"] }));
  expect(sessions.get("7")?.orders).toEqual(["order-1", "order-2"]);
  expect(children).toEqual(["order-2"]);
});

test("of further orders, only as many are followed as a chat may follow", async () => {
  const { notify, sessions, children } = startNotifier();
  const many = Array.from({ length: 60 }, (_, at) => `child-${at}`);
  await notify(orderIn("sending", { children: many }));
  expect(sessions.get("7")?.orders).toHaveLength(FOLLOWED_MAX);
  expect(children).toHaveLength(FOLLOWED_MAX - 1);
});

test("the order's message changes with it, and what is new replies to it", async () => {
  const { notify, sent, done, sessions } = startNotifier(undefined, CARD);
  await notify(orderIn("confirming"));
  await notify(orderIn("confirming", { confirmations: 1 }));
  expect(sent[0]).toMatch(
    /^edit of 71: <b>Order <code>482915037<.code><.b>\n1 BTC → about 2 XMR\n\n👀 <b>Payment/,
  );
  expect(sent[1]).toMatch(/^reply to 71: 👀 <b>Payment detected<.b>\n/);
  expect(sent[2]).toMatch(/^edit of 2: 👀 <b>Payment detected<.b>\n/);
  expect(sent).toHaveLength(3);
  expect(done).toEqual(["deleted 72"]);
  const messages = sessions.get("7")?.messages?.["order-1"];
  expect(messages).toMatchObject({ card: 71, picture: null, latest: 2 });
  // Another process reads this: nothing is said twice.
  const again = startNotifier(undefined, messages);
  await again.notify(orderIn("confirming", { confirmations: 1 }));
  expect(again.sent).toEqual([]);
});

test("nothing is left to pay to once an order ended; a cancelled one says so in its own message", async () => {
  const expired = startNotifier(undefined, CARD);
  await expired.notify(orderIn("expired"));
  const cancelled = startNotifier(undefined, CARD);
  await cancelled.notify(orderIn("cancelled"));
  expect(expired.sent).toHaveLength(2);
  expect(cancelled.sent).toHaveLength(1);
  for (const { sent, done } of [expired, cancelled]) {
    expect(sent[0]).toMatch(/^edit of 71: [\s\S]*1 BTC → XMR[\s\S]*don’t pay/);
    expect(sent.join("\n")).not.toMatch(/bc1p|Send exactly|about|receive/);
    expect(done).toEqual(["deleted 72"]);
  }
});

test("an order whose message the user deleted is named by its code", async () => {
  const refusal = { code: 400, description: "message to edit not found", ofEdits: true };
  const { notify, sent, sessions } = startNotifier(refusal, CARD);
  await notify(orderIn("exchanging"));
  expect(sent.map((text) => text.split("\n")[0])).toEqual([
    "🔄 <b>Order <code>482915037</code></b>: Exchanging",
  ]);
  expect(sessions.get("7")?.messages?.["order-1"]?.card).toBeNull();
});

test("a message has the amounts of its state, which add up; a refund promises no other coin", async () => {
  const { notify, sent } = startNotifier(undefined, CARD);
  const payouts: Order["payouts"] = [
    { txHash: "f00d", currency: "XMR", amount: "2", address: null, status: "sent", url: null },
  ];
  await notify(orderIn("sending", { payouts }));
  await notify(orderIn("completed", { payouts }));
  expect(sent[0]).toContain("1 BTC → 2 XMR");
  expect(sent[1]?.split("\n\n")[1]?.split("\n")).toEqual([
    "Recalculated: the rate has changed since the order was made.",
    "Arrived: 1 BTC",
    "Rate: 1 BTC ≈ 2.1 XMR",
    "Fee 0.45%: 0.05 XMR",
    "Network fee: 0.05 XMR",
    "<b>You receive: 2 XMR</b>",
    "To: <code>there</code>",
    "Transaction: <code>f00d</code>",
  ]);
  expect(sent[3]?.split("\n\n")[1]).toBe("<b>Paid out: 2 XMR</b>");
  const [payout] = payouts;
  const proven = payout === undefined ? [] : [{ ...payout, txKey: "c0de" }];
  const one = startNotifier(undefined, CARD);
  await one.notify(orderIn("completed", { payouts: proven }));
  expect(one.sent[1]).toContain("<b>Paid out: 2 XMR</b>\nTransaction key: <code>c0de</code>");
  const parts = startNotifier(undefined, CARD);
  await parts.notify(orderIn("completed", { payouts: [...proven, ...proven] }));
  expect(parts.sent.join("\n")).not.toContain("c0de");
  const refund = startNotifier(undefined, CARD);
  await refund.notify(orderIn("refunding", { refundAddress: "home" }));
  const lines = "Arrived: 1 BTC\nNetwork fee: 0.1 BTC\n<b>Refund: 0.9 BTC</b>\nRefund to: <code>home</code>";
  expect(refund.sent[1]).toContain(lines);
  expect(refund.sent.join("\n")).not.toMatch(/2 XMR|receive/);
});

test("choices that were not taken lose their buttons", async () => {
  const { notify, done } = startNotifier();
  await notify(orderIn("action_required", { reason: "less" }));
  await notify(orderIn("refunding"));
  expect(done).toEqual(["no buttons under 1"]);
});

test("a chat that blocked the bot is forgotten; another failure is tried again", async () => {
  const blocked = startNotifier({ code: 403, description: "Forbidden: bot was blocked by the user" });
  expect(await blocked.notify(orderIn("exchanging"))).toBe("ended");
  expect(blocked.sessions.size).toBe(0);
  const failing = startNotifier({ code: 500, description: "Internal Server Error" });
  await expect(failing.notify(orderIn("exchanging"))).rejects.toThrow(GrammyError);
  await expect(failing.notify(orderIn("exchanging"))).rejects.toThrow(GrammyError);
  expect(failing.sessions.get("7")?.orders).toEqual(["order-1"]);
});

test("money that came after a cancellation is not called late", async () => {
  const { notify, sent } = startNotifier(undefined, CARD);
  await notify(orderIn("action_required", { reason: "late", closedAs: "cancelled" }));
  const text = sent.join("\n");
  expect(text).toContain("A payment arrived after the order was cancelled.");
  expect(text).not.toContain("after the time to pay");
});
