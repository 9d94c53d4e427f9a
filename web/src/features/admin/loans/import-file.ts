import { checkLoanRows, type LoanRowProblem, type ValidLoan } from "@sotto/openapi/loan-file/check";
import { loanBody } from "@sotto/openapi/loan-file/loan";
import type { LoanFileProblem, LoanRow } from "@sotto/openapi/loan-file/read";
import { ok, type Result } from "@sotto/openapi/result";
import { loadModule } from "../../../lib/load-module";
import type { CreateLoanBody } from "../types";

/** What is wrong with a row; `address_invalid` is what the service says of its address. */
export type RowProblem = LoanRowProblem | { code: "address_invalid" };

/** A row of the file, and the loan that it stands for or why it cannot be sent. */
export interface ImportRow {
  row: LoanRow;
  checked: Result<SendableLoan, readonly RowProblem[]>;
}

/** A loan of the file, and what is sent to create it. */
export interface SendableLoan {
  loan: ValidLoan;
  body: CreateLoanBody;
}

/** What rows are measured by. */
export interface ImportTerms {
  /** Of every currency of the service, by canonical code. */
  decimals: ReadonlyMap<string, number>;
  /** Fee in percent. */
  feePercent: string;
}

/** The most rows that a browser imports; the command line accepts longer files. */
export const IMPORT_ROWS_MAX = 1000;

/** Reads a file of loans and checks every row by itself; addresses are for the service to check. */
export async function readImport(
  text: string,
  { decimals, feePercent }: ImportTerms,
): Promise<Result<readonly ImportRow[], LoanFileProblem>> {
  // With the CSV library in it: only an administrator with a file needs it.
  const { readLoanRows } = await loadModule(() => import("@sotto/openapi/loan-file/read"));
  const read = readLoanRows(text, { rowsMax: IMPORT_ROWS_MAX });
  if (!read.ok) return read;
  return ok(
    checkLoanRows(read.value, decimals).map(({ row, checked }): ImportRow => {
      if (!checked.ok) return { row, checked };
      return { row, checked: ok({ loan: checked.value, body: loanBody(checked.value, feePercent) }) };
    }),
  );
}
