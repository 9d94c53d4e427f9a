// The way from /start to the payout.
import { expect, test } from "vitest";
import { TEXTS } from "../../src/messages/texts";
import { ADDRESSES } from "../addresses";
import { eventually } from "../eventually";
import { world } from "../shared-world";
import { confirmOrder, startOf, walkFromAddress, walkToReceive, walkToSummary } from "../walk";

test("a floating exchange in English, from start to the payout, in one message", async () => {
  const { telegram, bot, mine, pay, api } = world();
  const chat = telegram.chat(101);
  const summary = await walkToSummary(chat);
  expect(summary.text).toContain("Fee 0.45%: 0.0000225 BTC");
  const placed = await confirmOrder(chat);
  expect(chat.shown()).toHaveLength(1);
  const [card] = chat.shown();
  expect(card?.text).toContain("Send exactly <code>0.005</code> BTC");
  const { buttons } = TEXTS.en;
  expect(card?.buttons.map(({ text, copy_text, url }) => [text, copy_text?.text ?? url])).toEqual([
    [buttons.copyAmount, "0.005"],
    [buttons.copyAddress, placed.address],
    [buttons.page, `https://sotto.example/en/payment/${placed.id}`],
    [buttons.cancelOrder, undefined],
  ]);
  await eventually(() => bot.session(101)?.draft).toBeNull();
  await pay(placed.address, "0.005");
  const seen = await chat.sees("0 of 2 confirmations");
  expect(seen.repliesTo).toBe(card?.id);
  expect(seen.text).not.toContain(placed.code);
  expect(chat.shown()[0]?.text).not.toMatch(/Send exactly|bc1p/);
  await eventually(() => chat.pictures()).toEqual([]);
  await mine("BTC", 1);
  await chat.sees("1 of 2 confirmations");
  await mine("BTC", 1);
  const sent = await chat.sees(TEXTS.en.stateTexts.sending);
  await mine("USDT-TRC20", 30);
  const done = await chat.sees(TEXTS.en.stateTexts.completed);
  expect(chat.shown().filter(({ text }) => text.includes(placed.code))).toHaveLength(1);
  expect(chat.shown()[0]?.text).toMatch(/0\.005 BTC → [\d,.]+ USDT TRC20\n\n✅/);
  expect(done.buttons.map(({ text }) => text)).toEqual([
    TEXTS.en.buttons.newExchange,
    TEXTS.en.buttons.swapBack,
  ]);
  const { data: order } = await api.client.GET("/api/exchanges/{id}", {
    params: { path: { id: placed.id } },
  });
  expect(sent.text).toContain(`<code>${order?.txHash}</code>`);
  expect(sent.text).toContain(`<code>${ADDRESSES["USDT-TRC20"]}</code>`);
  await eventually(() => bot.session(101)).toMatchObject({ orders: [], messages: {} });
  await chat.tap(TEXTS.en.buttons.swapBack);
  expect((await chat.sees(TEXTS.en.flow.type)).text).toContain("USDT TRC20 → BTC");
});

test("a fixed-rate exchange in Chinese of Taiwan, with its refund address", async () => {
  const { telegram, mine, pay, api } = world();
  const chat = telegram.chat(102, { languageCode: "zh-hant" });
  const refundAddress = ADDRESSES.BTC;
  const summary = await walkToSummary(chat, { language: "zh-tw", type: "fixed", refundAddress });
  expect(summary.text).toContain("手續費 0.95%");
  expect(summary.text).toContain("匯率保留到");
  const placed = await confirmOrder(chat, "zh-tw");
  const { data: order } = await api.client.GET("/api/exchanges/{id}", {
    params: { path: { id: placed.id } },
  });
  expect(order).toMatchObject({
    orderType: "fixed",
    refundAddress,
    receiveAddress: ADDRESSES["USDT-TRC20"],
  });
  await pay(placed.address, "0.005");
  await mine("BTC", 2);
  await chat.sees("正在撥款給您");
  await mine("USDT-TRC20", 30);
  await chat.sees("已完成");
});

test("figures are written in the user's language; what is copied is not", async () => {
  const chat = world().telegram.chat(103, { languageCode: "fr-FR" });
  const summary = await walkToSummary(chat, { language: "fr", amount: "0,5" });
  expect(summary.text).toMatch(/Vous envoyez\u202f: 0,5 BTC/);
  expect(summary.text).toMatch(/Vous recevez environ\u202f: \d{2}\u202f\d{3},\d+ USDT TRC20/);
  await confirmOrder(chat, "fr");
  expect(chat.shown()[0]?.text).toContain("<code>0.5</code> BTC");
});

