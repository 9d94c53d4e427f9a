// What goes wrong around the bot: restarts, lost answers, a server that is down, limits.
import { expect, test } from "vitest";
import { TEXTS } from "../../src/messages/texts";
import { ADDRESSES } from "../addresses";
import { eventually } from "../eventually";
import { world } from "../shared-world";
import { confirmOrder, startOf, walkFromAddress, walkToReceive, walkToSummary } from "../walk";
import { testCrowd } from "./crowd";

const { flow, buttons, wrong } = TEXTS.en;

test("a restart in mid-flow loses nothing: answers, summary, open order", async () => {
  const { telegram, bot, pay, mine } = world();
  const chat = telegram.chat(401);
  await chat.say("/start");
  await chat.sees(flow.type);
  await chat.tap(startOf(buttons.floating));
  await chat.sees(flow.send);
  await bot.restart();
  await chat.tap("BTC · Bitcoin");
  await chat.sees(flow.receive);
  await bot.restart();
  await chat.tap("USDT TRC20");
  await chat.sees(flow.amount("BTC"));
  await chat.tap("0.005 BTC");
  await chat.sees("You send 0.005 BTC");
  await bot.restart();
  await walkFromAddress(chat);
  await bot.restart();
  const { address } = await confirmOrder(chat);
  await bot.restart();
  expect(chat.shown()).toHaveLength(1);
  await pay(address, "0.005");
  await mine("BTC", 1);
  await chat.sees("1 of 2 confirmations");
});

test("updates that come again after a restart are handled once", async () => {
  const { telegram, bot } = world();
  const chat = telegram.chat(402);
  await walkToSummary(chat);
  await confirmOrder(chat);
  await chat.say("/help");
  await chat.sees("/forget");
  await eventually(() => bot.session(402)?.updates).toHaveLength(9);
  const calls = () => telegram.calls.filter(({ chatId }) => chatId === 402).length;
  const before = calls();
  telegram.deliverAgain(402);
  await bot.restart();
  await chat.say("/rates");
  await chat.sees(TEXTS.en.rates.title);
  expect(calls()).toBe(before + 1);
  expect(bot.session(402)?.orders).toHaveLength(1);
});

test("an order whose answer got lost is one order: confirming again gets the same", async () => {
  const { telegram, bot, gate } = world();
  const chat = telegram.chat(403);
  await walkToSummary(chat);
  const made: string[] = [];
  gate.after = (path, answer) => {
    if (path !== "/api/exchanges") return answer;
    made.push((answer as { id: string }).id);
    return made.length === 1 ? "cut" : answer;
  };
  await chat.tap(buttons.confirm);
  await chat.sees(flow.down);
  await bot.restart();
  await chat.tap(buttons.again);
  await chat.sees(TEXTS.en.order.pay);
  expect(made).toHaveLength(2);
  expect(made[1]).toBe(made[0]);
  await eventually(() => bot.session(403)?.orders).toEqual([made[0]]);
});

test("an API that is down gives one clear message, and the flow goes on where it was", async () => {
  const { telegram, gate } = world();
  const chat = telegram.chat(404);
  await walkToReceive(chat);
  gate.instead = () => ({ status: 502, body: "bad gateway" });
  await chat.tap("USDT TRC20");
  await chat.sees(flow.down);
  await chat.tap(buttons.again);
  await chat.say("/track 123456789");
  await chat.sees(TEXTS.en.down);
  expect(chat.shown()).toHaveLength(2);
  gate.instead = undefined;
  await chat.tap(buttons.again);
  expect((await chat.sees(flow.amount("BTC"))).text).toContain("BTC → USDT TRC20");
});

test("stale and forged buttons are answered politely and change nothing", async () => {
  const { telegram, bot } = world();
  const chat = telegram.chat(405);
  await chat.say("/start");
  const old = await chat.sees(flow.type);
  await chat.tap(startOf(buttons.fixed));
  await chat.sees(flow.send);
  await eventually(() => bot.session(405)?.draft?.step).toBe("send");
  const before = bot.session(405)?.draft;
  const nonce = before?.nonce;
  const forged = [
    old.buttons[0]?.callback_data ?? "",
    "f:x:coin:BTC",
    "f::coin:BTC",
    `f:${nonce}:nothing:`,
    "o:refund:0:aaaaaaaaaaaaaaaaaaaaaa",
    "o:refund",
    "l:tlh",
    "junk",
    "",
  ];
  const toasts = () => telegram.calls.filter(({ payload }) => payload.text === wrong.stale).length;
  const toastsBefore = toasts();
  for (const data of forged) await chat.press(data);
  await eventually(() => toasts() - toastsBefore).toBe(forged.length);
  expect(bot.session(405)?.draft).toEqual(before);
  expect(chat.shown()).toHaveLength(1);
  await chat.press(`f:${nonce}:confirm:`);
  await chat.sees(flow.send);
  expect(bot.session(405)?.orders).toEqual([]);
});

