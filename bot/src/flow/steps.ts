import { unreachable } from "@sotto/openapi/unreachable";
import { type Draft, STEPS, type Step } from "../session/session";

/** The first step that has no answer yet. */
export function nextStep(draft: Draft, accepted: boolean): Step {
  return stepsOf(draft, accepted).find((step) => !isAnswered(draft, step)) ?? "summary";
}

/**
 * Takes back one answer: that of the current step if it has one already, else that of the step before. At the first
 * step the draft stays as it is.
 */
export function stepBack(draft: Draft, accepted: boolean): Draft {
  if (isAnswered(draft, draft.step)) return withoutAnswer(draft, draft.step);
  const steps = stepsOf(draft, accepted);
  const before = steps[steps.indexOf(draft.step) - 1];
  return before === undefined ? draft : { ...withoutAnswer(draft, before), step: before, page: 0 };
}

/** Whether there is an answer to take back. */
export const hasBack = (draft: Draft): boolean => draft.step !== "type" || draft.type !== null;

const stepsOf = (draft: Draft, accepted: boolean): Step[] =>
  STEPS.filter((step) => {
    if (step === "memo") return draft.needsMemo;
    return step !== "warnings" || !accepted;
  });

function isAnswered(draft: Draft, step: Step): boolean {
  if (step === "warnings" || step === "summary" || step === "mix") return false;
  return draft[step] !== null;
}

/** Removes an answer and what depends on it: amounts and addresses belong to a coin, a quote to its figures. */
export function withoutAnswer(draft: Draft, step: Step): Draft {
  switch (step) {
    case "type":
      return { ...draft, type: null, mix: null, quote: null, key: null };
    case "mix":
    case "amount":
      return { ...draft, [step]: null, quote: null, key: null };
    case "send":
      return { ...draft, send: null, amount: null, side: "send", refund: null, quote: null, key: null };
    case "receive": {
      const others = { ...draft, receive: null, address: null, memo: null, quote: null, key: null };
      return draft.side === "receive" ? { ...others, amount: null, side: "send" } : others;
    }
    case "address":
    case "memo":
    case "refund":
      return { ...draft, [step]: null, key: null };
    case "warnings":
    case "summary":
      return { ...draft, key: null };
    default:
      return unreachable(step);
  }
}
