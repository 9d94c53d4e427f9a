import type { LoanFileProblem } from "@sotto/openapi/loan-file/read";
import { unreachable } from "@sotto/openapi/unreachable";
import type { RowProblem } from "./import-file";

/** A heading may hold a whole page; the first of its unknown titles say what is wrong. */
const NAMES_SHOWN_MAX = 5;

/** Why no rows are shown; `unread` is a file that the browser cannot read, or a service that does not check it. */
export type ChoiceProblem = LoanFileProblem | { code: "unread" };

/** The text of `adminLoans.fileFault` for a file that was refused, and what it names. */
export function fileText(problem: ChoiceProblem) {
  switch (problem.code) {
    case "columns":
      return problem.unknown.length === 0
        ? ({ name: "columns" } as const)
        : ({ name: "unknown", names: namesOf(problem.unknown) } as const);
    case "cells":
      return { name: "columns" } as const;
    case "rows":
      return { name: "many", max: String(problem.rowsMax) } as const;
    case "quotes":
    case "empty":
    case "unread":
      return { name: problem.code } as const;
    default:
      return unreachable(problem);
  }
}

const namesOf = (titles: readonly string[]): string =>
  titles
    .slice(0, NAMES_SHOWN_MAX)
    .map((title) => `“${title}”`)
    .join(", ");

/** The text of `adminLoans.rowFault` for a row that cannot be sent. */
export function rowText(problem: RowProblem) {
  switch (problem.code) {
    case "reference_missing":
    case "export_without_reference":
    case "reference_format":
      return "reference";
    case "reference_repeated":
      return "reference-twice";
    case "currency_unknown":
    case "currency_not_lent":
      return "currency";
    case "decimal_format":
    case "decimal_zero":
    case "decimal_precision":
      return problem.column === "amount" ? "amount" : "rate";
    case "value_too_large":
      return "value";
    case "address_length":
    case "address_spaces":
    case "address_invalid":
      return "address";
    default:
      return unreachable(problem);
  }
}
