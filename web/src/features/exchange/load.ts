import type { Calculation, Currency } from "@sotto/openapi";
import type { ApiResult } from "../../lib/api";
import { parseAmount } from "../../lib/decimal";
import type { AppContext } from "../../router";
import { type FormValues, initialValues } from "./values";

export interface ExchangeData {
  currencies: ApiResult<Currency[]>;
  values: FormValues;
  /** For the values above; null where there is nothing to calculate. */
  quote: ApiResult<Calculation> | null;
}

/** Loads the currencies and the first quote, for a deep link, a posted form or the defaults. */
export async function loadExchange(
  context: AppContext,
  search: { from?: string; to?: string; amount?: string },
): Promise<ExchangeData> {
  const currencies = await context.api.currencies();
  const submitted = context.page.submitted?.form === "exchange" ? context.page.submitted.values : null;
  const values = initialValues(currencies.ok ? currencies.data : [], search, submitted);
  const amount = parseAmount(values.sendAmount, context.page.language);
  if (!currencies.ok) context.answer.status = 503;
  if (!currencies.ok || amount === null) return { currencies, values, quote: null };
  const quote = await context.api.calculate({
    fromCurrency: values.sendCurrency,
    toCurrency: values.receiveCurrency,
    amount,
    orderType: values.orderType,
  });
  return { currencies, values, quote };
}
