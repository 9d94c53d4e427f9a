import type { components } from "../client";
import { sameDecimal } from "../decimal";
import { loanFigures } from "../loan-figures";
import type { ValidLoan } from "./check";

type Schemas = components["schemas"];

/** The body that creates a row's loan, with the figures that the server will compare. */
export function loanBody(loan: ValidLoan, feePercent: string): Schemas["CreateLoanBody"] {
  const { reference, currency, amount, exchangeRate, receiveAddress } = loan;
  return {
    currency,
    amount,
    exchangeRate,
    ...loanFigures({ amount, exchangeRate, feePercent }),
    status: "pending",
    reference,
    ...(receiveAddress === null ? {} : { receiveAddress }),
  };
}

/** The fields in which the loan that has a row's reference differs from the row; empty when it is the same loan. */
export function differencesFrom(
  existing: Schemas["Loan"],
  row: ValidLoan,
): readonly Exclude<keyof ValidLoan, "reference">[] {
  return [
    ...(existing.currency === row.currency ? [] : (["currency"] as const)),
    ...(sameDecimal(existing.amount, row.amount) ? [] : (["amount"] as const)),
    ...(sameDecimal(existing.exchangeRate, row.exchangeRate) ? [] : (["exchangeRate"] as const)),
    ...(existing.receiveAddress === row.receiveAddress ? [] : (["receiveAddress"] as const)),
  ];
}
