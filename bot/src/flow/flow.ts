import { InlineKeyboard } from "grammy";
import type { ApiFailure } from "../api";
import type { BotContext, BotParts } from "../context";
import { failureText } from "../html";
import { type Panel, showPanel } from "../panel";
import type { Draft } from "../session/session";
import { type Action, buttonOf } from "./actions";
import type { Answered } from "./answers";
import { screenOf } from "./screen";
import { settle } from "./settle";
import { hasBack } from "./steps";
import { toolsOf } from "./tools";

/** Continues with the draft's next open question. */
export async function proceed(
  context: BotContext,
  parts: BotParts,
  draft: Draft,
  notice?: string,
): Promise<void> {
  const settled = await settle(draft, toolsOf(context, parts));
  if (!settled.ok) return showFailure(context, parts, draft, settled.error);
  await show(context, parts, settled.value.draft, settled.value.notice ?? notice);
}

/** Shows the draft's current question. */
export async function show(
  context: BotContext,
  parts: BotParts,
  draft: Draft,
  notice?: string,
): Promise<void> {
  const shown: Draft = { ...draft, nonce: parts.randomText() };
  const screen = await screenOf(shown, toolsOf(context, parts), notice);
  if (!screen.ok) return showFailure(context, parts, draft, screen.error);
  await keep(context, shown, screen.value);
}

/** Continues after an answer: with the next question, with the same one and a notice, or with the failure. */
export async function afterAnswer(
  context: BotContext,
  parts: BotParts,
  draft: Draft,
  answered: Answered,
): Promise<void> {
  if (answered.ok) return proceed(context, parts, answered.value);
  const { error } = answered;
  if (error.kind === "invalid") return show(context, parts, draft, error.notice);
  return showFailure(context, parts, draft, error);
}

/** Shows that the API failed. The draft stays as it is, and the button `retry` tries the same again. */
export async function showFailure(
  context: BotContext,
  parts: BotParts,
  draft: Draft,
  failure: ApiFailure,
  retry: Action["kind"] = "again",
): Promise<void> {
  const { flow, buttons } = context.locale.texts;
  const shown: Draft = { ...draft, nonce: parts.randomText() };
  const text = failureText(failure, flow.down);
  const keyboard = new InlineKeyboard().text(buttons.again, buttonOf(shown, retry)).row();
  if (hasBack(draft)) keyboard.text(buttons.back, buttonOf(shown, "back"));
  keyboard.text(buttons.cancel, buttonOf(shown, "cancel"));
  await keep(context, shown, { text, keyboard });
}

/** Keeps the draft once its panel is shown: if Telegram refuses the panel, the buttons of the one before still work. */
async function keep(context: BotContext, draft: Draft, panel: Panel): Promise<void> {
  const messageId = await showPanel(context, panel, draft.messageId);
  context.session.draft = { ...draft, messageId };
}
