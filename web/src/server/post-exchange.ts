import { figureNames, shownFor, withTypedDirection } from "../features/exchange/seen";
import {
  amountField,
  enteredAmount,
  exchangeFieldNames,
  type FormValues,
  missingFields,
  orderInput,
  quoteInput,
  readValues,
  swappedAmount,
  swappedValues,
} from "../features/exchange/values";
import { fieldErrors } from "../features/order-form/errors";
import { readSeen } from "../features/order-form/seen";
import type { SubmittedForm } from "../lib/page-state";
import { type Fields, type PostInput, seeOther, translator } from "./form-post";

/** Runs the plain exchange form: swap, calculate, or the order itself; every refusal shows the form again. */
export async function postExchange(input: PostInput, field: Fields): Promise<Response> {
  const t = await translator(input, "exchange");
  const values = withTypedDirection(readValues(field), field("seen"), input.language);
  const range = field("range");
  const again = (status: number, submitted: Partial<SubmittedForm> & { values?: Record<string, string> }) =>
    input.render({
      ...input,
      status,
      submitted: {
        form: "exchange",
        errors: {},
        ...submitted,
        values: { ...values, ...submitted.values, range },
      },
    });
  if (field("intent") === "swap") return again(200, { values: { ...(await swapped(input, values)) } });
  // The buttons of the chart only look further back.
  if (field("intent") === "calculate" || range !== "") return again(200, {});
  const missing = missingFields(values, input.language);
  if (missing.length > 0) {
    const text = (name: string) =>
      t(name === "receiveAddress" ? "error.addressRequired" : "error.amountRequired");
    return again(422, { errors: Object.fromEntries(missing.map((name) => [name, text(name)])) });
  }
  const seen = readSeen(field("seen"), shownFor(values), figureNames);
  const quoteId = seen === null ? "" : field("quoteId");
  // A fixed rate is taken only once the visitor has seen it: the page comes back with the quote.
  if (values.orderType === "fixed" && quoteId === "") return again(200, { notice: t("form.fixedLocked") });
  // Nor is an amount sent that the visitor has not seen.
  if (values.direction === "receive" && seen === null)
    return again(200, { notice: t("form.sendCalculated") });
  const order = orderInput(values, input.language, seen === null ? null : { ...seen, quoteId });
  const result = await input.api.createOrder(order, field("idempotencyKey") || input.idempotencyKey);
  if (result.ok) return seeOther(`/${input.language}/payment/${result.data.id}`);
  const { problem } = result;
  const fallback = problem.code === "network" ? t("error.network") : t("toast.failedText");
  return again(problem.status === 0 ? 503 : problem.status, {
    errors: { ...fieldErrors(problem, fallback, exchangeFieldNames) },
  });
}

async function swapped(input: PostInput, values: FormValues): Promise<FormValues> {
  if (values.direction === "receive") return swappedValues(values, values[amountField(values)]);
  const amount = enteredAmount(values, input.language);
  if (amount === null) return swappedValues(values, null);
  const quote = await input.api.calculate({ ...quoteInput(values, amount), orderType: "floating" });
  return swappedValues(values, quote.ok ? swappedAmount(quote.data) : null);
}
