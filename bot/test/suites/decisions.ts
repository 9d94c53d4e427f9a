// What a customer decides with the buttons of an order.
import type { Order } from "@sotto/openapi";
import { expect, test } from "vitest";
import { timeText } from "../../src/figures";
import { LANGUAGE_RECORDS, LANGUAGES } from "../../src/languages";
import { TEXTS } from "../../src/messages/texts";
import { ADDRESSES } from "../addresses";
import { eventually } from "../eventually";
import { world } from "../shared-world";
import type { Chat } from "../telegram";
import { confirmOrder, startOf, walkToSummary } from "../walk";
import type { World } from "../world";

/** A fixed-rate order that half was paid to: it asks. */
async function orderThatAsks({ mine, pay }: World, chat: Chat) {
  await walkToSummary(chat, { type: "fixed", amount: "0.01" });
  const placed = await confirmOrder(chat);
  await pay(placed.address, "0.005");
  await mine("BTC", 2);
  const asked = await chat.sees(TEXTS.en.reasons.less);
  return { ...placed, asked };
}

test("an underpaid fixed order asks, and goes on by the exchange button", async () => {
  const { telegram, mine, api } = world();
  const chat = telegram.chat(201);
  const { id, asked } = await orderThatAsks(world(), chat);
  expect(asked.text).toContain("Ordered: 0.01 BTC\nArrived: 0.005 BTC");
  expect(asked.buttons.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Exchange: get [\d,.]+ USDT TRC20$/),
    expect.stringMatching(/^Refund: get 0\.00\d+ BTC$/),
  ]);
  await chat.tap(/^Exchange/);
  expect((await chat.sees(TEXTS.en.order.decidedExchange)).buttons).toEqual([]);
  await chat.sees(TEXTS.en.states.sending);
  await mine("USDT-TRC20", 30);
  await chat.sees(TEXTS.en.states.completed);
  const { data: order } = await api.client.GET("/api/exchanges/{id}", { params: { path: { id } } });
  expect(order?.outcome).toBe("exchanged");
});

test("a refund asks for its address, refuses a wrong one, and is reported to its end", async () => {
  const { telegram, mine, api } = world();
  const chat = telegram.chat(202);
  const { id } = await orderThatAsks(world(), chat);
  await chat.tap(/^Refund/);
  await chat.sees("Where should your BTC go back to?");
  await chat.say(ADDRESSES["USDT-TRC20"]);
  await chat.sees(TEXTS.en.wrong.addressOther("USDT TRC20, TRX"));
  await chat.tap(TEXTS.en.buttons.back);
  const choices = await chat.sees(TEXTS.en.reasons.less);
  expect(choices.buttons).toHaveLength(2);
  await chat.tap(/^Refund/);
  await chat.sees("Where should your BTC go back to?");
  await chat.say(ADDRESSES.BTC);
  await chat.sees(TEXTS.en.order.decidedRefund(`<code>${ADDRESSES.BTC}</code>`));
  await eventually(() => chat.shown().filter(({ text }) => text.includes("Where should"))).toEqual([]);
  const refunding = await chat.sees(TEXTS.en.stateTexts.refunding);
  expect(refunding.text).toMatch(
    /Arrived: 0\.005 BTC\nNetwork fee: 0\.\d+ BTC\n<b>Refund: 0\.00\d+ BTC<\/b>\nRefund to: <code>bc1qc/,
  );
  await eventually(async () => {
    await mine("BTC", 3);
    const { data } = await api.client.GET("/api/exchanges/{id}", { params: { path: { id } } });
    return data?.state;
  }).toBe("refunded");
  const refunded = await chat.sees(TEXTS.en.stateTexts.refunded);
  expect(refunded.text).toMatch(/<b>Refund: 0\.00\d+ BTC<\/b>\nTransaction: <code>/);
  expect(refunded.buttons.map(({ text }) => text)).toContain(TEXTS.en.buttons.newExchange);
});

