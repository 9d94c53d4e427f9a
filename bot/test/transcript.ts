/** A dialogue as Markdown: what the user does, what the chat shows, and what happens elsewhere. */
export type Transcript = {
  user(what: string): void;
  bot(shown: { text: string; buttons: readonly { text: string }[] }): void;
  happens(what: string): void;
  markdown(): string;
};

/** What differs at each run has a fixed name in it. */
export function createTranscript(): Transcript {
  const parts: string[] = [];
  return {
    user: (what) => void parts.push(`**You:** ${what}`),
    bot: ({ text, buttons }) => {
      const row = buttons.map((button) => `[${button.text}]`).join(" ");
      const lines = `${stable(text)}${row === "" ? "" : `\n\n${row}`}`.split("\n");
      // Two spaces keep a line break in Markdown.
      const quoted = lines.map((line) => (line === "" ? ">" : `> ${line}  `));
      parts.push(quoted.join("\n"));
    },
    happens: (what) => void parts.push(`*${what}*`),
    markdown: () => `${parts.join("\n\n")}\n`,
  };
}

/** Codes, ids, deposit addresses, hashes and times differ at each run; simnet's prices move. */
const stable = (html: string): string =>
  html
    .replace(/<b>(.*?)<\/b>/g, "**$1**")
    .replace(/<i>(.*?)<\/i>/g, "*$1*")
    .replace(/<code>(.*?)<\/code>/g, "`$1`")
    .replaceAll("&amp;", "&")
    .replace(/bc1p\w{58}/g, "DEPOSIT-ADDRESS")
    .replace(/\b\d{9}\b/g, "CODE")
    .replace(/\/payment\/[\w-]+/g, "/payment/ORDER-ID")
    .replace(/`[0-9a-f]{64}`/g, "`TRANSACTION-HASH`")
    .replace(/\b[A-Z][a-z]{2} \d{1,2}, \d{2}:\d{2} UTC/g, "MONTH DAY, HH:MM UTC")
    .replace(/\d[\d,]*(\.\d+)? USDT TRC20/g, "N USDT TRC20")
    .replace(/(to )\d[\d,.]*( BTC)/g, "$1N$2")
    .replace(/(Expected time: )\d+/g, "$1N");
