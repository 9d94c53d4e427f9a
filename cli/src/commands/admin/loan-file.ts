import { readFileSync, statSync } from "node:fs";
import { CliFailure, EXIT, usage } from "../../failure";
import { unguardFormula } from "../../output/csv";
import type { Terminal } from "../../terminal";

/** A row as it stands in the file; `line` counts from 1 with the header. */
export type LoanRow = {
  line: number;
  reference: string;
  currency: string;
  amount: string;
  exchangeRate: string;
  receiveAddress: string;
  /** Given by an export, for loans without a reference. */
  id: string;
};

const REQUIRED = ["reference", "currency", "amount", "exchangeRate"] as const;
const OWN = [...REQUIRED, "receiveAddress", "id"] as const;
/** Columns of an export, which say nothing that an import could change. */
const EXPORTED = [
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
];
const FILE_BYTES_MAX = 8 * 1024 * 1024;
const ROWS_MAX = 20_000;

/** The text of a file, or of standard input for `-`. Throws CliFailure when it cannot be read. */
export async function readLoanFile(terminal: Terminal, path: string): Promise<string> {
  try {
    if (path === "-") return await terminal.readInput(FILE_BYTES_MAX);
    if (statSync(path).size > FILE_BYTES_MAX) throw new RangeError("it has more than 8 MiB");
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown";
    throw new CliFailure(`${path} cannot be read: ${why}.`, { exitCode: EXIT.usage, cause: error });
  }
}

/**
 * The rows of a CSV file (RFC 4180; a byte order mark, either line end, columns in any order).
 * Throws CliFailure when it is no such file, or when a column is missing or unknown: a misspelt `receiveAddress` must
 * not turn payments from the reserve into others.
 */
export async function parseLoanRows(text: string): Promise<LoanRow[]> {
  const { parse } = await import("csv-parse/sync");
  let records: { record: Record<string, string>; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      columns: checkedColumns,
      info: true,
      skip_empty_lines: true,
      trim: true,
      to: ROWS_MAX + 1,
    });
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    throw new CliFailure(`The file is not CSV: ${error instanceof Error ? error.message : "unknown"}.`, {
      exitCode: EXIT.failure,
      cause: error,
    });
  }
  if (records.length === 0) throw usage("The file has no rows.");
  if (records.length > ROWS_MAX)
    throw usage(`The file has more than ${ROWS_MAX} rows.`, "Cut it into several.");
  return records.map(({ record, info }) => ({
    line: info.lines,
    reference: unguardFormula(record.reference ?? ""),
    currency: record.currency ?? "",
    amount: record.amount ?? "",
    exchangeRate: record.exchangeRate ?? "",
    receiveAddress: record.receiveAddress ?? "",
    id: record.id ?? "",
  }));
}

function checkedColumns(titles: string[]): string[] {
  const names = titles.map(
    (title) =>
      [...OWN, ...EXPORTED].find((name) => name.toLowerCase() === title.trim().toLowerCase()) ?? title,
  );
  const missing = REQUIRED.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => ![...OWN, ...EXPORTED].includes(name));
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  const faults = [
    ...missing.map((name) => `${name} is missing`),
    ...unknown.map((name) => `${JSON.stringify(name)} is unknown`),
    ...twice.map((name) => `${name} stands there twice`),
  ];
  if (faults.length === 0) return names;
  throw new CliFailure(`The file's columns are wrong: ${faults.join(", ")}.`, {
    exitCode: EXIT.failure,
    hint: "They are reference,currency,amount,exchangeRate and optionally receiveAddress, with commas between them.",
  });
}
