import type { CalculateBody, Calculation, Problem } from "@sotto/openapi";
import { ok } from "@sotto/openapi/result";
import type { ApiResult } from "../api";
import { escapeHtml } from "../html";
import type { Draft, SeenQuote, Step } from "../session/session";
import { nextStep, withoutAnswer } from "./steps";
import type { FlowTools } from "./tools";

/** A draft at its next question, perhaps with a notice why it is there (HTML). */
export type Settled = { draft: Draft; notice?: string };

/**
 * Moves a draft to its first open question and gets the figures for it. The API checks an amount by calculating it; a
 * summary is always calculated again, with a new Idempotency-Key.
 */
export async function settle(draft: Draft, tools: FlowTools): Promise<ApiResult<Settled>> {
  const step = nextStep(draft, tools.accepted);
  const moved: Draft = { ...draft, step, page: 0 };
  const isPriced = step !== "type" && draft.amount !== null && (draft.quote === null || step === "summary");
  if (!isPriced || draft.send === null || draft.receive === null) return ok({ draft: moved });
  const answer = await tools.locale.api.calculate(calculationOf(draft));
  if (answer.ok) {
    const key = step === "summary" ? `bot-${tools.parts.randomText()}` : null;
    return ok({ draft: { ...moved, quote: seenOf(answer.value), key } });
  }
  if (answer.error.kind === "down") return answer;
  return ok(afterRefusal(moved, answer.error.problem));
}

/** What the API calculates for a draft that has its pair and amount. */
export function calculationOf(draft: Draft): CalculateBody {
  return {
    fromCurrency: draft.send ?? "",
    toCurrency: draft.receive ?? "",
    amount: draft.amount ?? "",
    direction: draft.side ?? "send",
    orderType: draft.type ?? "floating",
    ...(draft.mix && { privacySettings: { preset: draft.mix } }),
  };
}

/** The question behind each field of a request that the API may refuse. */
const STEP_OF: Readonly<Record<string, Step>> = {
  "/orderType": "type",
  "/fromCurrency": "send",
  "/sendCurrency": "send",
  "/receiveAddress": "address",
  "/receiveMemo": "memo",
  "/refundAddress": "refund",
};

/** Takes back the answer that the API refused; the notice says why (HTML). */
export function afterRefusal(draft: Draft, problem: Problem): Required<Settled> {
  const isOfPair = problem.code.startsWith("currency/") || problem.code.startsWith("pair/");
  const isOfMix = problem.code.startsWith("mixer/") || problem.code.startsWith("privacy/");
  const step = isOfMix
    ? "mix"
    : (STEP_OF[problem.errors[0]?.pointer ?? ""] ?? (isOfPair ? "receive" : "amount"));
  return { draft: { ...withoutAnswer(draft, step), step, page: 0 }, notice: escapeHtml(problem.message) };
}

const seenOf = (calculation: Calculation): SeenQuote => ({
  sendAmount: calculation.sendAmount,
  receiveAmount: calculation.netReceiveAmount,
  exchangeRate: calculation.exchangeRate,
  fee: calculation.fee,
  feeRate: calculation.feeRate,
  networkFee: calculation.networkFee,
  estimatedTimeS: calculation.estimatedTime,
  quoteId: calculation.quoteId,
  expiresAt: calculation.expiresAt,
});
