import { exchangeForm } from "../features/exchange/kind";
import { FIGURE_NAMES, withTypedDirection } from "../features/exchange/seen";
import {
  amountField,
  enteredAmount,
  type FormValues,
  missingFields,
  quoteInput,
  swappedAmount,
  swappedValues,
} from "../features/exchange/values";
import type { Fields, PostInput } from "./form-post";
import { postedOrder } from "./post-order";

/** Runs the plain exchange form: swap, calculate, or the order itself; every refusal shows the form again. */
export async function postExchange(input: PostInput, field: Fields): Promise<Response> {
  const form = await postedOrder(input, field, exchangeForm, "exchange");
  const { t, intent } = form;
  const values = withTypedDirection(form.values, field("seen"), input.language);
  const range = field("range");
  if (intent === "swap") return form.again(200, await swapped(input, values), { kept: { range } });
  // The buttons of the chart only look further back.
  if (intent === "calculate" || range !== "") return form.again(200, values, { kept: { range } });
  const missing = missingFields(values, input.language);
  if (missing.length > 0) return form.refuseMissing(values, missing);
  const seen = form.seen(values, FIGURE_NAMES);
  const quoteId = seen === null ? "" : field("quoteId");
  // A fixed rate is taken only once the visitor has seen it: the page comes back with the quote.
  if (values.orderType === "fixed" && quoteId === "")
    return form.again(200, values, { notice: t("form.fixedLocked") });
  // Nor is an amount sent that the visitor has not seen.
  if (values.direction === "receive" && seen === null)
    return form.again(200, values, { notice: t("form.sendCalculated") });
  return form.create(values, seen === null ? null : { ...seen, quoteId });
}

async function swapped(input: PostInput, values: FormValues): Promise<FormValues> {
  if (values.direction === "receive") return swappedValues(values, values[amountField(values)]);
  const amount = enteredAmount(values, input.language);
  if (amount === null) return swappedValues(values, null);
  const quote = await input.api.calculate({ ...quoteInput(values, amount), orderType: "floating" });
  return swappedValues(values, quote.ok ? swappedAmount(quote.value) : null);
}
