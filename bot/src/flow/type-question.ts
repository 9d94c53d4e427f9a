import type { Currency } from "@sotto/openapi";
import { ok } from "@sotto/openapi/result";
import { InlineKeyboard } from "grammy";
import type { ApiResult } from "../api";
import { amountText, feesText, labelOfCode } from "../figures";
import type { Draft, RateType } from "../session/session";
import { buttonOf } from "./actions";
import type { Question } from "./question";
import { calculationOf } from "./settle";
import type { FlowTools } from "./tools";

const TYPES = ["floating", "fixed"] as const;

/** Which rate: each with its fee, and with what would land where the pair and the amount are known already. */
export async function typeQuestion(
  draft: Draft,
  currencies: Currency[],
  tools: FlowTools,
): Promise<ApiResult<Question>> {
  const { texts, language, api } = tools.locale;
  const { flow, buttons } = texts;
  const fees = await tools.parts.fees(api);
  if (!fees.ok) return fees;
  const percents = feesText(fees.value, language);
  const keyboard = new InlineKeyboard();
  const received = await Promise.all(TYPES.map((type) => receivedBy(draft, type, { currencies, tools })));
  TYPES.forEach((type, at) => {
    const figure = received[at] ?? percents[type];
    keyboard.text(`${buttons[type]} · ${figure}`, buttonOf(draft, "type", type)).row();
  });
  const choices = TYPES.map((type) => flow[type](percents[type]));
  return ok({ lines: [flow.greeting, flow.type, choices.join("\n")], keyboard });
}

/** What would land; undefined while that is not known. */
async function receivedBy(
  draft: Draft,
  type: RateType,
  { currencies, tools }: { currencies: Currency[]; tools: FlowTools },
): Promise<string | undefined> {
  if (draft.send === null || draft.receive === null || draft.amount === null) return undefined;
  const { api, texts, language } = tools.locale;
  const answer = await api.calculate(calculationOf({ ...draft, type }));
  if (!answer.ok) return undefined;
  const label = labelOfCode(draft.receive, currencies);
  const amount = amountText(answer.value.netReceiveAmount, label, language);
  return type === "floating" ? texts.order.about(amount) : amount;
}