test("back goes one step at a time and takes its answer back; cancel drops the draft", async () => {
  const { telegram, bot } = world();
  const chat = telegram.chat(104);
  await walkToSummary(chat);
  const { flow, buttons } = TEXTS.en;
  const before = [
    flow.refund("BTC", "Bitcoin"),
    flow.address("USDT TRC20", "TRON (TRC20)"),
    flow.amount("BTC"),
    flow.receive,
    flow.send,
    flow.type,
  ];
  for (const question of before) {
    await chat.tap(buttons.back);
    await chat.sees(question);
  }
  await eventually(() => bot.session(104)?.draft).toMatchObject({
    type: null,
    send: null,
    amount: null,
    address: null,
  });
  await chat.tap(buttons.cancel);
  await chat.sees(flow.cancelled);
  await eventually(() => bot.session(104)?.draft).toBeNull();
  expect(chat.shown()).toHaveLength(1);
});

test("/cancel drops the draft at any step, below the command, and its panel goes", async () => {
  const { telegram, bot } = world();
  const chat = telegram.chat(105);
  await walkToSummary(chat);
  const [panel] = chat.shown();
  await chat.say("/cancel");
  await chat.sees(TEXTS.en.flow.cancelled);
  await eventually(() => chat.shown().map(({ text }) => text)).toEqual([TEXTS.en.flow.cancelled]);
  expect(chat.shown()[0]?.id).toBeGreaterThan(panel?.id ?? 0);
  await eventually(() => bot.session(105)?.draft).toBeNull();
});

test("wrong input at every step is explained there, and the right one goes on", async () => {
  const { telegram } = world();
  const chat = telegram.chat(106);
  const { flow, wrong, buttons } = TEXTS.en;
  const refuses = async (text: string, notice: string | RegExp, question: string) => {
    const before = chat.shown()[0]?.id ?? 0;
    await chat.say(text);
    await eventually(() => chat.shown().map(({ id }) => id > before)).toEqual([true]);
    expect((await chat.sees(notice)).text).toContain(question);
  };
  await chat.say("/start");
  await chat.sees(flow.type);
  await refuses("both", wrong.buttons, flow.type);
  await chat.tap(startOf(buttons.floating));
  await chat.sees(flow.send);
  await refuses("doge", wrong.coin, flow.send);
  await chat.say("btc");
  await chat.sees(flow.receive);
  await refuses("BTC", wrong.sameCoin, flow.receive);
  await refuses("usdt", wrong.coin, flow.receive);
  await chat.say("usdttrc");
  await chat.sees(flow.amount("BTC"));
  for (const [amount, notice] of [
    ["a lot", wrong.amount],
    ["2 mil", wrong.amount],
    [`${"a".repeat(1_500)}${"1".repeat(1_500)}!`, wrong.amount],
    ["-1", wrong.amount],
    ["0", /❗ .*zero|❗ .*greater/i],
    ["0.0001", /❗ .*minimum/i],
    ["100000", /❗ .*maximum/i],
    ["0.0012345678901", /❗ .*decimal/i],
  ] as const) {
    await refuses(amount, notice, flow.amount("BTC"));
  }
  await chat.say("0.01 BTC");
  await chat.sees(flow.address("USDT TRC20", "TRON (TRC20)"));
  await refuses("nowhere", /❗ ./, flow.address("USDT TRC20", "TRON (TRC20)"));
  await refuses(ADDRESSES.BTC, wrong.addressOther("BTC"), flow.address("USDT TRC20", "TRON (TRC20)"));
  await chat.say(ADDRESSES["USDT-TRC20"]);
  await chat.sees(flow.refund("BTC", "Bitcoin"));
  await refuses("<b>bc1</b>", /❗ ./, flow.refund("BTC", "Bitcoin"));
  await chat.say(ADDRESSES.BTC);
  await chat.sees(flow.warningsTitle);
  await refuses("yes", wrong.buttons, flow.warningsTitle);
  await chat.tap(buttons.accept);
  await chat.sees(flow.summaryTitle);
  await refuses("ok", wrong.buttons, flow.summaryTitle);
});

