import { LANGUAGES } from "../src/languages";
import { TEXTS } from "../src/messages/texts";
import type { Shown } from "./telegram";

/** A dialogue as Markdown: what the user does, what the chat shows, and what happens elsewhere. */
export type Transcript = {
  user(what: string): void;
  bot(shown: Shown): void;
  happens(what: string): void;
  markdown(): string;
};

/** What differs at each run has a fixed name in it. */
export function createTranscript(): Transcript {
  const parts: string[] = [];
  return {
    user: (what) => void parts.push(`**You:** ${stable(what)}`),
    bot: ({ text, buttons, repliesTo }) => {
      const row = buttons
        .map(({ text: label, url, copy_text }) => `[${label}${url ? " ↗" : ""}${copy_text ? " ⧉" : ""}]`)
        .join(" ");
      const reply = repliesTo === undefined ? "" : "↪ *reply to the order’s message*\n";
      const lines = stable(`${reply}${text}${row === "" ? "" : `\n\n${row}`}`).split("\n");
      // Two spaces keep a line break in Markdown.
      const quoted = lines.map((line) => (line === "" ? ">" : `> ${line}  `));
      parts.push(quoted.join("\n"));
    },
    happens: (what) => void parts.push(`*${what}*`),
    markdown: () => `${parts.join("\n\n")}\n`,
  };
}

/** Simnet's prices move or stay: whether an order was recalculated differs at each run. */
const MAYBE = LANGUAGES.flatMap((language) => {
  const { recalculatedRate, recalculatedFee } = TEXTS[language].order;
  return [`${recalculatedRate}\n`, `${recalculatedFee}\n`];
});

/** Codes, ids, deposit addresses, hashes, times and durations differ at each run. */
const stable = (html: string): string =>
  MAYBE.reduce((text, line) => text.replace(line, ""), html)
    .replace(/<b>(.*?)<\/b>/g, "**$1**")
    .replace(/<i>(.*?)<\/i>/g, "*$1*")
    .replace(/<code>(.*?)<\/code>/g, "`$1`")
    .replaceAll("&amp;", "&")
    .replace(/bc1p\w{58}/g, "DEPOSIT-ADDRESS")
    .replace(/\b\d{9}\b/g, "CODE")
    .replace(/`[0-9a-f]{64}`/g, "`TRANSACTION-HASH`")
    .replace(/\b[A-Z][a-z]{2} \d{1,2}, \d{2}:\d{2} UTC/g, "MONTH DAY, HH:MM UTC")
    .replace(/\d{1,2}月\d{1,2}日 \d{2}:\d{2} UTC/g, "MONTH DAY HH:MM UTC")
    .replace(/\d[\d,]*(\.\d+)? USDT TRC20/g, "N USDT TRC20")
    .replace(/(to |～ )\d[\d,.]*( BTC)/g, "$1N$2")
    .replace(/\b0\.00\d{4,} BTC/g, "N BTC")
    .replace(/\d+( minutes|分)/g, "N$1");
