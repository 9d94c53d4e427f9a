import { stringify } from "csv-stringify/sync";

/**
 * One record of RFC 4180 without its line feed: fields quoted where needed, the carriage return at its end.
 *
 * Text that a spreadsheet would run as a formula gets an apostrophe before it, as OWASP's "CSV injection" page advises;
 * plain figures such as -0.5 are left alone.
 */
export const csvLine = (values: readonly unknown[]): string =>
  `${stringify([values.map(cellOf)], { record_delimiter: "unix", eof: false })}\r`;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return guardFormula(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const FIGURES = /^-?\d+(\.\d+)?$/;
/** What starts a formula, in its wide form too; the apostrophes before it keep the guard reversible. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Text that no spreadsheet takes for a formula. */
export const guardFormula = (text: string): string =>
  FORMULA.test(text) && !FIGURES.test(text) ? `'${text}` : text;

/** What `guardFormula` was given. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
