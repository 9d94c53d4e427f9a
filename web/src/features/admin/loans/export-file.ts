import { LOAN_IMPORT_COLUMNS, type LoanColumn } from "@sotto/openapi/loan-file/columns";
import { loadModule } from "../../../lib/load-module";
import type { Loan } from "../types";

const COLUMNS = [
  "id",
  ...LOAN_IMPORT_COLUMNS,
  "usdtValue",
  "feeAmount",
  "status",
  "createdBy",
  "approvedBy",
  "paidBy",
  "txHash",
  "createdAt",
  "completedAt",
] as const satisfies readonly (LoanColumn & keyof Loan)[];

/** Writes loans as CSV, with the columns of an import among the others. */
export async function writeLoanFile(loans: readonly Loan[]): Promise<string> {
  const { csvRecord } = await loadModule(() => import("@sotto/openapi/csv"));
  const rows = loans.map((loan) => COLUMNS.map((column) => loan[column]));
  return [COLUMNS, ...rows].map(csvRecord).join("\r\n");
}
