import type { OrderFormKind } from "../order-form/kind";
import { shownFor } from "./seen";
import {
  exchangeFieldNames,
  exchangeStart,
  type FormValues,
  missingFields,
  orderInput,
  type SeenQuote,
} from "./values";

/** The exchange form, of the home page and of its own. */
export const exchangeForm: OrderFormKind<FormValues, SeenQuote> = {
  ...exchangeStart,
  fieldNames: exchangeFieldNames,
  write: (values) => ({ ...values }),
  missing: missingFields,
  missingErrors: (t, missing) =>
    Object.fromEntries(
      missing.map((name) => [
        name,
        t(name === "receiveAddress" ? "error.addressRequired" : "error.amountRequired"),
      ]),
    ),
  shownFor,
  order: orderInput,
  failed: { title: "toast.failed", text: "toast.failedText" },
};
