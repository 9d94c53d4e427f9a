// Commands and deep links.
import { expect, test } from "vitest";
import { percentText } from "../../src/figures";
import { TEXTS } from "../../src/messages/texts";
import { ADDRESSES } from "../addresses";
import { eventually } from "../eventually";
import { world } from "../shared-world";
import { confirmOrder, orderIdOf, startOf, walkToSummary } from "../walk";

test("/status shows open orders, /track what anybody may know", async () => {
  const { telegram } = world();
  const chat = telegram.chat(301);
  await chat.say("/status");
  await chat.sees(TEXTS.en.status.none);
  await walkToSummary(chat);
  const { id, code } = await confirmOrder(chat);
  const before = chat.shown().at(-1);
  await chat.say("/status");
  const cards = () => chat.shown().filter(({ text }) => text.includes(TEXTS.en.order.pay));
  await eventually(() => cards().map((card) => card.id > (before?.id ?? 0))).toEqual([true]);
  expect(orderIdOf(await chat.sees(TEXTS.en.order.pay))).toBe(id);
  await chat.say(`/track ${code.slice(0, 3)}-${code.slice(3)}`);
  const tracked = await chat.sees("about 0.005 BTC → about");
  expect(tracked.text).not.toContain(id);
  await chat.say("/track 12");
  await chat.sees(TEXTS.en.track.codeFormat);
  await chat.say("/start track_111111111");
  await chat.sees(/Exchange record not found/);
});

test("after /track the next message is the code, or the question is dropped", async () => {
  const { track, buttons } = TEXTS.en;
  const { telegram } = world();
  const chat = telegram.chat(309);
  await walkToSummary(chat);
  const { code } = await confirmOrder(chat);
  await chat.say("/track");
  await chat.sees(track.ask);
  await chat.say("my code");
  await chat.sees(track.codeFormat);
  await chat.say(`${code.slice(0, 3)} ${code.slice(3)}`);
  await chat.sees("about 0.005 BTC → about");
  await chat.say("/track");
  await chat.sees(track.ask);
  await chat.tap(buttons.cancel);
  await chat.sees(track.tailCancelled);
  await chat.say(code);
  await chat.sees(TEXTS.en.unknown);
});

test("/help names fees, minimums, support and terms", async () => {
  const { help } = TEXTS.fr;
  const chat = world().telegram.chat(310, { languageCode: "fr" });
  await chat.say("/help");
  const shown = await chat.sees(help.keeps);
  expect(shown.text).toContain(help.fees(percentText("0.45", "fr"), percentText("0.95", "fr")));
  expect(shown.text).toContain("0,001 BTC");
  expect(shown.buttons.map(({ url }) => url)).toEqual(
    ["currencies", "contact", "terms"].map((page) => `https://sotto.example/fr/${page}`),
  );
});

/** What the API answers to a code without its tail while strangers guess codes. */
const tailRequired = (path: string) => {
  if (!/^\/api\/track\/\d{9}$/.test(path)) return undefined;
  const text = "Please add the last four characters.";
  const of = { type: "/problems/track/tail-required", title: text, detail: text, instance: "urn:uuid:0" };
  return {
    status: 429,
    body: { ...of, status: 429, code: "track/tail-required", message: text, errors: [] },
  };
};

