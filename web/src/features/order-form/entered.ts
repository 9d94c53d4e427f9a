import type { Language } from "../../lib/languages";

interface Entered {
  /** What the form started with, and in which language: another start is another wish. */
  start: string;
  values: object;
}

/** By the form's name, in this tab's memory only: it ends with the page, and nothing is written to the device. */
const entered = new Map<string, Entered>();

const startText = (first: object, language: Language): string => JSON.stringify([language, first]);

/** Keeps what an order was made of, for a customer who goes back to its form. */
export function keepEntered<Values extends object>(
  form: string,
  { first, values, language }: { first: Values; values: Values; language: Language },
): void {
  entered.set(form, { start: startText(first, language), values });
}

/** What was last ordered by a form that started with these values; null where nothing is kept. */
export function lastEntered<Values extends object>(
  form: string,
  { first, language }: { first: Values; language: Language },
): Values | null {
  const known = entered.get(form);
  return known?.start === startText(first, language) ? (known.values as Values) : null;
}

/** Forgets what was entered, as when an order is deleted. */
export function forgetEntered(): void {
  entered.clear();
}
