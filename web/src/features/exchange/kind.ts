import type { OrderFormKind } from "../order-form/kind";
import { shownFor } from "./seen";
import {
  exchangeFieldNames,
  type FormValues,
  missingFields,
  orderInput,
  readValues,
  type SeenQuote,
  startValues,
} from "./values";

/** The exchange form, of the home page and of its own. */
export const exchangeForm: OrderFormKind<FormValues, SeenQuote> = {
  name: "exchange",
  fieldNames: exchangeFieldNames,
  read: readValues,
  write: (values) => ({ ...values }),
  start: startValues,
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
