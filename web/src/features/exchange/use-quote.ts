import type { Calculation } from "@sotto/openapi";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ApiResult } from "../../lib/api";
import { useAppContext, usePage } from "../../lib/page-context";
import type { ExchangeData } from "./load";
import { enteredAmount, type FormValues, quoteInput } from "./values";

const ratesRefreshMs = 30_000;
/** A fixed quote holds 10 minutes; a fresh one is taken before that is over. */
const fixedRefreshMs = 8 * 60_000;
const typingPauseMs = 250;

/** The service's answer for what is entered; null while nothing is. */
export interface Quote {
  result: ApiResult<Calculation> | null;
  /** False while the answer is to something entered before. */
  isSettled: boolean;
}

/** A value that follows another one after a pause in its changes. */
function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}

function quoteKey(values: FormValues, amount: string | null) {
  const { sendCurrency, receiveCurrency, direction, orderType } = values;
  return ["quote", sendCurrency, receiveCurrency, direction, amount, orderType] as const;
}

/**
 * The quote for what is entered, asked again each 30 s while the page is visible; the server's first answer is
 * used as it is.
 */
export function useQuote(values: FormValues, data: ExchangeData): Quote {
  const { api } = useAppContext();
  const { language, renderedAtMs } = usePage();
  const typed = enteredAmount(values, language);
  const amount = useSettled(typed, typingPauseMs);
  const key = quoteKey(values, amount);
  const firstKey = quoteKey(data.values, enteredAmount(data.values, language));
  const isFirst = key.join() === firstKey.join();
  const query = useQuery({
    queryKey: key,
    queryFn: () => api.calculate(quoteInput(values, amount ?? "0")),
    enabled: amount !== null && amount !== "0" && data.currencies.ok,
    refetchInterval: values.orderType === "fixed" ? fixedRefreshMs : ratesRefreshMs,
    placeholderData: keepPreviousData,
    ...(isFirst && data.quote !== null
      ? { initialData: data.quote, initialDataUpdatedAt: renderedAtMs }
      : {}),
  });
  if (amount === null || amount === "0") return { result: null, isSettled: true };
  return {
    result: query.data ?? null,
    isSettled: typed === amount && !query.isPlaceholderData && query.data !== undefined,
  };
}
