import { InlineKeyboard } from "grammy";
import type { Trouble } from "../api";
import type { BotContext, BotParts } from "../context";
import { escapeHtml } from "../html";
import { type Panel, showPanel } from "../panel";
import type { Draft } from "../session/session";
import { type Action, buttonOf } from "./actions";
import type { Answered } from "./answers";
import { screenOf } from "./screen";
import { settle } from "./settle";
import { hasBack } from "./steps";
import type { FlowTools } from "./tools";

/** What a handler of the flow needs for this update. */
export const toolsOf = (context: BotContext, parts: BotParts): FlowTools => ({
  parts,
  locale: context.locale,
  accepted: context.session.accepted,
});

/** Goes on to the draft's next open question. */
export async function proceed(
  context: BotContext,
  parts: BotParts,
  draft: Draft,
  notice?: string,
): Promise<void> {
  const settled = await settle(draft, toolsOf(context, parts));
  if (!settled.ok) return showTrouble(context, parts, draft, settled.trouble);
  await show(context, parts, settled.draft, settled.notice ?? notice);
}

/** Shows the question where the draft stands. */
export async function show(
  context: BotContext,
  parts: BotParts,
  draft: Draft,
  notice?: string,
): Promise<void> {
  const shown: Draft = { ...draft, nonce: parts.randomText() };
  const screen = await screenOf(shown, toolsOf(context, parts), notice);
  if (!screen.ok) return showTrouble(context, parts, draft, screen.trouble);
  await keep(context, shown, screen.panel);
}

/** Goes on with what became of an answer: the next question, the same one with a notice, or the trouble. */
export async function afterAnswer(
  context: BotContext,
  parts: BotParts,
  draft: Draft,
  answered: Answered,
): Promise<void> {
  if (answered.ok) return proceed(context, parts, answered.draft);
  if ("notice" in answered) return show(context, parts, draft, answered.notice);
  return showTrouble(context, parts, draft, answered.trouble);
}

/** The API is silent: the draft stays as it is, and `retry` tries the same again. */
export async function showTrouble(
  context: BotContext,
  parts: BotParts,
  draft: Draft,
  trouble: Trouble,
  retry: Action["kind"] = "again",
): Promise<void> {
  const { flow, buttons } = context.locale.texts;
  const shown: Draft = { ...draft, nonce: parts.randomText() };
  const text = trouble.kind === "down" ? flow.down : escapeHtml(trouble.problem.message);
  const keyboard = new InlineKeyboard().text(buttons.again, buttonOf(shown, retry)).row();
  if (hasBack(draft)) keyboard.text(buttons.back, buttonOf(shown, "back"));
  keyboard.text(buttons.cancel, buttonOf(shown, "cancel"));
  await keep(context, shown, { text, keyboard });
}

/** The session goes on with what is shown: when Telegram does not take the panel, the one before it is still good. */
async function keep(context: BotContext, draft: Draft, panel: Panel): Promise<void> {
  const messageId = await showPanel(context, panel, draft.messageId);
  context.session.draft = { ...draft, messageId };
}
