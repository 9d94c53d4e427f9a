import { type CsvProblem, readCsv, unguardFormula } from "../csv";
import { err, ok, type Result } from "../result";
import { type ColumnsProblem, columnsOf, type LoanColumn } from "./columns";

/** A row as the file has it; `line` is where it starts in the file, counted from 1 with the heading. */
export type LoanRow = {
  line: number;
  reference: string;
  currency: string;
  amount: string;
  exchangeRate: string;
  /** Empty where the loan is paid elsewhere. */
  receiveAddress: string;
  /** The loan's number, in a file that was exported; otherwise empty. */
  id: string;
};

/** Why a whole file cannot be read. */
export type LoanFileProblem =
  | CsvProblem
  | ColumnsProblem
  | { code: "cells"; line: number; expected: number; found: number }
  | { code: "empty" }
  | { code: "rows"; rowsMax: number };

/** Reads the rows of a CSV file of loans; what the cells say is for `checkLoanRows`. */
export function readLoanRows(
  text: string,
  { rowsMax }: { rowsMax: number },
): Result<readonly LoanRow[], LoanFileProblem> {
  // The heading, and one row too many to say so.
  const read = readCsv(text, { recordsMax: rowsMax + 2 });
  if (!read.ok) return read;
  const [heading, ...records] = read.value;
  if (heading === undefined) return err({ code: "empty" });
  const columns = columnsOf(heading.cells);
  if (!columns.ok) return columns;
  if (records.length === 0) return err({ code: "empty" });
  if (records.length > rowsMax) return err({ code: "rows", rowsMax });
  const expected = columns.value.length;
  const odd = records.find(({ cells }) => cells.length !== expected);
  if (odd !== undefined) return err({ code: "cells", line: odd.line, expected, found: odd.cells.length });
  return ok(records.map((record) => rowOf(record, columns.value)));
}

function rowOf(record: { line: number; cells: readonly string[] }, columns: readonly LoanColumn[]): LoanRow {
  const cell = (name: LoanColumn) => unguardFormula(record.cells[columns.indexOf(name)] ?? "");
  return {
    line: record.line,
    reference: cell("reference"),
    currency: cell("currency"),
    amount: cell("amount"),
    exchangeRate: cell("exchangeRate"),
    receiveAddress: cell("receiveAddress"),
    id: cell("id"),
  };
}
