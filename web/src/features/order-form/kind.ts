import type { CreateExchangeBody, Currency } from "@sotto/openapi";
import type { Refusal } from "../../lib/api";
import type { Language } from "../../lib/languages";
import type { PairLink } from "./currencies";
import { type FieldErrors, fieldErrors } from "./errors";
import type { ReadField } from "./fields";

/** The texts that say why an order was not created. */
type OrderText =
  | "error.network"
  | "error.amountRequired"
  | "error.addressRequired"
  | "toast.failed"
  | "toast.failedText"
  | "mixer.amountRequired"
  | "mixer.addressRequired"
  | "mixer.createFailed"
  | "mixer.createFailedText"
  | "mixerHome.missingTitle"
  | "mixerHome.missingText"
  | "mixerHome.failed"
  | "mixerHome.failedText";

/** Translates a text for the page's visitor. */
type OrderTexts = (key: OrderText) => string;

/** How a form's values come about: all that a page needs before it shows the form. */
export interface FormStart<Values> {
  /** The name under which a posted form is shown again. */
  name: "exchange" | "mixer" | "home-mixer";
  /** Reads the values from any source of text. */
  read: (field: ReadField) => Values;
  /** The values a visitor starts with. */
  start: (currencies: readonly Currency[], link: PairLink) => Values;
}

/** What sets one order form apart from the others; the live form and the plain form's handler both go by it. */
export interface OrderFormKind<Values, Seen> extends FormStart<Values> {
  fieldNames: readonly string[];
  /** The values as a form's fields, so that a refused form can be shown again. */
  write: (values: Values) => Record<string, string>;
  /** The fields that an order cannot do without and that are not filled in, in the form's order. */
  missing: (values: Values, language: Language) => readonly string[];
  /** What is said of missing fields. */
  missingErrors: (t: OrderTexts, missing: readonly string[]) => FieldErrors;
  /** What the figures shown belong to. */
  shownFor: (values: Values) => readonly string[];
  /** In which field the order's address of this number was entered, as fields may be empty; both are counted from zero. */
  addressAt?: (values: Values, given: number) => number;
  /** The order the form asks for; `seen` is what the visitor was shown for exactly these values. */
  order: (values: Values, language: Language, seen: Seen | null) => CreateExchangeBody;
  /** What is said where the service refuses an order without words of its own. */
  failed: { title: OrderText; text: OrderText };
}

/** What is said beside the fields, or over the form, when the service refused the order of these values. */
export function refusalErrors<Values>(
  kind: Pick<OrderFormKind<Values, never>, "failed" | "fieldNames" | "addressAt">,
  t: OrderTexts,
  { problem, values }: { problem: Refusal; values: Values },
): FieldErrors {
  const fallback = problem.code === "network" ? t("error.network") : t(kind.failed.text);
  const addressAt = (given: number) => kind.addressAt?.(values, given) ?? given;
  return fieldErrors(problem, fallback, kind.fieldNames, addressAt);
}
