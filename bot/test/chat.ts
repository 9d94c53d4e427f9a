import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs, styleText } from "node:util";
import { LANGUAGES } from "../src/languages";
import { runBot } from "../src/run";
import { type Button, type Chat, type Shown, startTelegram, TOKEN } from "./telegram";

/** Names of buttons: what is typed to the bot, an amount or an address, is never one letter. */
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const labelOf = ({ text, url, copy_text }: Button): string =>
  `${text}${url === undefined ? "" : " ↗"}${copy_text === undefined ? "" : " ⧉"}`;

/** A message in Telegram's HTML as text for a terminal. */
const plain = (html: string): string =>
  html
    .replace(/<(b|code)>(.*?)<\/\1>/gs, (_all, _tag, inner: string) => styleText("bold", inner))
    .replace(/<\/?\w+[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const textOf = ({ text, buttons }: Shown): string =>
  [
    plain(text),
    ...buttons.map((button, at) => styleText("cyan", `  ${LETTERS[at]}  ${labelOf(button)}`)),
  ].join("\n");

/** Prints what is new in a chat, and what has changed. */
function printing(chat: Chat): () => void {
  const printed = new Map<number, string>();
  return () => {
    for (const shown of chat.shown()) {
      const text = textOf(shown);
      if (printed.get(shown.id) === text) continue;
      console.log(`${printed.has(shown.id) ? styleText("dim", "(changed)\n") : ""}${text}\n`);
      printed.set(shown.id, text);
    }
  };
}

/** Taps a button of the newest message that has buttons, or says what was typed. */
async function act(chat: Chat, typed: string): Promise<void> {
  const newest = chat.shown().findLast(({ buttons }) => buttons.length > 0);
  const button = typed.length === 1 ? newest?.buttons[LETTERS.indexOf(typed)] : undefined;
  if (newest === undefined || button === undefined) await chat.say(typed);
  else if (button.callback_data !== undefined) await chat.press(button.callback_data, newest.id);
  else console.log(`${button.url ?? button.copy_text?.text}\n`);
}

async function talk(chat: Chat): Promise<void> {
  chat.watch(printing(chat));
  for await (const line of createInterface({ input: process.stdin })) {
    const typed = line.trim();
    if (typed !== "") await act(chat, typed);
  }
}

/** `npm run bot:chat`: the bot in a terminal, on an emulator of Telegram and the server at SOTTO_API_URL. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { language: { type: "string", default: "en" } } });
  const apiUrl = process.env.SOTTO_API_URL ?? "http://127.0.0.1:8080";
  const telegram = await startTelegram();
  const sessionsDir = mkdtempSync(join(tmpdir(), "sotto-bot-chat-"));
  const stop = new AbortController();
  const environment = {
    token: TOKEN,
    apiRoot: telegram.url,
    apiUrl,
    webUrl: process.env.SOTTO_PUBLIC_URL ?? apiUrl,
    sessionsDir,
    redisUrl: undefined,
    botSecret: undefined,
    webhook: undefined,
  };
  const log = (line: string): void => console.error(styleText("dim", line));
  const bot = runBot({ environment, isThrottled: false, signal: stop.signal, log });
  console.log(
    `The bot, with the server at ${apiUrl}. A letter taps a button, all else is said: begin with /start.`,
  );
  console.log(styleText("dim", `--language is one of ${LANGUAGES.join(", ")}. Control-D ends.\n`));
  try {
    await talk(telegram.chat(1, { languageCode: values.language }));
  } finally {
    stop.abort();
    await bot;
    await telegram.stop();
    rmSync(sessionsDir, { recursive: true, force: true });
  }
}

await main();
