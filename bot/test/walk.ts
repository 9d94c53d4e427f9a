import type { Language } from "../src/languages";
import { TEXTS } from "../src/messages/texts";
import { ADDRESSES } from "./addresses";
import type { Chat, Shown } from "./telegram";

/** Walks a chat from /start to the summary, in its language: BTC for USDT on TRON. */
export async function walkToSummary(
  chat: Chat,
  options: {
    language?: Language;
    type?: "floating" | "fixed";
    amount?: string;
    refundAddress?: string;
    isFirst?: boolean;
  } = {},
): Promise<Shown> {
  const { language = "en", type = "floating", amount = "0.005", refundAddress, isFirst = true } = options;
  const { flow } = TEXTS[language];
  await walkToReceive(chat, { language, type });
  await chat.tap("USDT TRC20");
  await chat.sees(flow.amount("BTC"));
  await chat.say(amount);
  await chat.sees(flow.address("USDT TRC20", "TRON (TRC20)"));
  return walkFromAddress(chat, { language, refundAddress, isFirst });
}

/** Walks a chat from the question for the address on TRON to the summary; BTC is sent. */
export async function walkFromAddress(
  chat: Chat,
  options: { language?: Language; refundAddress?: string | undefined; isFirst?: boolean } = {},
): Promise<Shown> {
  const { language = "en", refundAddress, isFirst = true } = options;
  const { flow, buttons } = TEXTS[language];
  await chat.say(ADDRESSES["USDT-TRC20"]);
  await chat.sees(flow.refund("BTC", "Bitcoin"));
  if (refundAddress === undefined) await chat.tap(buttons.skip);
  else await chat.say(refundAddress);
  if (isFirst) {
    await chat.sees(flow.warningsTitle);
    await chat.tap(buttons.accept);
  }
  return chat.sees(flow.summaryTitle);
}

/** Walks a chat from /start to the question what is to be received: BTC is sent. */
export async function walkToReceive(
  chat: Chat,
  { language = "en", type = "floating" }: { language?: Language; type?: "floating" | "fixed" } = {},
): Promise<void> {
  const { flow, buttons } = TEXTS[language];
  await chat.say("/start");
  await chat.sees(flow.type);
  await chat.tap(startOf(buttons[type]));
  await chat.sees(flow.send);
  await chat.tap("BTC · Bitcoin");
  await chat.sees(flow.receive);
}

/** Confirms the summary; gives where to pay. */
export async function confirmOrder(chat: Chat, language: Language = "en"): Promise<Placed> {
  await chat.tap(TEXTS[language].buttons.confirm);
  const shown = await chat.sees(TEXTS[language].order.pay);
  const { text } = shown;
  const id = orderIdOf(shown);
  const address = /<code>(bc1p\w+)<\/code>/.exec(text)?.[1] ?? "";
  const code = /<code>(\d{9})<\/code>/.exec(text)?.[1] ?? "";
  return { id, address, code };
}

/** The order's id, from the button that opens its page. */
export const orderIdOf = ({ buttons }: Shown): string =>
  buttons.map(({ url }) => /\/payment\/([\w-]+)/.exec(url ?? "")?.[1]).find((id) => id !== undefined) ?? "";

/** A button whose label begins so: figures follow. */
export const startOf = (label: string): RegExp => new RegExp(`^${label}`);

export type Placed = { id: string; address: string; code: string };
