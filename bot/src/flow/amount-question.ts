import type { Currency, PairRate } from "@sotto/openapi";
import { fromParts, toParts, WHOLE_PARTS } from "@sotto/openapi/decimal";
import { ok } from "@sotto/openapi/result";
import { InlineKeyboard } from "grammy";
import type { ApiResult } from "../api";
import { quickAmounts } from "../decimals";
import { amountText, labelOfCode, rateText } from "../figures";
import { escapeHtml } from "../html";
import type { Draft } from "../session/session";
import { buttonOf } from "./actions";
import type { Question } from "./question";
import type { FlowTools } from "./tools";

/** How much: of what is sent, or of what is received. */
export async function amountQuestion(
  draft: Draft,
  currencies: Currency[],
  tools: FlowTools,
): Promise<ApiResult<Question>> {
  const { locale } = tools;
  const { flow, buttons } = locale.texts;
  const answer = await locale.api.rate({ from: draft.send ?? "", to: draft.receive ?? "" });
  const keyboard = new InlineKeyboard();
  // The pair is paused: the API says why, and the user can go back.
  if (!answer.ok) {
    if (answer.error.kind === "down") return answer;
    keyboard.text(buttons.refresh, buttonOf(draft, "refresh"));
    return ok({ lines: [escapeHtml(answer.error.problem.message)], keyboard });
  }
  const [send, receive] = [draft.send, draft.receive].map((id) => labelOfCode(id ?? "", currencies)) as [
    string,
    string,
  ];
  const isReceived = draft.side === "receive";
  const coin = isReceived ? receive : send;
  const { rate, minAmount, maxAmount } = answer.value;
  quickAmounts(isReceived ? receivedLimits(answer.value) : { min: minAmount, max: maxAmount }).forEach(
    (amount, at) => {
      keyboard.text(amountText(amount, coin, locale.language), buttonOf(draft, "amount", amount));
      if (at % 2 === 1) keyboard.row();
    },
  );
  const other = isReceived ? buttons.sendSide(send) : buttons.receiveSide(receive);
  keyboard.row().text(other, buttonOf(draft, "side", isReceived ? "send" : "receive"));
  keyboard.row().text(buttons.refresh, buttonOf(draft, "refresh"));
  const sent = (amount: string) => escapeHtml(amountText(amount, send, locale.language));
  const figures = [
    flow.rate(escapeHtml(rateText({ from: send, to: receive, rate }, locale.language))),
    flow.limits(sent(minAmount), sent(maxAmount)),
  ];
  const ask = isReceived
    ? flow.amountReceive(escapeHtml(receive))
    : `${flow.amount(escapeHtml(send))}\n${flow.amountOr(escapeHtml(receive))}`;
  return ok({ lines: [figures.join("\n"), ask], keyboard });
}

/** About what the limits of the sent coin bring: a tenth inside them, for fees and for a rate that moves. */
function receivedLimits({ rate, minAmount, maxAmount, networkFee }: PairRate): { min: string; max: string } {
  const worth = (amount: string) => (toParts(amount) * toParts(rate)) / WHOLE_PARTS;
  const min = (worth(minAmount) * 11n) / 10n + toParts(networkFee);
  const max = (worth(maxAmount) * 9n) / 10n - toParts(networkFee);
  return { min: fromParts(min), max: fromParts(max > 0n ? max : 0n) };
}
