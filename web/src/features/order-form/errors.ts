import { pointerParts, type Refusal } from "../../lib/api";
import { addressName } from "./fields";

/** Messages by field; `form` concerns the whole form, and `title` is its heading. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Puts a problem beside the field of the form that it concerns, or over the form. `addressAt` says in which of the form's
 * fields an address of the order was entered, counted from zero.
 */
export function fieldErrors(
  problem: Refusal,
  fallback: string,
  names: readonly string[],
  addressAt = (given: number): number => given,
): FieldErrors {
  const message = problem.message === "" ? fallback : problem.message;
  const pointed = problem.errors
    .map(({ pointer }) => fieldOf(pointer, addressAt))
    .find((name) => names.includes(name));
  if (pointed !== undefined) return { [pointed]: message };
  if (problem.code.startsWith("amount/")) return { sendAmount: message };
  if (problem.code.startsWith("address/")) return { receiveAddress: message };
  return { form: message };
}

const CALCULATION_NAMES: Readonly<Record<string, string>> = {
  fromCurrency: "sendCurrency",
  toCurrency: "receiveCurrency",
  amount: "sendAmount",
};

/** `/privacySettings/mixingRounds` is mixingRounds, `/receiveAddresses/1` the second address. */
function fieldOf(pointer: string, addressAt: (given: number) => number): string {
  const [first = "", second = ""] = pointerParts(pointer);
  if (first === "receiveAddresses") return addressName(addressAt(Number(second) || 0));
  return first === "privacySettings" ? second : (CALCULATION_NAMES[first] ?? first);
}

/** The errors without those of the changed fields and of the whole form. */
export function withoutChanged(errors: FieldErrors, changed: readonly string[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => name !== "form" && name !== "title" && !changed.includes(name)),
  );
}
