// What Telegram or the API refuses while something is half done.
import { expect, test } from "vitest";
import { TEXTS } from "../../src/messages/texts";
import { eventually } from "../eventually";
import { world } from "../shared-world";
import type { Call } from "../telegram";
import { confirmOrder, startOf, walkToReceive, walkToSummary } from "../walk";

const { flow, buttons, failed } = TEXTS.en;
const refusal = (status: number, description: string) => ({
  status,
  body: { ok: false, error_code: status, description },
});

/** Telegram fails the first call of a chat that is of this kind, and gives how often it did. */
const failOnce = (isIt: (call: Call) => boolean) => {
  let failures = 0;
  world().telegram.instead = (call) => {
    if (failures > 0 || !isIt(call)) return undefined;
    failures++;
    return refusal(502, "Bad Gateway");
  };
  return () => failures;
};

test("an order that could not be shown is shown by confirming again", async () => {
  const { telegram, bot } = world();
  const chat = telegram.chat(601);
  await walkToSummary(chat);
  failOnce(({ method, chatId }) => method === "editMessageText" && chatId === 601);
  await chat.tap(buttons.confirm);
  await chat.sees(failed);
  await eventually(() => bot.session(601)?.orders).toHaveLength(1);
  const [made] = bot.session(601)?.orders ?? [];
  const { id } = await confirmOrder(chat);
  expect(id).toBe(made);
  await eventually(() => bot.session(601)).toMatchObject({ draft: null, orders: [made] });
});

test("a panel that could not be shown leaves the buttons of the one before alive", async () => {
  const { telegram } = world();
  const chat = telegram.chat(602);
  await chat.say("/start");
  await chat.sees(flow.type);
  await chat.tap(startOf(buttons.floating));
  await chat.sees(flow.send);
  const failures = failOnce(({ method, chatId }) => method === "editMessageText" && chatId === 602);
  await chat.tap("ETH · Ethereum");
  await chat.sees(failed);
  expect(failures()).toBe(1);
  await chat.tap("BTC · Bitcoin");
  expect((await chat.sees(flow.receive)).text).toContain("floating · BTC");
});

test("a tap that Telegram no longer waits for is no failure", async () => {
  const { telegram } = world();
  const chat = telegram.chat(603);
  await chat.say("/help");
  await chat.sees("/forget");
  let refused = 0;
  telegram.instead = ({ method }) => {
    if (method !== "answerCallbackQuery") return undefined;
    refused++;
    return refusal(400, "Bad Request: query is too old and response timeout expired or query ID is invalid");
  };
  const taps = ["f:x:coin:BTC", "o:refund:0:aaaaaaaaaaaaaaaaaaaaaa", "l:tlh", "junk"];
  for (const data of taps) await chat.press(data);
  await eventually(() => refused).toBe(taps.length);
  await chat.say("/status");
  await chat.sees(TEXTS.en.status.none);
  expect(chat.shown()).toHaveLength(2);
});

test("a link that comes while the API is silent can be tapped again", async () => {
  const { telegram, gate, bot } = world();
  const chat = telegram.chat(604);
  gate.instead = () => ({ status: 502, body: "bad gateway" });
  await chat.say("/start BTC_XMR_0.1");
  const [again] = (await chat.sees(TEXTS.en.down)).buttons;
  expect(again?.url).toMatch(/https:\/\/t\.me\/\w+\?start=BTC_XMR_0-1$/);
  expect(bot.session(604)?.draft ?? null).toBeNull();
});

test("where the API is silent there is a way back", async () => {
  const { telegram, gate } = world();
  const chat = telegram.chat(605);
  await walkToReceive(chat);
  gate.instead = (path) =>
    path.startsWith("/api/exchange-rate/") ? { status: 502, body: "bad gateway" } : undefined;
  await chat.tap("USDT TRC20");
  await chat.sees(flow.down);
  await chat.tap(buttons.back);
  await chat.sees(flow.receive);
});

test("a chat in Chinese of Taiwan gets its commands when it is first seen", async () => {
  const { telegram } = world();
  const chat = telegram.chat(606, { languageCode: "zh-hant" });
  await chat.say("/help");
  await chat.sees("/forget");
  await chat.say("/status");
  await chat.sees(TEXTS["zh-tw"].status.none);
  const own = () =>
    telegram.calls.filter(
      ({ method, payload }) =>
        method === "setMyCommands" && (payload.scope as { chat_id?: number }).chat_id === 606,
    );
  await eventually(() => own().length).toBe(1);
  expect(JSON.stringify(own()[0]?.payload)).toContain(TEXTS["zh-tw"].commands.status);
});

test("languages are registered one by one: one that fails holds up none", async () => {
  const { telegram, bot } = world();
  const before = telegram.calls.filter(({ method }) => method === "setMyCommands").length;
  telegram.instead = ({ method }) => (method === "setMyCommands" ? refusal(400, "Bad Request") : undefined);
  await bot.restart();
  await eventually(
    () => telegram.calls.filter(({ method }) => method === "setMyCommands").length - before,
  ).toBe(6);
});

test("a session that cannot be read keeps nobody from the bot", async () => {
  const { telegram, bot } = world();
  const chat = telegram.chat(607);
  await chat.say("/help");
  await chat.sees("/forget");
  bot.spoil(608);
  await bot.restart();
  await chat.say("/status");
  await chat.sees(TEXTS.en.status.none);
  expect(bot.lines).toContainEqual(expect.stringMatching(/^a session cannot be read: Error EISDIR/));
});