test("what is typed for a new exchange decides no refund, although one was asked about before", async () => {
  const { telegram, api } = world();
  const chat = telegram.chat(206);
  const { id } = await orderThatAsks(world(), chat);
  const { flow, buttons } = TEXTS.en;
  await chat.say("/start");
  await chat.sees(flow.type);
  await chat.tap(/^Refund/);
  await chat.sees("Where should your BTC go back to?");
  await chat.tap(startOf(buttons.floating));
  await chat.sees(flow.send);
  await chat.say(ADDRESSES.BTC);
  await chat.sees("I don’t know this coin.");
  const { data: order } = await api.client.GET("/api/exchanges/{id}", { params: { path: { id } } });
  expect(order).toMatchObject({ state: "action_required", refundAddress: null });
});

test("figures that have changed are offered anew, not decided on", async () => {
  const { telegram } = world();
  const chat = telegram.chat(203);
  const { id, asked } = await orderThatAsks(world(), chat);
  await chat.press(`o:exchange:0:${id}`, asked.id);
  const again = await chat.sees(TEXTS.en.order.decisionStale);
  expect(again.buttons).toHaveLength(2);
});

test("an unpaid order can be cancelled, after a question; it cannot be by another chat", async () => {
  const { telegram, api } = world();
  const chat = telegram.chat(204);
  await walkToSummary(chat);
  const { id } = await confirmOrder(chat);
  const stateOf = async () =>
    (await api.client.GET("/api/exchanges/{id}", { params: { path: { id } } })).data?.state;
  const stranger = telegram.chat(205);
  await stranger.press(`o:cancel-yes:0:${id}`);
  await stranger.say("/help");
  await stranger.sees("/forget");
  expect(await stateOf()).toBe("waiting");
  const { buttons, order } = TEXTS.en;
  expect(chat.pictures()).toHaveLength(1);
  await chat.tap(buttons.cancelOrder);
  expect((await chat.sees(order.cancelAsk)).text).not.toContain(order.pay);
  await chat.tap(buttons.cancelOrderNo);
  await chat.sees(order.pay);
  await chat.tap(buttons.cancelOrder);
  await chat.sees(order.cancelAsk);
  await chat.tap(buttons.cancelOrderYes);
  const { text } = await chat.sees(TEXTS.en.states.cancelled);
  expect(text).not.toMatch(/bc1p|Send exactly|about/);
  await eventually(() => chat.pictures()).toEqual([]);
  expect(chat.shown()).toHaveLength(1);
  expect(await stateOf()).toBe("cancelled");
});

test.each(LANGUAGES)("an order on hold says what it waits for and since when, in %s", async (language) => {
  const { telegram, gate } = world();
  const chat = telegram.chat(210 + LANGUAGES.indexOf(language));
  await walkToSummary(chat);
  const { id } = await confirmOrder(chat);
  await chat.say("/language");
  await chat.sees(TEXTS.en.language.ask);
  await chat.tap(LANGUAGE_RECORDS[language].nativeName);
  await chat.sees(TEXTS[language].language.set);
  let awaits: Partial<Order["awaits"]> = null;
  const since = "2026-01-02T03:04:00.000Z";
  const refundAt = "2026-01-03T03:04:00.000Z";
  gate.after = (path, answer) =>
    path === `/api/exchanges/${id}`
      ? { ...(answer as Order), state: "hold", reason: "payout_failed", awaits }
      : answer;
  const status = async (what: NonNullable<Order["awaits"]>["what"]): Promise<string> => {
    awaits = { what, since, refundAt: what === "refund" ? refundAt : null };
    await chat.say("/status");
    return (await chat.sees(words[what])).text;
  };
  const { order, stateTexts } = TEXTS[language];
  const held = order.holdSince(`<b>${timeText(since, language)}</b>`);
  const words = {
    refund: order.holdRefund(`<b>${timeText(refundAt, language)}</b>`),
    refund_address: order.holdAddress,
    administrator: order.holdNext,
  };
  for (const what of ["administrator", "refund_address", "refund"] as const) {
    const text = await status(what);
    expect(text).toContain(`${stateTexts.hold}\n${held}\n${words[what]}`);
    expect(Object.values(words).filter((line) => text.includes(line))).toEqual([words[what]]);
  }
});
