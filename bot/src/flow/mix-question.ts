import type { Currency } from "@sotto/openapi";
import { ok } from "@sotto/openapi/result";
import { InlineKeyboard } from "grammy";
import type { ApiResult } from "../api";
import { amountText, labelOfCode, percentText } from "../figures";
import { escapeHtml } from "../html";
import { type Draft, MIX_LEVELS } from "../session/session";
import { buttonOf } from "./actions";
import type { Question } from "./question";
import { calculationOf } from "./settle";
import type { FlowTools } from "./tools";

/** Adds the button that asks how much to mix, where the operator offers it; a fixed rate cannot be mixed. */
export async function addMixing(
  keyboard: InlineKeyboard,
  draft: Draft,
  { locale, parts }: FlowTools,
): Promise<void> {
  if (draft.type === "fixed") return;
  if (await parts.mixOffer(locale.api)) keyboard.text(locale.texts.buttons.mix, buttonOf(draft, "mixing"));
}

/** How much to mix: each level with its fee, its time and what would land. */
export async function mixQuestion(
  draft: Draft,
  currencies: Currency[],
  { locale }: FlowTools,
): Promise<ApiResult<Question>> {
  const { texts, language, api } = locale;
  const keyboard = new InlineKeyboard();
  const lines: string[] = [];
  for (const mix of MIX_LEVELS) {
    const answer = await api.calculate(calculationOf({ ...draft, mix }));
    if (!answer.ok) {
      if (answer.error.kind === "down") return answer;
      const reason = escapeHtml(answer.error.problem.message);
      if (!lines.includes(reason)) lines.push(reason);
      continue;
    }
    const { feeRate, estimatedTime, netReceiveAmount } = answer.value;
    const received = amountText(netReceiveAmount, labelOfCode(draft.receive ?? "", currencies), language);
    const fee = percentText(feeRate, language);
    const time = texts.summary.minutes(Math.ceil(estimatedTime / 60));
    lines.push(texts.flow.mixLevel(texts.summary[mix], fee, time, escapeHtml(received)));
    keyboard.text(`${texts.summary[mix]} · ${fee}`, buttonOf(draft, "mix", mix)).row();
  }
  keyboard.text(texts.buttons.mixNone, buttonOf(draft, "mix", "none"));
  return ok({ lines: [texts.flow.mix, lines.join("\n")], keyboard });
}
