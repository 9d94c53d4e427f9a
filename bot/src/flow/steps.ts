import { unreachable } from "@sotto/openapi/unreachable";
import { type Draft, STEPS, type Step } from "../session/session";

/** The step to ask next: the first, in their order, that has no answer yet. */
export function nextStep(draft: Draft, accepted: boolean): Step {
  return stepsOf(draft, accepted).find((step) => !isAnswered(draft, step)) ?? "summary";
}

/**
 * The step before the draft's, with its own answer taken back; the draft itself at the first. Where the draft's step
 * has an answer that nothing came of yet, that is the one.
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
  return step !== "warnings" && step !== "summary" && draft[step] !== null;
}

/** Takes an answer back, with all that was said for it: amounts and addresses are of a coin, a quote of its figures. */
export function withoutAnswer(draft: Draft, step: Step): Draft {
  switch (step) {
    case "type":
    case "amount":
      return { ...draft, [step]: null, quote: null, key: null };
    case "send":
      return { ...draft, send: null, amount: null, refund: null, quote: null, key: null };
    case "receive":
      return { ...draft, receive: null, address: null, memo: null, quote: null, key: null };
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
