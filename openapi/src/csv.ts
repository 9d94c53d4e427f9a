import Papa from "papaparse";
import { err, ok, type Result } from "./result";

/** A record of a CSV file; `line` is where it starts, counted from 1. */
export type CsvRecord = { line: number; cells: readonly string[] };

/** A quoted cell is not closed, or text follows its closing quotation mark. */
export type CsvProblem = { code: "quotes"; line: number };

const DELIMITER = /[,;\t|]/;

/**
 * The records of a CSV file (RFC 4180), at most `recordsMax` of them, without blank ones; cells are trimmed.
 *
 * A byte order mark and each kind of line end are accepted. The delimiter is the first comma, semicolon, tab or bar of
 * the heading: spreadsheets in languages with a decimal comma write semicolons.
 */
export function readCsv(
  text: string,
  { recordsMax }: { recordsMax: number },
): Result<readonly CsvRecord[], CsvProblem> {
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const heading = plain.trimStart().split("\n", 1)[0] ?? "";
  const records: CsvRecord[] = [];
  let line = 1;
  let faultyLine: number | undefined;
  Papa.parse<string[]>(plain, {
    delimiter: DELIMITER.exec(heading)?.[0] ?? ",",
    newline: "\n",
    step: ({ data, errors }, parser) => {
      if (errors.length > 0) faultyLine = line;
      const cells = data.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== "")) records.push({ line, cells });
      if (faultyLine !== undefined || records.length >= recordsMax) parser.abort();
      line += 1 + data.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
    },
  });
  return faultyLine === undefined ? ok(records) : err({ code: "quotes", line: faultyLine });
}

/**
 * One record of RFC 4180 without the line end: fields are quoted where needed.
 *
 * Text that a spreadsheet would run as a formula gets an apostrophe before it, as OWASP's "CSV injection" page advises;
 * plain figures such as -0.5 stay as they are.
 */
export const csvRecord = (values: readonly unknown[]): string => Papa.unparse([values.map(cellOf)]);

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
