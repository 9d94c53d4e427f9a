import type { Calculation } from "@sotto/openapi";
import { useQuery } from "@tanstack/react-query";
import type { ApiResult } from "../../lib/api";
import type { Language } from "../../lib/languages";
import { useAppContext, usePage } from "../../lib/page-context";
import { samePair } from "../../lib/same-pair";
import { useSettled } from "../../lib/use-settled";
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

/** The amount with its side: one text, as neither means anything without the other. */
function enteredText(values: FormValues, language: Language): string {
  return `${values.direction} ${enteredAmount(values, language) ?? ""}`;
}

function quoteKey(values: FormValues, entered: string) {
  return ["quote", values.sendCurrency, values.receiveCurrency, entered, values.orderType] as const;
}

/**
 * The quote for what is entered, asked again each 30 s while the page is visible; the server's first answer is
 * used as it is.
 */
export function useQuote(values: FormValues, data: ExchangeData): Quote {
  const { api } = useAppContext();
  const { language, renderedAtMs } = usePage();
  const entered = enteredText(values, language);
  const settled = useSettled(entered, typingPauseMs);
  const [side, amount = ""] = settled.split(" ");
  const key = quoteKey(values, settled);
  const firstKey = quoteKey(data.values, enteredText(data.values, language));
  const isAmount = amount !== "" && amount !== "0";
  const isFirst = key.join() === firstKey.join();
  const query = useQuery({
    queryKey: key,
    queryFn: () =>
      api.calculate({
        ...quoteInput(values, amount),
        direction: side === "receive" ? "receive" : "send",
      }),
    enabled: isAmount && data.currencies.ok,
    refetchInterval: values.orderType === "fixed" ? fixedRefreshMs : ratesRefreshMs,
    // The figures of another pair say nothing of this one.
    placeholderData: (known, of) => (samePair(of?.queryKey, key) ? known : undefined),
    ...(isFirst && data.quote !== null
      ? { initialData: data.quote, initialDataUpdatedAt: renderedAtMs }
      : {}),
  });
  if (!isAmount) return { result: null, isSettled: entered === settled };
  return {
    result: query.data ?? null,
    isSettled: entered === settled && !query.isPlaceholderData && query.data !== undefined,
  };
}
