import { createSottoClient, type Order } from "@sotto/openapi";
import { type Api, GrammyError } from "grammy";
import { expect, test } from "vitest";
import { FOLLOWED_MAX, newSession, type Session } from "../session/session";
import type { SessionStorage } from "../session/storage";
import { createChatQueues } from "../updates/queues";
import { createOrderNotifier } from "./notifier";

const NOW = Date.parse("2026-01-01T12:00:00Z");

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

function startNotifier(refusal?: { code: number; description: string }) {
  const sent: string[] = [];
  const children: string[] = [];
  const sessions = new Map<string, Session>([["7", { ...newSession(), orders: ["order-1"] }]]);
  const say = async (text: string) => {
    if (refusal !== undefined) {
      const answer = { ok: false as const, error_code: refusal.code, description: refusal.description };
      throw new GrammyError("no", answer, "sendMessage", {});
    }
    sent.push(text);
    return { message_id: sent.length };
  };
  const api = {
    sendMessage: (_chat: number, text: string) => say(text),
    editMessageText: (_chat: number, id: number, text: string) => say(`edit of ${id}: ${text}`),
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
  return { notifier, sent, sessions, children, notify: (order: Order) => notifier.notify(7, order) };
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
  expect(sent.map((text) => text.split("\n").slice(0, 2).join(" | "))).toEqual([
    "👀 <b>Order 482915037</b>: Payment seen | 0 of 2 confirmed",
    "edit of 1: 👀 <b>Order 482915037</b>: Payment seen | 1 of 2 confirmed",
    "edit of 1: 🔎 <b>Order 482915037</b>: Checking the deposit | 2 of 2 confirmed",
    "🔄 <b>Order 482915037</b>: Exchanging | The rate is being set and the payout planned.",
  ]);
  const payouts: Order["payouts"] = [
    { txHash: "f00d", currency: "XMR", amount: "2", status: "sent", url: null },
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
  expect(sent[0]).toContain("https://sotto.example/en/payment/order-1");
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

test("what was last sent about an order is forgotten with it", async () => {
  const { notify, notifier, sent } = startNotifier();
  await notify(orderIn("exchanging"));
  await notify(orderIn("exchanging"));
  expect(sent).toHaveLength(1);
  notifier.forget("order-1");
  await notify(orderIn("exchanging"));
  expect(sent).toHaveLength(2);
});

test.each(["confirming", "action_required", "sending", "completed", "refunded"] as const)(
  "a message of an order that is %s has the link to its page",
  async (state) => {
    const { notify, sent } = startNotifier();
    const payouts: Order["payouts"] = [
      { txHash: "f00d", currency: "XMR", amount: "2", status: "sent", url: null },
    ];
    await notify(orderIn(state, { payouts }));
    expect(sent.at(-1)).toContain("https://sotto.example/en/payment/order-1");
  },
);

test("a chat that blocked the bot is forgotten; another failure is tried again", async () => {
  const blocked = startNotifier({ code: 403, description: "Forbidden: bot was blocked by the user" });
  expect(await blocked.notify(orderIn("exchanging"))).toBe("ended");
  expect(blocked.sessions.size).toBe(0);
  const failing = startNotifier({ code: 500, description: "Internal Server Error" });
  await expect(failing.notify(orderIn("exchanging"))).rejects.toThrow(GrammyError);
  await expect(failing.notify(orderIn("exchanging"))).rejects.toThrow(GrammyError);
  expect(failing.sessions.get("7")?.orders).toEqual(["order-1"]);
});
