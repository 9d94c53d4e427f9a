import type { Calculation } from "@sotto/openapi";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { parseAmount } from "../../lib/decimal";
import { useAppContext, usePage, useSubmitted } from "../../lib/page-context";
import { dismissNotice, notify } from "../../ui/notices";
import type { ExchangeData } from "./load";
import {
  type FieldErrors,
  type FieldName,
  type FormValues,
  fieldErrors,
  missingFields,
  orderInput,
} from "./values";

const ratesRefreshMs = 30_000;
/** A fixed quote holds 10 minutes; a fresh one is taken before that is over. */
const fixedRefreshMs = 8 * 60_000;
const typingPauseMs = 250;
const redirectDelayMs = 2000;

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
  return ["quote", values.sendCurrency, values.receiveCurrency, amount, values.orderType] as const;
}

/** The quote for what is entered, refreshed each 30 s; the server's first answer is used as it is. */
function useQuote(
  values: FormValues,
  data: ExchangeData,
): { result: ApiResult<Calculation> | null; isSettled: boolean } {
  const { api } = useAppContext();
  const { language, renderedAtMs } = usePage();
  const typed = parseAmount(values.sendAmount, language);
  const amount = useSettled(typed, typingPauseMs);
  const key = quoteKey(values, amount);
  const firstKey = quoteKey(data.values, parseAmount(data.values.sendAmount, language));
  const isFirst = key.join() === firstKey.join();
  const query = useQuery({
    queryKey: key,
    queryFn: () =>
      api.calculate({
        fromCurrency: values.sendCurrency,
        toCurrency: values.receiveCurrency,
        amount: amount ?? "0",
        orderType: values.orderType,
      }),
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

/** State and actions of the exchange form: the values, the live quote, the errors and the submission. */
export function useExchange(data: ExchangeData) {
  const t = useTranslations();
  const { api, queryClient } = useAppContext();
  const page = usePage();
  const router = useRouter();
  const submitted = useSubmitted("exchange");
  const [values, setValues] = useState(data.values);
  const [errors, setErrors] = useState<FieldErrors>(submitted?.errors ?? {});
  const [isBusy, setBusy] = useState(false);
  const key = useRef(page.idempotencyKey);
  const quote = useQuote(values, data);

  const change = (changed: Partial<FormValues>) => {
    setValues((known) => ({ ...known, ...changed }));
    key.current = newIdempotencyKey();
    setErrors((known) => {
      const kept = { ...known };
      delete kept.form;
      for (const name of Object.keys(changed) as FieldName[]) delete kept[name];
      return kept;
    });
  };
  const swap = () =>
    change({
      sendCurrency: values.receiveCurrency,
      receiveCurrency: values.sendCurrency,
      sendAmount: quote.result?.ok === true ? quote.result.data.netReceiveAmount : "1",
      receiveAddress: "",
      refundAddress: "",
    });
  const submit = async () => {
    const missing = missingFields(values, page.language);
    if (missing.length > 0) {
      const texts = { sendAmount: t("error.amountRequired"), receiveAddress: t("error.addressRequired") };
      setErrors(Object.fromEntries(missing.map((name) => [name, texts[name]])));
      notify({ title: t("toast.failed"), text: texts[missing[0] ?? "sendAmount"], tone: "bad" });
      document.getElementsByName(missing[0] ?? "")[0]?.focus();
      return;
    }
    setBusy(true);
    const seen = quote.isSettled && quote.result?.ok === true ? quote.result.data : null;
    const result = await api.createOrder(
      orderInput(values, page.language, {
        ...(seen === null ? {} : { receiveAmount: seen.netReceiveAmount }),
        ...(seen?.quoteId ? { quoteId: seen.quoteId } : {}),
      }),
      key.current,
    );
    if (result.ok) {
      notify({ title: t("toast.created"), text: t("toast.createdText") });
      const { id } = result.data;
      setTimeout(() => {
        dismissNotice();
        void router.navigate({ to: "/payment/$id", params: { id } });
      }, redirectDelayMs);
      return;
    }
    // After an unknown outcome the same key finds the order again; after a refusal a new attempt is a new order.
    if (result.problem.status !== 0) key.current = newIdempotencyKey();
    await queryClient.invalidateQueries({ queryKey: ["quote"] });
    const fallback = result.problem.code === "network" ? t("error.network") : t("toast.failedText");
    const found = fieldErrors(result.problem, fallback);
    setErrors(found);
    setBusy(false);
    notify({ title: t("toast.failed"), text: Object.values(found)[0] ?? fallback, tone: "bad" });
  };
  return { values, errors, isBusy, quote, change, swap, submit, submitted };
}