test("the coins of the bot page come first, on pages, with their networks", async () => {
  const chat = world().telegram.chat(107);
  await chat.say("/start");
  await chat.sees(TEXTS.en.flow.type);
  await chat.tap(startOf(TEXTS.en.buttons.fixed));
  const first = await chat.sees(TEXTS.en.flow.send);
  expect(first.buttons.slice(0, 8).map(({ text }) => text)).toEqual([
    "BTC · Bitcoin",
    expect.stringContaining("ETH · "),
    "USDT ERC20",
    "USDT TRC20",
    expect.stringContaining("XMR · "),
    expect.stringContaining("LTC · "),
    expect.stringContaining("BCH · "),
    expect.stringContaining("SOL · "),
  ]);
  await chat.tap("›");
  await eventually(() => chat.shown()[0]?.buttons.map(({ text }) => text)).toContain("‹");
  await chat.tap(/^USDC/);
  expect((await chat.sees(TEXTS.en.flow.receive)).text).toContain("network only");
});

test("an amount can be what is to be received; the floating and the fixed rate show theirs", async () => {
  const { telegram, api } = world();
  const { flow, buttons, order } = TEXTS.en;
  const chat = telegram.chat(108);
  await walkToReceive(chat);
  await chat.tap("USDT TRC20");
  await chat.sees(flow.amount("BTC"));
  await chat.tap(buttons.receiveSide("USDT TRC20"));
  const asked = await chat.sees(flow.amountReceive("USDT TRC20"));
  expect(asked.buttons[0]?.text).toBe("100 USDT TRC20");
  await chat.say("0.01 btc");
  expect((await chat.sees(flow.address("USDT TRC20", "TRON (TRC20)"))).text).toContain("You send 0.01 BTC");
  await chat.tap(buttons.back);
  await chat.sees(flow.amount("BTC"));
  await chat.say("300.5 usdt");
  const priced = await chat.sees(flow.address("USDT TRC20", "TRON (TRC20)"));
  expect(priced.text).toMatch(/You send 0\.005\d+ BTC\nYou receive about <b>300\.5\d* USDT TRC20/);
  await walkFromAddress(chat);
  const { id } = await confirmOrder(chat);
  const { data } = await api.client.GET("/api/exchanges/{id}", { params: { path: { id } } });
  expect(data?.amounts.ordered.receiveAmount).toMatch(/^300\.(5|4)\d*$/);
  await chat.say("/start BTC_USDT-TRC20_0.01");
  const [floating = "", fixed = ""] = (await chat.sees(flow.greeting)).buttons.map(({ text }) => text);
  expect(floating).toContain(order.about(""));
  expect(fixed).toMatch(/^Fixed rate · [\d,.]+ USDT TRC20$/);
});

test("mixing is offered where the operator allows it, and ordered as chosen", async () => {
  const { telegram, api, gate, bot } = world();
  const { flow, buttons, summary } = TEXTS.en;
  const chat = telegram.chat(109);
  await walkToSummary(chat);
  await chat.tap(buttons.mix);
  const asked = await chat.sees(flow.mix);
  expect(asked.buttons).toHaveLength(6);
  await chat.tap(startOf(summary.enhanced));
  expect((await chat.sees("Mixing: Enhanced")).text).toContain(flow.summaryTitle);
  const { id } = await confirmOrder(chat);
  const { data } = await api.client.GET("/api/exchanges/{id}", { params: { path: { id } } });
  expect(data?.privacySettings).toMatchObject({ privacyLevel: "enhanced", mixingRounds: 5 });
  const fixed = telegram.chat(110);
  expect((await walkToSummary(fixed, { type: "fixed" })).buttons.map(({ text }) => text)).not.toContain(
    buttons.mix,
  );
  // The bot remembers for a while whether mixing is offered.
  await bot.restart();
  const without = telegram.chat(111);
  let asks = 0;
  gate.instead = (path) => {
    // The third calculation asks whether mixing is offered.
    if (path !== "/api/calculate" || ++asks < 3) return undefined;
    const text = "The privacy mixer is not offered here.";
    const of = { type: "/problems/privacy/unavailable", title: text, detail: text, instance: "urn:uuid:0" };
    return {
      status: 409,
      body: { ...of, status: 409, code: "privacy/unavailable", message: text, errors: [] },
    };
  };
  const plain = await walkToSummary(without);
  expect(plain.buttons.map(({ text }) => text)).toEqual([buttons.confirm, buttons.back, buttons.cancel]);
  await bot.restart();
});
