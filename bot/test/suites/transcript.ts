// The dialogue in docs/bot.md is what the bot says: `SOTTO_WRITE_TRANSCRIPT=1` writes it anew.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TEXTS } from "../../src/messages/texts";
import { ADDRESSES } from "../addresses";
import { ROOT } from "../processes";
import { world } from "../shared-world";
import { createTranscript } from "../transcript";
import type { World } from "../world";

const DOCUMENT = join(ROOT, "docs/bot.md");
const [BEGIN, END] = ["<!-- dialogue: written by the test -->\n", "<!-- end of the dialogue -->\n"];
const { flow, buttons } = TEXTS.en;

test("the dialogue in docs/bot.md is what the bot says", async () => {
  const written = await dialogue(world());
  const document = readFileSync(DOCUMENT, "utf8");
  const [before = "", rest = ""] = document.split(BEGIN);
  const [kept = "", after = ""] = rest.split(END);
  if (process.env.SOTTO_WRITE_TRANSCRIPT === "1") {
    writeFileSync(DOCUMENT, `${before}${BEGIN}\n${written}\n${END}${after}`);
    return;
  }
  expect(kept.trim()).toBe(written.trim());
});

async function dialogue({ telegram, pay, mine }: World): Promise<string> {
  const chat = telegram.chat(501);
  const transcript = createTranscript();
  const sees = async (pattern: string | RegExp) => transcript.bot(await chat.sees(pattern));
  const say = async (text: string) => {
    transcript.user(text);
    await chat.say(text);
  };
  const tap = async (label: string | RegExp, shown = String(label)) => {
    transcript.user(`taps [${shown}]`);
    await chat.tap(label);
  };
  await say("/start");
  await sees(flow.type);
  await tap(buttons.floating);
  await sees(flow.send);
  await tap("BTC · Bitcoin");
  await sees(flow.receive);
  await tap("USDT TRC20");
  await sees(flow.amount("BTC"));
  await say("a bit");
  await sees(TEXTS.en.wrong.amount);
  await tap("0.005 BTC");
  await sees(flow.address("USDT TRC20", "TRON (TRC20)"));
  await say(ADDRESSES["USDT-TRC20"]);
  await sees(flow.refund("BTC", "Bitcoin"));
  await tap(buttons.skip);
  await sees(flow.warningsTitle);
  await tap(buttons.accept);
  await sees(flow.summaryTitle);
  await tap(buttons.confirm);
  await sees("/payment/");
  const address = /<code>(bc1p\w+)<\/code>/.exec(chat.shown()[0]?.text ?? "")?.[1] ?? "";
  transcript.happens("The picture of the address as a QR code follows. The user pays 0.005 BTC.");
  await pay(address, "0.005");
  await sees("0 of 2 confirmed");
  transcript.happens("A block.");
  await mine("BTC", 1);
  await sees("1 of 2 confirmed");
  transcript.happens("A second block; the rate is set.");
  await mine("BTC", 1);
  await sees(TEXTS.en.states.sending);
  await mine("USDT-TRC20", 30);
  await sees(TEXTS.en.states.completed);
  return transcript.markdown();
}
