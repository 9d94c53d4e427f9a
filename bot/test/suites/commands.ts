// Commands and deep links.
import { expect, test } from "vitest";
import { TEXTS } from "../../src/messages/texts";
import { eventually } from "../eventually";
import { world } from "../shared-world";
import { confirmOrder, walkToSummary } from "../walk";

test("/status shows open orders, /track what anybody may know", async () => {
  const { telegram } = world();
  const chat = telegram.chat(301);
  await chat.say("/status");
  await chat.sees(TEXTS.en.status.none);
  await walkToSummary(chat);
  const { id, code } = await confirmOrder(chat);
  await chat.say("/status");
  await eventually(() => chat.shown().filter(({ text }) => text.includes(id))).toHaveLength(2);
  await chat.say(`/track ${code.slice(0, 3)}-${code.slice(3)}`);
  const tracked = await chat.sees("about 0.005 BTC → about");
  expect(tracked.text).not.toContain(id);
  await chat.say("/track 12");
  await chat.sees(TEXTS.en.track.usage);
  await chat.say("/start track_111111111");
  await chat.sees(/Exchange record not found/);
});

test("a deep link fills in pair and amount; one that cannot be used says so", async () => {
  const { flow, buttons, wrong } = TEXTS.en;
  const { telegram } = world();
  for (const [id, link] of [
    [3021, "BTC_XMR_0.1"],
    [3022, "btc_xmr_0-1"],
  ] as const) {
    const chat = telegram.chat(id);
    await chat.say(`/start ${link}`);
    expect((await chat.sees(flow.type)).text).toContain("BTC → XMR");
    await chat.tap(buttons.floating);
    expect((await chat.sees(flow.address("XMR", "Monero"))).text).toContain("You send 0.1 BTC");
  }
  const small = telegram.chat(3023);
  await small.say("/start BTC_XMR_0.00001");
  await small.sees(flow.type);
  await small.tap(buttons.floating);
  expect((await small.sees(/minimum/)).text).toContain(flow.amount("BTC"));
  const wrongOnes = ["BTC_BTC_1", "BTC_GOLD_1", "../../x"];
  for (const [at, link] of wrongOnes.entries()) {
    const chat = telegram.chat(3024 + at);
    await chat.say(`/start ${link}`);
    expect((await chat.sees(wrong.link)).text).toContain(flow.type);
  }
});

test("/language changes what is said, and is kept", async () => {
  const { telegram, bot } = world();
  const chat = telegram.chat(303, { languageCode: "es" });
  await chat.say("/help");
  await chat.sees("tus órdenes abiertas");
  await chat.say("/language");
  await chat.sees(TEXTS.es.language.ask);
  await chat.tap("日本語");
  await chat.sees(TEXTS.ja.language.set);
  await bot.restart();
  await chat.say("/help");
  await chat.sees("進行中の注文");
  await chat.press("l:xx");
  await chat.say("/status");
  await chat.sees(TEXTS.ja.status.none);
});

test("/rates shows rates in the user's figures", async () => {
  const chat = world().telegram.chat(304, { languageCode: "es" });
  await chat.say("/rates");
  expect((await chat.sees(TEXTS.es.rates.title)).text).toMatch(/1 BTC ≈ \d+\u202f\d{3}(,\d+)? USDT TRC20/);
  await chat.say("/rates XMR BTC");
  await chat.sees(/1 XMR ≈ 0,00\d+ BTC/);
  await chat.say("/rates XMR GOLD");
  await chat.sees(TEXTS.es.rates.none);
});

test("/forget erases everything that is stored, and the orders go on untold", async () => {
  const { telegram, bot, pay, mine, api } = world();
  const chat = telegram.chat(305);
  await walkToSummary(chat);
  const placed = await confirmOrder(chat);
  await eventually(() => Object.keys(bot.session(305) ?? {}).sort()).toEqual([
    "accepted",
    "draft",
    "language",
    "orders",
    "refundQuestion",
    "updates",
  ]);
  await chat.say("/forget");
  await chat.sees(TEXTS.en.forgotten);
  await eventually(() => bot.session(305)).toBeUndefined();
  await pay(placed.address, "0.005");
  await mine("BTC", 1);
  await eventually(async () => {
    const path = { id: placed.id };
    return (await api.client.GET("/api/exchanges/{id}", { params: { path } })).data?.confirmations;
  }).toBe(1);
  expect(chat.shown().at(-1)?.text).toBe(TEXTS.en.forgotten);
  expect(bot.session(305)).toBeUndefined();
});

test("a group gets a pointer and leaves nothing behind", async () => {
  const { telegram, bot } = world();
  const group = telegram.chat(-306, { type: "group" });
  await group.say("/start BTC_XMR_0.1");
  await group.sees("https://t.me/");
  await group.say("0.1");
  const chat = telegram.chat(306);
  await chat.say("/nonsense");
  await chat.sees(TEXTS.en.unknown);
  expect(group.shown()).toHaveLength(1);
  expect(bot.session(-306)).toBeUndefined();
});
