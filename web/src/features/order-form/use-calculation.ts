import { useEffect, useRef, useState } from "react";
import type { ApiResult } from "../../lib/api";
import { useSettled } from "../../lib/use-settled";
import { whenSeen } from "../../lib/when-seen";

/** Rates are read again after this long. */
export const RATES_REFRESH_MS = 30_000;
/** Without a connection the service is asked again sooner: it may be back. */
export const UNANSWERED_REFRESH_MS = 5000;
const TYPING_PAUSE_MS = 250;

/** What the service calculated for the values entered; null while nothing is. */
interface Calculated<Result> {
  result: ApiResult<Result> | null;
  /** The wire decimal that the result was calculated for: while a visitor types, it is an older one. */
  amount: string;
  /** Whether the result belongs to exactly what is entered. */
  isSettled: boolean;
}

interface CalculationOptions<Input, Result> {
  pair: { from: string; to: string } | null;
  /** What to calculate; null where there is nothing to. */
  input: Input | null;
  /** What of the input changes in quick succession: the service is asked after a pause in it. */
  typed: string;
  ask: (input: Input) => Promise<ApiResult<Result>>;
  /** What was calculated on the server before the page came. */
  first: { input: Input | null; result: ApiResult<Result> | null };
  refreshMs?: number;
}

/** An answer with what it belongs to. */
interface Known<Result> {
  pair: string;
  text: string;
  amount: string;
  result: ApiResult<Result>;
}

/** The calculation for what is entered, followed as it changes and as rates move; can be asked for at once. */
export function useCalculation<Input extends { amount: string }, Result>(
  options: CalculationOptions<Input, Result>,
): Calculated<Result> & { calculateNow: () => Promise<ApiResult<Result> | null> } {
  const { pair, input, typed, refreshMs = RATES_REFRESH_MS } = options;
  const isTyping = useSettled(typed, TYPING_PAUSE_MS) !== typed;
  const [known, setKnown] = useState(() => firstKnown(options));
  const calculateNow = useAsking(options, setKnown);
  const asking = useRef(calculateNow);
  asking.current = calculateNow;
  const isKnown = known !== null && known.text === JSON.stringify(input);
  const isAsked = input !== null && !isTyping;
  // Each answer begins the wait for the next one.
  useEffect(() => {
    if (isAsked)
      return whenSeen(() => void asking.current(), waitMs(isKnown ? known.result : null, refreshMs));
  }, [isAsked, isKnown, known, refreshMs]);
  // An amount that is cleared and typed again keeps its figures during the pause.
  if (input === null && !isTyping) return { result: null, amount: "0", isSettled: true, calculateNow };
  // The figures of another pair say nothing of this one.
  const shown = known !== null && known.pair === pairKey(pair) ? known : null;
  return {
    result: shown?.result ?? null,
    amount: shown?.amount ?? input?.amount ?? "0",
    isSettled: isKnown,
    calculateNow,
  };
}

/** How long until the service is asked: at once where nothing is known of what is entered. */
export function waitMs(known: ApiResult<unknown> | null, refreshMs: number): number {
  if (known === null) return 0;
  return known.ok || known.error.status !== 0 ? refreshMs : Math.min(UNANSWERED_REFRESH_MS, refreshMs);
}

const pairKey = (pair: { from: string; to: string } | null): string => `${pair?.from} ${pair?.to}`;

function firstKnown<Input extends { amount: string }, Result>({
  first: { input, result },
  pair,
}: CalculationOptions<Input, Result>): Known<Result> | null {
  if (input === null || result === null) return null;
  return { pair: pairKey(pair), text: JSON.stringify(input), amount: input.amount, result };
}

/** Asks for what is entered now; an answer that another question has overtaken is not kept. */
function useAsking<Input extends { amount: string }, Result>(
  { input, pair, ask }: CalculationOptions<Input, Result>,
  keep: (known: Known<Result>) => void,
): () => Promise<ApiResult<Result> | null> {
  const asked = useRef(0);
  return async () => {
    if (input === null) return null;
    asked.current += 1;
    const turn = asked.current;
    const result = await ask(input);
    if (turn === asked.current)
      keep({ pair: pairKey(pair), text: JSON.stringify(input), amount: input.amount, result });
    return result;
  };
}
