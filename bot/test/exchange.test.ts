import { afterAll, beforeAll, expect, test } from "vitest";
import { ADDRESSES } from "./addresses";
import { type RunningApi, startApi } from "./processes";
import { startTelegram, type Telegram } from "./telegram";
import { type RunningBot, startBot } from "./world";

let api: RunningApi;
let telegram: Telegram;
let bot: RunningBot;

beforeAll(async () => {
  [api, telegram] = await Promise.all([startApi(), startTelegram()]);
  bot = await startBot({ telegram, apiUrl: api.url });
});

afterAll(async () => {
  await bot?.stop();
  await telegram?.stop();
  await api?.stop();
});

const mine = (currency: string, blocks: number) =>
  api.client.POST("/api/simnet/mine", { body: { currency, blocks } });

test("a floating exchange, from start to the payout", async () => {
  const chat = telegram.chat(101);
  await chat.say("/start");
  await chat.sees("Which rate?");
  await chat.tap("Floating rate");
  await chat.sees("Which coin do you <b>send</b>?");
  await chat.tap("BTC · Bitcoin");
  await chat.sees("Which coin do you <b>receive</b>?");
  await chat.tap("USDT TRC20");
  await chat.sees("How much BTC");
  await chat.tap("0.005 BTC");
  await chat.sees("TRON (TRC20)</b> network only");
  await chat.say(ADDRESSES["USDT-TRC20"]);
  await chat.sees("go back to");
  await chat.tap("Skip");
  await chat.sees("Before your first order");
  await chat.tap("I accept all five");
  await chat.sees("Please check");
  await chat.tap("Confirm and order");
  const paying = await chat.sees("Send exactly <code>0.005</code> BTC");
  expect(chat.shown()).toHaveLength(1);
  const address = /<code>(bc1p\w+)<\/code>/.exec(paying.text)?.[1] ?? "";
  await api.client.POST("/api/simnet/pay", { body: { currency: "BTC", address, amount: "0.005" } });
  await chat.sees("0 of 2 confirmed");
  await mine("BTC", 1);
  await chat.sees("1 of 2 confirmed");
  await mine("BTC", 1);
  await chat.sees("2 of 2 confirmed");
  await chat.sees("sent to you");
  await mine("USDT-TRC20", 30);
  await chat.sees("completed");
});
