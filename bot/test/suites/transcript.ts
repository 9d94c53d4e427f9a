// The dialogues in docs/bot.md are what the bot says: `SOTTO_WRITE_TRANSCRIPT=1` writes them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Language } from "../../src/languages";
import { TEXTS } from "../../src/messages/texts";
import { ADDRESSES } from "../addresses";
import { eventually } from "../eventually";
import { ROOT } from "../processes";
import { world } from "../shared-world";
import type { Chat } from "../telegram";
import { createTranscript } from "../transcript";
import { startOf } from "../walk";
import type { World } from "../world";

const DOCUMENT = join(ROOT, "docs/bot.md");
const CHATS = { en: 501, ja: 502 } as const;

test.each(["en", "ja"] as const)(
  "the dialogue in docs/bot.md is what the bot says, in %s",
  async (language) => {
    const written = await dialogue(world(), language);
    const [begin, end] = [
      `<!-- dialogue in ${language}: written by the test -->\n`,
      "<!-- end of the dialogue -->\n",
    ];
    const document = readFileSync(DOCUMENT, "utf8");
    const [before = "", rest = ""] = document.split(begin);
    const at = rest.indexOf(end);
    if (process.env.SOTTO_WRITE_TRANSCRIPT === "1") {
      writeFileSync(DOCUMENT, `${before}${begin}\n${written}\n${rest.slice(at)}`);
      return;
    }
    expect(rest.slice(0, at).trim()).toBe(written.trim());
  },
);

/** A chat whose both sides are written down. */
function createScene({ telegram }: World, language: Language, id: number) {
  const chat = telegram.chat(id, { languageCode: language });
  const transcript = createTranscript();
  return {
    chat,
    transcript,
    texts: TEXTS[language],
    sees: async (pattern: string | RegExp) => {
      const shown = await chat.sees(pattern);
      transcript.bot(shown);
      return shown;
    },
    say: async (text: string) => {
      transcript.user(text);
      await chat.say(text);
    },
    tap: async (label: string | RegExp) => {
      const isIt = (text: string) => (typeof label === "string" ? text === label : label.test(text));
      const buttons = chat.shown().flatMap((shown) => shown.buttons.map(({ text }) => text));
      transcript.user(`taps [${buttons.findLast(isIt) ?? ""}]`);
      await chat.tap(label);
    },
  };
}

type Scene = ReturnType<typeof createScene>;

async function dialogue(where: World, language: "en" | "ja"): Promise<string> {
  const scene = createScene(where, language, CHATS[language]);
  await exchange(where, scene);
  scene.transcript.happens("Later: half of what was ordered arrives, and the user wants it back.");
  await refund(where, scene);
  scene.transcript.happens("Later: an order that is cancelled, and the commands.");
  await cancelAndAsk(scene);
  return scene.transcript.markdown();
}

async function exchange({ pay, mine }: World, scene: Scene): Promise<void> {
  const { chat, transcript, texts, sees, say, tap } = scene;
  const { flow, buttons } = texts;
  await say("/start");
  await sees(flow.type);
  await tap(startOf(buttons.floating));
  await sees(flow.send);
  await tap("BTC · Bitcoin");
  await sees(flow.receive);
  await tap("USDT TRC20");
  await sees(flow.amount("BTC"));
  await say("a bit");
  await sees(texts.wrong.amount);
  await tap(buttons.receiveSide("USDT TRC20"));
  await sees(flow.amountReceive("USDT TRC20"));
  await tap(buttons.sendSide("BTC"));
  await chat.sees(flow.amount("BTC"));
  await tap("0.005 BTC");
  await sees(flow.address("USDT TRC20", "TRON (TRC20)"));
  await say(ADDRESSES["USDT-TRC20"]);
  await sees(flow.refund("BTC", "Bitcoin"));
  await tap(buttons.skip);
  await sees(flow.warningsTitle);
  await tap(buttons.accept);
  await sees(`<b>${flow.summaryTitle}</b>`);
  await tap(buttons.mix);
  await sees(flow.mix);
  await tap(buttons.back);
  await chat.sees(`<b>${flow.summaryTitle}</b>`);
  await tap(buttons.confirm);
  const { id } = await sees(texts.order.pay);
  transcript.happens(
    "The QR picture follows. The user pays 0.005 BTC: the order’s message changes, the picture goes.",
  );
  await pay(depositAddressIn(chat), "0.005");
  await seesCard(scene, id, texts.states.confirming);
  await sees(texts.order.confirmations(0, 2));
  transcript.happens("Two blocks; the message counts them. The rate is set.");
  await mine("BTC", 2);
  await sees(texts.stateTexts.sending);
  await mine("USDT-TRC20", 30);
  await sees(texts.stateTexts.completed);
  transcript.happens("By now the order’s message says:");
  await seesCard(scene, id, texts.states.completed);
}

