// What a customer decides with the buttons of an order.
import { expect, test } from "vitest";
import { TEXTS } from "../../src/messages/texts";
import { ADDRESSES } from "../addresses";
import { eventually } from "../eventually";
import { world } from "../shared-world";
import type { Chat } from "../telegram";
import { confirmOrder, walkToSummary } from "../walk";
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
  await chat.sees(TEXTS.en.order.decided);
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
  await chat.say(ADDRESSES.BTC);
  await chat.sees(TEXTS.en.order.decided);
  await chat.sees(TEXTS.en.states.refunding);
  await eventually(async () => {
    await mine("BTC", 3);
    const { data } = await api.client.GET("/api/exchanges/{id}", { params: { path: { id } } });
    return data?.state;
  }).toBe("refunded");
  expect((await chat.sees(/: Refunded/)).text).toContain(`<code>${ADDRESSES.BTC}</code>`);
});

test("figures that have changed are offered anew, not decided on", async () => {
  const { telegram } = world();
  const chat = telegram.chat(203);
  const { id } = await orderThatAsks(world(), chat);
  await chat.press(`o:exchange:0:${id}`);
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
  await chat.tap(TEXTS.en.buttons.cancelOrder);
  await chat.sees(TEXTS.en.order.cancelAsk);
  await chat.tap(TEXTS.en.buttons.cancelOrderYes);
  await chat.sees(TEXTS.en.states.cancelled);
  expect(await stateOf()).toBe("cancelled");
});
