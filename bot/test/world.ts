import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBot } from "../src/run";
import type { Session } from "../src/session/session";
import { type Forwarder, type Instead, startForwarder } from "./forwarder";
import { type RunningApi, startApi } from "./processes";
import { startTelegram, type Telegram, TOKEN } from "./telegram";

export type World = {
  api: RunningApi;
  telegram: Telegram;
  bot: RunningBot;
  /** Answers the bot's requests in the API's place. */
  gate: {
    instead: ((path: string) => Instead | undefined) | undefined;
    /** Sees the API's answers, and may lose one ("cut"). */
    after: ((path: string, answer: unknown) => unknown) | undefined;
  };
  mine(currency: string, blocks: number): Promise<unknown>;
  pay(address: string, amount: string): Promise<unknown>;
  stop(): Promise<void>;
};

/** The real API on simnet, the emulator of Telegram, and the bot between them. */
export async function startWorld(): Promise<World> {
  const [api, telegram] = await Promise.all([startApi(), startTelegram()]);
  const gate: World["gate"] = { instead: undefined, after: undefined };
  const door: Forwarder = await startForwarder({
    target: api.url,
    before: ({ path }) => gate.instead?.(path),
    after: ({ path }, answer) => (gate.after === undefined ? answer : gate.after(path, answer)),
  });
  const bot = startBot({ telegram, apiUrl: door.url });
  return {
    api,
    telegram,
    bot,
    gate,
    mine: (currency, blocks) => api.client.POST("/api/simnet/mine", { body: { currency, blocks } }),
    pay: (address, amount) =>
      api.client.POST("/api/simnet/pay", { body: { currency: "BTC", address, amount } }),
    stop: async () => {
      await bot.stop();
      await Promise.all([door.stop(), telegram.stop(), api.stop()]);
    },
  };
}

type RunningBot = {
  /** What it logged. */
  lines: string[];
  /** What it stores of a chat; undefined when nothing. */
  session(chatId: number): Session | undefined;
  /** Puts something that cannot be read in a chat's session's place. */
  spoil(chatId: number): void;
  /** Stops it and starts it again, on what it stored. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** The bot, run as its process runs it, without Telegram's limits, on a folder of its own. */
function startBot(options: { telegram: Telegram; apiUrl: string }): RunningBot {
  const sessionsDir = mkdtempSync(join(tmpdir(), "sotto-bot-sessions-"));
  const lines: string[] = [];
  const run = () => {
    const stop = new AbortController();
    const done = runBot({
      environment: {
        token: TOKEN,
        apiRoot: options.telegram.url,
        apiUrl: options.apiUrl,
        webUrl: "https://sotto.example",
        sessionsDir,
        redisUrl: undefined,
        botSecret: undefined,
        webhook: undefined,
      },
      isThrottled: false,
      signal: stop.signal,
      log: (line) => lines.push(line),
    });
    return async () => {
      stop.abort();
      await done;
    };
  };
  let stop = run();
  return {
    lines,
    session: (chatId) => {
      const name = `${chatId}.json`;
      if (!readdirSync(sessionsDir).includes(name)) return undefined;
      return JSON.parse(readFileSync(join(sessionsDir, name), "utf8"));
    },
    spoil: (chatId) => mkdirSync(join(sessionsDir, `${chatId}.json`)),
    restart: async () => {
      await stop();
      stop = run();
    },
    stop: async () => {
      await stop();
      rmSync(sessionsDir, { recursive: true, force: true });
    },
  };
}
