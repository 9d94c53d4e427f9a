import { loanFigures } from "@sotto/openapi/loan-figures";
import type { CreateLoanBody, Loan } from "../types";
import { type LoanCurrency, loanCurrencies, rateDecimals } from "./use-loan-terms";

/** The columns of an import; others, such as an export has, are not read. */
const columns = ["reference", "currency", "amount", "exchangeRate", "receiveAddress"] as const;
type Column = (typeof columns)[number];

/** What is wrong with a row; `reference-twice` is one that an earlier row of the file has. */
export type RowFault = "reference" | "reference-twice" | "currency" | "amount" | "rate" | "address";

export interface ImportRow {
  /** Of the file, the heading being 1. */
  line: number;
  cells: Record<Column, string>;
  /** Empty where the row can be sent. */
  faults: readonly RowFault[];
  /** Null where something is wrong with it. */
  body: CreateLoanBody | null;
}

/** Why a whole file cannot be read. */
export type FileFault = "columns" | "quotes" | "empty" | "many";
export type ImportFile = { ok: true; rows: ImportRow[] } | { ok: false; fault: FileFault };

/** What rows are measured by. */
export interface ImportTerms {
  /** Decimals by canonical code. */
  decimals: ReadonlyMap<string, number>;
  /** Fee in percent. */
  feePercent: string;
}

export const importRowsMax = 1000;

/** Reads a file of loans and checks every row by itself; addresses are for the service to check. */
export async function readLoanFile(text: string, terms: ImportTerms): Promise<ImportFile> {
  const { default: Papa } = await import("papaparse");
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (name) => columns.find((one) => one.toLowerCase() === name.trim().toLowerCase()) ?? name,
  });
  if (errors.some(({ type }) => type === "Quotes")) return { ok: false, fault: "quotes" };
  const lacks = columns.some((name) => name !== "receiveAddress" && meta.fields?.includes(name) !== true);
  if (lacks || errors.some(({ code }) => code === "TooManyFields")) return { ok: false, fault: "columns" };
  if (data.length === 0) return { ok: false, fault: "empty" };
  if (data.length > importRowsMax) return { ok: false, fault: "many" };
  const seen = new Set<string>();
  const rows = data.map((record, index) => {
    const row = checkRow(record, index + 2, terms, seen);
    seen.add(row.cells.reference);
    return row;
  });
  return { ok: true, rows };
}

const referencePattern = /^[\x21-\x7e]{1,100}$/;
const amountPattern = /^(0|[1-9]\d{0,17})(\.\d+)?$/;
const usdtSpellings = ["USDT", "USDTTRC", "USDTTRC20"];

function checkRow(
  record: Record<string, string>,
  line: number,
  { decimals, feePercent }: ImportTerms,
  seen: ReadonlySet<string>,
): ImportRow {
  const cell = (name: Column) => (record[name] ?? "").trim();
  const cells = {
    reference: withoutGuard(cell("reference")),
    currency: cell("currency"),
    amount: cell("amount"),
    exchangeRate: cell("exchangeRate"),
    receiveAddress: withoutGuard(cell("receiveAddress")),
  };
  const { reference, amount, exchangeRate, receiveAddress } = cells;
  const currency = currencyOf(cells.currency);
  const faults: RowFault[] = [];
  if (!referencePattern.test(reference)) faults.push("reference");
  else if (seen.has(reference)) faults.push("reference-twice");
  if (currency === null) faults.push("currency");
  if (!isAmount(amount, decimals.get(currency ?? "") ?? 18)) faults.push("amount");
  if (!isAmount(exchangeRate, rateDecimals)) faults.push("rate");
  if (/\s/.test(receiveAddress)) faults.push("address");
  if (currency === null || faults.length > 0) return { line, cells, faults, body: null };
  const body: CreateLoanBody = {
    currency,
    amount,
    exchangeRate,
    ...loanFigures({ amount, exchangeRate, feePercent }),
    status: "pending",
    reference,
    ...(receiveAddress === "" ? {} : { receiveAddress }),
  };
  return { line, cells, faults, body };
}

/** A wire decimal above zero with so many decimals at most. */
function isAmount(text: string, decimalsMax: number): boolean {
  return amountPattern.test(text) && /[1-9]/.test(text) && (text.split(".")[1] ?? "").length <= decimalsMax;
}

/** The canonical code behind the specification's spellings. */
function currencyOf(text: string): LoanCurrency | null {
  const plain = text.toUpperCase().replace(/[-_ ]/g, "");
  if (usdtSpellings.includes(plain)) return "USDT-TRC20";
  return loanCurrencies.find((code) => code === plain) ?? null;
}

/** Before a cell that a spreadsheet would take for a formula stands an apostrophe (OWASP, CSV injection). */
function withoutGuard(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, "");
}

const exportColumns = [
  "id",
  ...columns,
  "usdtValue",
  "feeAmount",
  "status",
  "createdBy",
  "approvedBy",
  "paidBy",
  "txHash",
  "createdAt",
  "completedAt",
] as const satisfies readonly (keyof Loan)[];

/** Writes loans as CSV, with the columns of an import among the others. */
export async function writeLoanFile(loans: readonly Loan[]): Promise<string> {
  const { default: Papa } = await import("papaparse");
  const data = loans.map((loan) => exportColumns.map((column) => loan[column] ?? ""));
  return Papa.unparse({ fields: [...exportColumns], data }, { escapeFormulae: /^[=+\-@]/ });
}