test("a user who blocked the bot is dropped, and the others are served", async () => {
  const { telegram, bot, pay, mine } = world();
  const [blocker, other] = [telegram.chat(406), telegram.chat(407)];
  await walkToSummary(blocker);
  const { address } = await confirmOrder(blocker);
  telegram.instead = ({ chatId }) =>
    chatId === 406
      ? {
          status: 403,
          body: { ok: false, error_code: 403, description: "Forbidden: bot was blocked by the user" },
        }
      : undefined;
  await pay(address, "0.005");
  await mine("BTC", 1);
  await eventually(() => bot.session(406)).toBeUndefined();
  await other.say("/help");
  await other.sees("/forget");
});

test("Telegram's limit is waited for", async () => {
  const { telegram } = world();
  const chat = telegram.chat(408);
  let refusals = 0;
  telegram.instead = ({ chatId }) => {
    if (chatId !== 408 || refusals > 0) return undefined;
    refusals++;
    const body = {
      ok: false,
      error_code: 429,
      description: "Too Many Requests",
      parameters: { retry_after: 1 },
    };
    return { status: 429, body };
  };
  await chat.say("/help");
  await chat.sees("/forget");
  expect(refusals).toBe(1);
});

test("a coin whose address needs a memo has it asked for", async () => {
  const { telegram, bot, api, gate } = world();
  const { data: currencies = [] } = await api.client.GET("/api/currencies");
  const body = currencies.map((coin) => ({ ...coin, memoRequired: coin.id === "USDT-TRC20" }));
  gate.instead = (path) => (path === "/api/currencies" ? { status: 200, body } : undefined);
  // The bot remembers the list for a while.
  await bot.restart();
  const chat = telegram.chat(409);
  await chat.say("/start BTC_USDTTRC_0.01");
  await chat.sees(flow.type);
  await chat.tap(startOf(buttons.floating));
  await chat.sees("You send 0.01 BTC");
  await chat.say(ADDRESSES["USDT-TRC20"]);
  await chat.sees(flow.memo("USDT TRC20"));
  await chat.say("m".repeat(101));
  await chat.sees(wrong.memo);
  await chat.say("12<34");
  await chat.sees(flow.refund("BTC", "Bitcoin"));
  await chat.tap(buttons.skip);
  await chat.sees(flow.warningsTitle);
  await chat.tap(buttons.accept);
  expect((await chat.sees(flow.summaryTitle)).text).toContain("Memo: <code>12&lt;34</code>");
  gate.instead = undefined;
  await bot.restart();
});

test("a Bot API that fails at commands and pictures stops nothing", async () => {
  const { telegram, bot } = world();
  const tried = new Set(telegram.calls.map(({ method }) => method));
  expect(tried).toContain("setMyCommands");
  const body = { ok: false, error_code: 400, description: "Bad Request" };
  telegram.instead = ({ method }) => (method === "sendPhoto" ? { status: 400, body } : undefined);
  const chat = telegram.chat(410);
  await walkToSummary(chat);
  await confirmOrder(chat);
  await eventually(() => bot.session(410)?.orders).toHaveLength(1);
  expect(chat.pictures()).toEqual([]);
  expect(bot.lines).toContainEqual(
    expect.stringMatching(/^the commands were not registered: Telegram refused setMyCommands/),
  );
  expect(bot.lines).toContainEqual(
    expect.stringMatching(/^a QR picture was not sent: Telegram refused sendPhoto/),
  );
});

testCrowd(50);

test("nothing of a user is in the log", () => {
  const { bot, telegram } = world();
  const lines = bot.lines.join("\n");
  expect(lines).not.toMatch(/bc1|TUEZ|\b\d{9}\b|1234:emulated/);
  for (const { chatId } of telegram.calls) {
    if (chatId !== undefined) expect(lines).not.toContain(` ${chatId}`);
  }
});
