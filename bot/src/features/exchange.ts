import { unreachable } from "@sotto/openapi/unreachable";
import { Composer, InlineKeyboard } from "grammy";
import type { BotContext, BotParts } from "../context";
import { type Action, actionOf } from "../flow/actions";
import { answerCoin, answerText, answerType } from "../flow/answers";
import { confirm } from "../flow/confirm";
import { afterAnswer, proceed, show } from "../flow/flow";
import { stepBack } from "../flow/steps";
import { toolsOf } from "../flow/tools";
import { answerTap, send, showPanel } from "../panel";
import { type Draft, MIX_LEVELS } from "../session/session";

/** The exchange itself: handles what is typed and tapped while a draft is open, and /cancel. */
export function exchangeFeature(parts: BotParts): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("cancel", async (context) => {
    const { flow } = context.locale.texts;
    const { draft, refundQuestion } = context.session;
    context.session.draft = null;
    context.session.refundQuestion = null;
    if (draft === null && refundQuestion === null) return void (await send(context, flow.nothingToCancel));
    const panel = { text: flow.cancelled, keyboard: new InlineKeyboard() };
    await showPanel(context, panel, draft?.messageId ?? null);
  });
  feature.callbackQuery(/^f:/, async (context) => {
    const { draft } = context.session;
    const action = draft === null ? undefined : actionOf(context.callbackQuery.data, draft.nonce);
    if (draft === null || action === undefined) {
      await answerTap(context, context.locale.texts.wrong.stale);
      return;
    }
    await answerTap(context);
    await act(context, parts, { draft, action });
  });
  feature.on("message", async (context, next) => {
    const { draft } = context.session;
    if (draft === null || context.message.text?.startsWith("/")) return next();
    const { text } = context.message;
    if (text === undefined) return show(context, parts, draft, context.locale.texts.wrong.text);
    await afterAnswer(context, parts, draft, await answerText(draft, text, toolsOf(context, parts)));
  });
  return feature;
}

async function act(
  context: BotContext,
  parts: BotParts,
  { draft, action }: { draft: Draft; action: Action },
): Promise<void> {
  const tools = toolsOf(context, parts);
  switch (action.kind) {
    case "type":
      return afterAnswer(context, parts, draft, answerType(draft, action.value, tools));
    case "coin":
      return afterAnswer(context, parts, draft, await answerCoin(draft, { code: action.value }, tools));
    case "page":
      return show(context, parts, { ...draft, page: pageOf(action.value) });
    case "amount":
      if (draft.step !== "amount") return show(context, parts, draft);
      return afterAnswer(
        context,
        parts,
        draft,
        await answerText(draft, action.value, { ...tools, locale: { ...tools.locale, language: "en" } }),
      );
    case "side":
      if (draft.step !== "amount") return show(context, parts, draft);
      return show(context, parts, { ...draft, side: action.value === "receive" ? "receive" : "send" });
    case "mixing":
      return show(context, parts, draft.step === "summary" ? { ...draft, step: "mix" } : draft);
    case "mix": {
      if (draft.step !== "mix") return show(context, parts, draft);
      const mix = MIX_LEVELS.find((level) => level === action.value) ?? null;
      return proceed(context, parts, { ...draft, mix });
    }
    case "skip":
      if (draft.step !== "refund") return show(context, parts, draft);
      return proceed(context, parts, { ...draft, refund: { address: null } });
    case "accept":
      if (draft.step === "warnings") context.session.accepted = true;
      return proceed(context, parts, draft);
    case "confirm":
      return confirm(context, parts, draft);
    case "back":
      if (draft.step === "mix") return proceed(context, parts, draft);
      return show(context, parts, stepBack(draft, context.session.accepted));
    case "again":
      return proceed(context, parts, draft);
    case "refresh":
      return show(context, parts, draft);
    case "cancel": {
      context.session.draft = null;
      const panel = { text: context.locale.texts.flow.cancelled, keyboard: new InlineKeyboard() };
      await showPanel(context, panel, draft.messageId);
      return;
    }
    default:
      return unreachable(action);
  }
}

const pageOf = (value: string): number => (/^\d{1,3}$/.test(value) ? Number(value) : 0);
