import type { Currency } from "@sotto/openapi";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isUnknown } from "../../lib/api";
import { newIdempotencyKey } from "../../lib/browser";
import { useAppContext, usePage, useSubmitted } from "../../lib/page-context";
import { dismissNotice, notify } from "../../ui/notices";
import { type FieldErrors, fieldErrors, withoutChanged } from "../order-form/errors";
import { appliedPayment } from "./apply-payment";
import type { ExchangeData } from "./load";
import type { PaymentRequest } from "./payment-uri";
import { type Quote, useQuote } from "./use-quote";
import {
  exchangeFieldNames,
  type FormValues,
  missingFields,
  orderInput,
  swappedAmount,
  swappedValues,
} from "./values";

const redirectDelayMs = 2000;

/** What was to arrive, as the amount to send after a swap. */
function receivedText(values: FormValues, quote: Quote): string | null {
  if (values.direction === "receive") return values.receiveAmount;
  if (quote.result?.ok !== true) return null;
  return swappedAmount(quote.result.data);
}

/** State and actions of the exchange form: the values, the live quote, the errors and the submission. */
export function useExchange(data: ExchangeData) {
  const submitted = useSubmitted("exchange");
  const page = usePage();
  const [values, setValues] = useState(data.values);
  const [errors, setErrors] = useState<FieldErrors>(submitted?.errors ?? {});
  const key = useRef(page.idempotencyKey);
  const quote = useQuote(values, data);

  const change = (changed: Partial<FormValues>) => {
    setValues((known) => ({ ...known, ...changed }));
    key.current = newIdempotencyKey();
    setErrors((known) => withoutChanged(known, Object.keys(changed)));
  };
  const swap = () => change(swappedValues(values, receivedText(values, quote)));
  const applyPayment = (found: PaymentRequest, currencies: readonly Currency[]) =>
    change(appliedPayment(values, found, currencies));
  const { isBusy, submit } = useSubmit({ values, quote, key, setErrors });
  return { values, errors, isBusy, quote, change, swap, applyPayment, submit, submitted };
}

interface Submission {
  values: FormValues;
  quote: Quote;
  key: { current: string };
  setErrors: (errors: FieldErrors) => void;
}

function useSubmit({ values, quote, key, setErrors }: Submission) {
  const t = useTranslations();
  const { api, queryClient } = useAppContext();
  const { language } = usePage();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);

  const refuseMissing = (missing: readonly ("sendAmount" | "receiveAmount" | "receiveAddress")[]) => {
    const text = (name: string | undefined) =>
      t(name === "receiveAddress" ? "error.addressRequired" : "error.amountRequired");
    setErrors(Object.fromEntries(missing.map((name) => [name, text(name)])));
    notify({ title: t("toast.failed"), text: text(missing[0]), tone: "bad" });
    document.getElementsByName(missing[0] ?? "")[0]?.focus();
  };
  const submit = async () => {
    const missing = missingFields(values, language);
    if (missing.length > 0) return refuseMissing(missing);
    const seen = quote.isSettled && quote.result?.ok === true ? quote.result.data : null;
    // The amount to send, or the rate that is to be fixed, comes with the quote.
    if (seen === null && (values.direction === "receive" || values.orderType === "fixed")) {
      const refusal = quote.isSettled && quote.result?.ok === false ? quote.result.problem.message : "";
      return notify({ title: t("toast.failed"), text: refusal || t("form.quoteAwaited"), tone: "bad" });
    }
    setBusy(true);
    const result = await api.createOrder(
      orderInput(values, language, {
        ...(seen === null ? {} : { receiveAmount: seen.netReceiveAmount }),
        ...(seen !== null && values.direction === "receive" ? { sendAmount: seen.sendAmount } : {}),
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
    if (!isUnknown(result.problem)) key.current = newIdempotencyKey();
    await queryClient.invalidateQueries({ queryKey: ["quote"] });
    const fallback = result.problem.code === "network" ? t("error.network") : t("toast.failedText");
    const found = fieldErrors(result.problem, fallback, exchangeFieldNames);
    setErrors(found);
    setBusy(false);
    notify({ title: t("toast.failed"), text: Object.values(found)[0] ?? fallback, tone: "bad" });
  };
  return { isBusy, submit };
}
