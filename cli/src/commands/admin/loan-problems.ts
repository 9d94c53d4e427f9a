import type { DecimalColumn, LoanRowProblem } from "@sotto/openapi/loan-file/check";
import { unreachable } from "@sotto/openapi/unreachable";

/** Why a row cannot be sent; the code is the one that the API would answer. */
export type RowFault = { code: string; message: string };

const NAMES: Readonly<Record<DecimalColumn, string>> = { amount: "amount", exchangeRate: "rate" };

/** A problem of a row in the words of the command line. */
export function faultOf(problem: LoanRowProblem): RowFault {
  switch (problem.code) {
    case "reference_missing":
    case "export_without_reference":
      return { code: "request/invalid", message: "The reference is missing." };
    case "reference_format":
      return {
        code: "request/invalid",
        message: "A reference has up to 100 printable ASCII characters and no spaces.",
      };
    case "reference_repeated":
      return {
        code: "loan/reference-used",
        message: `The reference stands in line ${problem.earlierLine} too.`,
      };
    case "currency_unknown":
      return { code: "currency/unknown", message: "The currency is unknown." };
    case "currency_not_lent":
      return { code: "loan/currency", message: "Loans are paid in BTC, ETH or USDT-TRC20." };
    case "decimal_format":
    case "decimal_zero":
    case "decimal_precision":
      return decimalFault(problem);
    case "value_too_large":
      return { code: "amount/max", message: "The loan's value is more than can be written." };
    case "address_length":
      return { code: "address/format", message: "The address is too long." };
    case "address_spaces":
      return { code: "address/format", message: "The address has spaces." };
    default:
      return unreachable(problem);
  }
}

function decimalFault(problem: Extract<LoanRowProblem, { column: DecimalColumn }>): RowFault {
  const name = NAMES[problem.column];
  switch (problem.code) {
    case "decimal_format":
      return { code: "amount/format", message: `The ${name} is not a plain decimal such as 0.05.` };
    case "decimal_zero":
      return { code: "amount/zero", message: `The ${name} is zero.` };
    case "decimal_precision":
      return {
        code: "amount/precision",
        message: `The ${name} has more than ${problem.decimalsMax} decimals.`,
      };
    default:
      return unreachable(problem);
  }
}
