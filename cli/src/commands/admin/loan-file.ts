import { readFileSync, statSync } from "node:fs";
import type { LoanFileProblem, LoanRow } from "@sotto/openapi/loan-file/read";
import { unreachable } from "@sotto/openapi/unreachable";
import { CliFailure, EXIT, usage } from "../../failure";
import type { Terminal } from "../../terminal";

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

/** The rows of a file of loans. Throws CliFailure when the file as a whole is wrong. */
export async function parseLoanRows(text: string): Promise<readonly LoanRow[]> {
  // Only an import needs the CSV library: the other commands start without it.
  const { readLoanRows } = await import("@sotto/openapi/loan-file/read");
  const read = readLoanRows(text, { rowsMax: ROWS_MAX });
  if (!read.ok) throw fileFailure(read.error);
  return read.value;
}

function fileFailure(problem: LoanFileProblem): CliFailure {
  switch (problem.code) {
    case "quotes":
      return notCsv(`the quotation marks of line ${problem.line} do not match`);
    case "cells":
      return notCsv(`line ${problem.line} has ${problem.found} cells instead of ${problem.expected}`);
    case "columns":
      return wrongColumns(problem);
    case "empty":
      return usage("The file has no rows.");
    case "rows":
      return usage(`The file has more than ${problem.rowsMax} rows.`, "Cut it into several.");
    default:
      return unreachable(problem);
  }
}

const notCsv = (why: string): CliFailure => usage(`The file is not CSV: ${why}.`);

function wrongColumns({ missing, unknown, repeated }: LoanFileProblem & { code: "columns" }): CliFailure {
  const faults = [
    ...missing.map((name) => `${name} is missing`),
    ...unknown.map((name) => `${JSON.stringify(name)} is unknown`),
    ...repeated.map((name) => `${name} stands there twice`),
  ];
  return usage(
    `The file's columns are wrong: ${faults.join(", ")}.`,
    "They are reference,currency,amount,exchangeRate and optionally receiveAddress, with commas between them.",
  );
}