test("while codes are guessed, /track takes the chat's next message for the end of the address", async () => {
  const { track } = TEXTS.en;
  const { telegram, gate, bot } = world();
  const [chat, other] = [telegram.chat(307), telegram.chat(308, { languageCode: "fr" })];
  await walkToSummary(chat);
  const { code, id } = await confirmOrder(chat);
  gate.instead = tailRequired;
  await chat.say(`/track ${code}`);
  await chat.sees(track.tailAsk);
  await other.say(`/start track_${code}`);
  await other.sees(TEXTS.fr.track.tailAsk);
  await bot.restart();
  await chat.say("the last ones");
  await chat.sees(track.tailFormat);
  await chat.say("XXXX");
  await chat.sees(track.tailUnknown);
  await chat.say(ADDRESSES["USDT-TRC20"]);
  expect((await chat.sees("about 0.005 BTC → about")).text).not.toContain(id);
  await eventually(() => bot.session(307)?.trackQuestion).toBeNull();
  await chat.say("WYdH");
  await chat.sees(TEXTS.en.unknown);
  await other.tap(TEXTS.fr.buttons.cancel);
  await other.sees(TEXTS.fr.track.tailCancelled);
  await other.say(`/track ${code}`);
  await eventually(() => bot.session(308)?.trackQuestion).toEqual({ code });
  await other.say("/rates");
  await other.sees(TEXTS.fr.rates.title);
  await other.say("WYdH");
  await other.sees(TEXTS.fr.unknown);
  gate.instead = undefined;
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
    await chat.tap(startOf(buttons.floating));
    expect((await chat.sees(flow.address("XMR", "Monero"))).text).toContain("You send 0.1 BTC");
  }
  const small = telegram.chat(3023);
  await small.say("/start BTC_XMR_0.00001");
  await small.sees(flow.type);
  await small.tap(startOf(buttons.floating));
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
  const { text } = await chat.sees(TEXTS.es.rates.title);
  expect(text).toMatch(/1 BTC ≈ \d+\u202f\d{3}(,\d+)? USDT TRC20/);
  expect(text).not.toMatch(/^1 USD/m);
  expect(text).toMatch(/A fecha de \d{1,2} \w+, \d{2}:\d{2} UTC/);
  await chat.say("/rates XMR BTC");
  await chat.sees(/1 XMR ≈ 0,00\d+ BTC/);
  await chat.say("/rates XMR GOLD<");
  await chat.sees(TEXTS.es.rates.unknown("GOLD&lt;"));
  await chat.say("/rates USDT USDT-ERC20");
  await chat.sees(/1 USDT TRC20 ≈ 1 USDT ERC20|no hay tipo/);
});

test("/forget asks, then erases everything that is stored; the orders continue unannounced", async () => {
  const { telegram, bot, pay, mine, api } = world();
  const chat = telegram.chat(305);
  await walkToSummary(chat);
  const placed = await confirmOrder(chat);
  await eventually(() => Object.keys(bot.session(305) ?? {}).sort()).toEqual([
    "accepted",
    "draft",
    "language",
    "messages",
    "orders",
    "refundQuestion",
    "trackQuestion",
    "updates",
  ]);
  await chat.say("/forget");
  await chat.sees(TEXTS.en.forget.ask);
  await chat.tap(TEXTS.en.buttons.forgetNo);
  await chat.sees(TEXTS.en.forget.kept);
  expect(bot.session(305)?.orders).toEqual([placed.id]);
  await chat.say("/forget");
  await chat.sees(TEXTS.en.forget.ask);
  await chat.tap(TEXTS.en.buttons.forgetYes);
  await chat.sees(TEXTS.en.forget.done);
  await eventually(() => bot.session(305)).toBeUndefined();
  await pay(placed.address, "0.005");
  await mine("BTC", 1);
  await eventually(async () => {
    const path = { id: placed.id };
    return (await api.client.GET("/api/exchanges/{id}", { params: { path } })).data?.confirmations;
  }).toBe(1);
  expect(chat.shown().at(-1)?.text).toBe(TEXTS.en.forget.done);
  expect(bot.session(305)).toBeUndefined();
});

test("a group gets a pointer and leaves nothing behind", async () => {
  const { telegram, bot } = world();
  const group = telegram.chat(-306, { type: "group" });
  await group.say("/start BTC_XMR_0.1");
  expect((await group.sees(TEXTS.en.group)).buttons[0]?.url).toMatch(/^https:\/\/t\.me\/./);
  await group.say("0.1");
  const chat = telegram.chat(306);
  await chat.say("/nonsense");
  await chat.sees(TEXTS.en.unknown);
  expect(group.shown()).toHaveLength(1);
  expect(bot.session(-306)).toBeUndefined();
});
