import { useQuery } from "@tanstack/react-query";
import type { ApiResult } from "../../lib/api";
import { usePage } from "../../lib/page-context";
import { samePair } from "../../lib/same-pair";
import { useSettled } from "../../lib/use-settled";

/** Rates are read again after this long. */
export const RATES_REFRESH_MS = 30_000;
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

/** The calculation for what is entered, followed as it changes and as rates move; can be asked for at once. */
export function useCalculation<Input extends { amount: string }, Result>(
  options: CalculationOptions<Input, Result>,
): Calculated<Result> & { calculateNow: () => Promise<ApiResult<Result> | null> } {
  const { pair, input, typed, ask, first, refreshMs = RATES_REFRESH_MS } = options;
  const { renderedAtMs } = usePage();
  const isTyping = useSettled(typed, TYPING_PAUSE_MS) !== typed;
  const text = JSON.stringify(input);
  const isFirst = input !== null && first.result !== null && text === JSON.stringify(first.input);
  const key = ["calculation", pair?.from, pair?.to, text] as const;
  const { data, isPlaceholderData, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (input === null ? null : { amount: input.amount, result: await ask(input) }),
    enabled: input !== null && !isTyping,
    refetchInterval: refreshMs,
    // The figures of another pair say nothing of this one.
    placeholderData: (known, of) => (samePair(of?.queryKey, key) ? known : undefined),
    ...(isFirst && first.result !== null
      ? {
          initialData: { amount: input.amount, result: first.result },
          initialDataUpdatedAt: renderedAtMs,
        }
      : {}),
  });
  const calculateNow = async () => (await refetch()).data?.result ?? null;
  // An amount that is cleared and typed again keeps its figures during the pause.
  if (input === null && !isTyping) return { result: null, amount: "0", isSettled: true, calculateNow };
  const isKnown = input !== null && data !== undefined && data !== null;
  return {
    result: data?.result ?? null,
    amount: data?.amount ?? input?.amount ?? "0",
    isSettled: isKnown && !isPlaceholderData,
    calculateNow,
  };
}
