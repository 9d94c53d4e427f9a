import type { PrivacyCalculateBody, PrivacyCalculation } from "@sotto/openapi";
import { useQuery } from "@tanstack/react-query";
import type { ApiResult } from "../../lib/api";
import { useAppContext, usePage } from "../../lib/page-context";
import { samePair } from "../../lib/same-pair";
import { useSettled } from "../../lib/use-settled";

/** Rates are read again after this long (specification, section 9). */
export const ratesRefreshMs = 30_000;
const typingPauseMs = 250;

export interface MixResult {
  result: ApiResult<PrivacyCalculation> | null;
  /** The wire decimal that the result was calculated for: while a visitor types, it is an older one. */
  amount: string;
  /** Whether the result belongs to exactly what is entered. */
  isSettled: boolean;
}

/** A calculation that can be asked for at once. */
export interface Calculated extends MixResult {
  calculateNow: () => Promise<ApiResult<PrivacyCalculation> | null>;
}

/** What was calculated on the server before the page came. */
export interface FirstCalculation {
  input: PrivacyCalculateBody | null;
  result: ApiResult<PrivacyCalculation> | null;
}

/** The calculation for what is entered (null: nothing to calculate), followed as it changes and every 30 s. */
export function useCalculation(input: PrivacyCalculateBody | null, first: FirstCalculation): Calculated {
  const { api } = useAppContext();
  const { renderedAtMs } = usePage();
  const text = JSON.stringify(input);
  const isTyping = useSettled(text, typingPauseMs) !== text;
  const isFirst = input !== null && first.result !== null && text === JSON.stringify(first.input);
  const key = ["mix", input?.fromCurrency, input?.toCurrency, text] as const;
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      if (input === null) return null;
      return { amount: input.amount, result: await api.calculateMix(input) };
    },
    enabled: input !== null && !isTyping,
    refetchInterval: ratesRefreshMs,
    // The figures of another pair say nothing of this one.
    placeholderData: (known, of) => (samePair(of?.queryKey, key) ? known : undefined),
    ...(isFirst && first.result !== null
      ? {
          initialData: { amount: input.amount, result: first.result },
          initialDataUpdatedAt: renderedAtMs,
        }
      : {}),
  });
  const { data, refetch } = query;
  const calculateNow = async () => (await refetch()).data?.result ?? null;
  if (input === null) return { result: null, amount: "0", isSettled: true, calculateNow };
  if (data === undefined || data === null)
    return { result: null, amount: input.amount, isSettled: false, calculateNow };
  return { ...data, isSettled: !query.isPlaceholderData, calculateNow };
}