async function refund({ pay, mine }: World, scene: Scene): Promise<void> {
  const { chat, transcript, texts, sees, say, tap } = scene;
  const { flow, buttons, order } = texts;
  await say("/start BTC_USDT-TRC20_0.01");
  await sees(flow.type);
  await tap(startOf(buttons.fixed));
  await chat.sees(flow.address("USDT TRC20", "TRON (TRC20)"));
  await say(ADDRESSES["USDT-TRC20"]);
  await chat.sees(flow.refund("BTC", "Bitcoin"));
  await tap(buttons.skip);
  await sees(`<b>${flow.summaryTitle}</b>`);
  await tap(buttons.confirm);
  await sees(order.pay);
  transcript.happens("The user sends 0.005 BTC instead.");
  await pay(depositAddressIn(chat), "0.005");
  await mine("BTC", 2);
  await sees(texts.reasons.less);
  const refundButton = startOf(
    buttons
      .refund("")
      .replace(/を受け取る$/, "")
      .trimEnd(),
  );
  await tap(refundButton);
  const asked = order.refundAsk("BTC", "Bitcoin");
  await sees(asked);
  await say(ADDRESSES["USDT-TRC20"]);
  await sees(texts.wrong.addressOther("USDT TRC20, TRX"));
  await tap(buttons.back);
  await sees(texts.reasons.less);
  await tap(refundButton);
  await chat.sees(asked);
  await say(ADDRESSES.BTC);
  await sees(order.decidedRefund(`<code>${ADDRESSES.BTC}</code>`));
  await sees(texts.stateTexts.refunding);
  await eventually(async () => {
    await mine("BTC", 3);
    return chat.shown().some(({ text }) => text.includes(texts.stateTexts.refunded));
  }).toBe(true);
  await sees(texts.stateTexts.refunded);
}

async function cancelAndAsk(scene: Scene): Promise<void> {
  const { chat, texts, sees, say, tap } = scene;
  const { flow, buttons, order, track, forget } = texts;
  await say("/start BTC_USDT-TRC20_0.005");
  await chat.sees(flow.type);
  await tap(startOf(buttons.floating));
  await chat.sees(flow.address("USDT TRC20", "TRON (TRC20)"));
  await say(ADDRESSES["USDT-TRC20"]);
  await chat.sees(flow.refund("BTC", "Bitcoin"));
  await tap(buttons.skip);
  await chat.sees(`<b>${flow.summaryTitle}</b>`);
  await tap(buttons.confirm);
  const { text } = await chat.sees(order.pay);
  const code = /<code>(\d{9})<\/code>/.exec(text)?.[1] ?? "";
  await tap(buttons.cancelOrder);
  await sees(order.cancelAsk);
  await tap(buttons.cancelOrderYes);
  await sees(texts.stateTexts.cancelled);
  await say("/track");
  await sees(track.ask);
  scene.transcript.user("CODE");
  await chat.say(code);
  await sees(texts.labelled(`<b>${order.title(`<code>${code}</code>`)}</b>`, texts.states.cancelled));
  await say("/rates XMR GOLD");
  await sees(texts.rates.unknown("GOLD"));
  await say("/help");
  await sees("/forget");
  await say("/forget");
  await sees(forget.ask);
  await tap(buttons.forgetYes);
  await sees(forget.done);
}

const depositAddressIn = (chat: Chat): string =>
  chat
    .shown()
    .flatMap(({ buttons }) => buttons)
    .map(({ copy_text }) => copy_text?.text ?? "")
    .find((text) => text.startsWith("bc1p")) ?? "";

/** Waits until the order's message says this, and writes it down. */
async function seesCard({ chat, transcript }: Scene, id: number, state: string): Promise<void> {
  const card = () => chat.shown().find((shown) => shown.id === id);
  await eventually(() => card()?.text).toContain(state);
  const shown = card();
  if (shown !== undefined) transcript.bot(shown);
}
