import { err, ok, type Result } from "../result";

const REQUIRED = ["reference", "currency", "amount", "exchangeRate"] as const;

/** The columns that an import reads; the last one is optional. */
export const LOAN_IMPORT_COLUMNS = [...REQUIRED, "receiveAddress"] as const;

/** Columns of an export that an import accepts and does not send: they cannot change a loan. */
const EXPORT_ONLY = [
  "id",
  "usdtValue",
  "feeAmount",
  "status",
  "approvalRequired",
  "createdBy",
  "approvedBy",
  "paidBy",
  "txHash",
  "createdAt",
  "completedAt",
] as const;

/** Every column that a file of loans may have. */
export type LoanColumn = (typeof LOAN_IMPORT_COLUMNS)[number] | (typeof EXPORT_ONLY)[number];
const KNOWN: readonly LoanColumn[] = [...LOAN_IMPORT_COLUMNS, ...EXPORT_ONLY];

/** What is wrong with the heading of a file; at least one list is not empty. */
export type ColumnsProblem = {
  code: "columns";
  missing: readonly string[];
  /** As the file spells them. */
  unknown: readonly string[];
  repeated: readonly string[];
};

/**
 * The columns behind a heading's titles, in any case and order, or what is wrong with them.
 *
 * An unknown column is refused: without a column `receiveAddress` the reserve does not pay a loan, so a misspelt one
 * would silently redirect payments.
 */
export function columnsOf(titles: readonly string[]): Result<readonly LoanColumn[], ColumnsProblem> {
  const columns: LoanColumn[] = [];
  const unknown: string[] = [];
  const repeated: string[] = [];
  for (const title of titles) {
    const column = KNOWN.find((name) => name.toLowerCase() === title.toLowerCase());
    if (column === undefined) unknown.push(title);
    else if (columns.includes(column)) repeated.push(column);
    else columns.push(column);
  }
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  if (missing.length + unknown.length + repeated.length === 0) return ok(columns);
  return err({ code: "columns", missing, unknown, repeated });
}
