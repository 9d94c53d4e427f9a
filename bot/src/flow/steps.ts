import { type Draft, STEPS, type Step } from "../session/session";

/** The step to ask next: the first, in their order, that has no answer yet. */
export function nextStep(draft: Draft, accepted: boolean): Step {
  return stepsOf(draft, accepted).find((step) => !isAnswered(draft, step)) ?? "summary";
}

/** The step before the draft's, with its own answer taken back; the draft itself at the first. */
export function stepBack(draft: Draft, accepted: boolean): Draft {
  const steps = stepsOf(draft, accepted);
  const before = steps[steps.indexOf(draft.step) - 1];
  return before === undefined ? draft : { ...withoutAnswer(draft, before), step: before, page: 0 };
}

const stepsOf = (draft: Draft, accepted: boolean): Step[] =>
  STEPS.filter((step) => {
    if (step === "memo") return draft.needsMemo;
    return step !== "warnings" || !accepted;
  });

function isAnswered(draft: Draft, step: Step): boolean {
  return step !== "warnings" && step !== "summary" && draft[step] !== null;
}

/** Takes an answer back; a quote goes with what it was made of. */
export function withoutAnswer(draft: Draft, step: Step): Draft {
  switch (step) {
    case "type":
    case "send":
    case "receive":
    case "amount":
      return { ...draft, [step]: null, quote: null, key: null };
    case "address":
    case "memo":
    case "refund":
      return { ...draft, [step]: null, key: null };
    case "warnings":
    case "summary":
      return { ...draft, key: null };
    default:
      return step satisfies never;
  }
}
