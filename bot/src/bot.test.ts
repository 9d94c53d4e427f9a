import { createSottoClient } from "@sotto/openapi";
import { afterEach, expect, test, vi } from "vitest";
import { createBot } from "./bot";
import { startApi, startTelegram } from "./testing/fake-servers";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const order = {
  id: "482915037",
  state: "confirming",
  sendAmount: "0.05",
  sendCurrency: "BTC",
  receiveAmount: "3000",
  receiveCurrency: "USDT-TRC20",
};

/** Lets the bot work off the messages, and gives the texts that it answered. */
async function dialogue(
  messages: string[],
  options: { language?: string; apiUrl?: string; blockedAtFirst?: true } = {},
) {
  const telegram = await startTelegram(messages, options.language ?? "en");
  const api = await startApi(order);
  if (options.blockedAtFirst) telegram.refuse.add("sendMessage");
  const bot = createBot({
    token: "1:a",
    apiRoot: telegram.url,
    parts: {
      client: createSottoClient({ baseUrl: options.apiUrl ?? api.url }),
      webUrl: "https://sotto.example",
      log: () => {},
    },
  });
  const running = bot.start();
  closers.push(async () => {
    await bot.stop();
    await running;
    await telegram.close();
    await api.close();
  });
  const expected = messages.length + (options.blockedAtFirst ? 1 : 0);
  await vi.waitFor(() => expect(telegram.replies()).toHaveLength(expected), { timeout: 5_000 });
  return { texts: telegram.replies().map(({ body }) => String(body.text)), languages: api.languages };
}

test("start says what this is and where orders are made", async () => {
  const { texts } = await dialogue(["/start"]);
  expect(texts[0]).toContain("https://sotto.example");
});

test("track answers with the order, in the user's language", async () => {
  expect((await dialogue(["/track 482-915-037"])).texts[0]).toBe(
    "Order 482915037: the deposit is being confirmed\nabout 0.05 BTC → about 3000 USDT-TRC20",
  );
  const chinese = await dialogue(["/track 482915037"], { language: "zh-hans" });
  expect(chinese.texts[0]).toContain("付款确认中");
  expect(chinese.languages).toEqual(["zh-CN"]);
});

test("a wrong code is explained, an unknown one gets the API's own words", async () => {
  const { texts } = await dialogue(["/track 12", "/track 111111111", "/nonsense"]);
  expect(texts[0]).toContain("9-digit code");
  expect(texts[1]).toBe("Exchange record not found");
  expect(texts[2]).toContain("/help");
});

test("an API that is down gives one clear message", async () => {
  const { texts } = await dialogue(["/track 482915037"], { apiUrl: "http://127.0.0.1:1" });
  expect(texts).toEqual(["The service does not answer just now. Please try again in a minute."]);
});

test("a failure in one update does not stop the next", async () => {
  const { texts } = await dialogue(["/start", "/help"], { blockedAtFirst: true });
  expect(texts[1]).toBe("Something went wrong here. Please try again.");
  expect(texts[2]).toContain("/track 123456789");
});
