import { isDecimal, toParts } from "../decimal";
import { loanFigures } from "../loan-figures";
import { err, ok, type Result } from "../result";
import type { LoanRow } from "./read";

/** What a loan can be paid in, by canonical code. */
export const LOAN_CURRENCIES = ["BTC", "ETH", "USDT-TRC20"] as const;
export type LoanCurrency = (typeof LOAN_CURRENCIES)[number];

/** The most decimals that an exchange rate has on the wire. */
export const RATE_DECIMALS_MAX = 8;

/** The contract's pattern and length (CreateLoanBody). */
const REFERENCE = /^[\x21-\x7e]{1,100}$/;
const ADDRESS_LENGTH_MAX = 300;

/** The API's other spellings of these currencies, without dashes, underscores and spaces. */
const SPELLINGS: Readonly<Record<string, LoanCurrency>> = {
  BTC: "BTC",
  XBT: "BTC",
  ETH: "ETH",
  USDT: "USDT-TRC20",
  USDTTRC: "USDT-TRC20",
  USDTTRC20: "USDT-TRC20",
};

/** Why a row cannot be sent; `column` is the cell at fault. */
export type LoanRowProblem =
  | { code: "reference_missing" }
  /** An export has loans without a reference too; importing such a row would create its loan again. */
  | { code: "export_without_reference" }
  | { code: "reference_format" }
  | { code: "reference_repeated"; earlierLine: number }
  | { code: "currency_unknown" }
  | { code: "currency_not_lent" }
  | { code: "decimal_format"; column: DecimalColumn }
  | { code: "decimal_zero"; column: DecimalColumn }
  | { code: "decimal_precision"; column: DecimalColumn; decimalsMax: number }
  | { code: "value_too_large" }
  | { code: "address_spaces" }
  | { code: "address_length"; lengthMax: number };
export type DecimalColumn = "amount" | "exchangeRate";

/** A row that the rules of the file allow; its address is for the service to check. */
export type ValidLoan = {
  reference: string;
  currency: LoanCurrency;
  amount: string;
  exchangeRate: string;
  receiveAddress: string | null;
};

export type CheckedLoanRow = { row: LoanRow; checked: Result<ValidLoan, readonly LoanRowProblem[]> };

/**
 * Checks each row by the contract's rules, and that no reference is in the file twice. `decimals` are those of every
 * currency of the service, by canonical code. A row's problems are in the order of the columns, the reference first.
 */
export function checkLoanRows(
  rows: readonly LoanRow[],
  decimals: ReadonlyMap<string, number>,
): CheckedLoanRow[] {
  const lineOf = new Map<string, number>();
  return rows.map((row) => {
    const earlierLine = lineOf.get(row.reference);
    if (earlierLine === undefined) lineOf.set(row.reference, row.line);
    return { row, checked: checkRow(row, earlierLine, decimals) };
  });
}

function checkRow(
  row: LoanRow,
  earlierLine: number | undefined,
  decimals: ReadonlyMap<string, number>,
): CheckedLoanRow["checked"] {
  const { reference, amount, exchangeRate, receiveAddress } = row;
  const currency = checkCurrency(row.currency, decimals);
  const decimalsMax = currency.ok ? (decimals.get(currency.value) ?? 0) : undefined;
  const figureProblems = [
    ...problemsOfDecimal("amount", amount, decimalsMax),
    ...problemsOfDecimal("exchangeRate", exchangeRate, RATE_DECIMALS_MAX),
  ];
  const problems: LoanRowProblem[] = [
    ...problemsOfReference(row, earlierLine),
    ...(currency.ok ? [] : [currency.error]),
    ...(figureProblems.length > 0 ? figureProblems : problemsOfValue({ amount, exchangeRate })),
    ...problemsOfAddress(receiveAddress),
  ];
  if (!currency.ok || problems.length > 0) return err(problems);
  return ok({
    reference,
    currency: currency.value,
    amount,
    exchangeRate,
    receiveAddress: receiveAddress === "" ? null : receiveAddress,
  });
}

function problemsOfReference(
  { reference, id }: LoanRow,
  earlierLine: number | undefined,
): readonly LoanRowProblem[] {
  if (reference === "")
    return [id === "" ? { code: "reference_missing" } : { code: "export_without_reference" }];
  if (!REFERENCE.test(reference)) return [{ code: "reference_format" }];
  return earlierLine === undefined ? [] : [{ code: "reference_repeated", earlierLine }];
}

function checkCurrency(
  text: string,
  decimals: ReadonlyMap<string, number>,
): Result<LoanCurrency, LoanRowProblem> {
  const upper = text.toUpperCase();
  const bare = upper.replace(/[-_ ]/g, "");
  const code = Object.hasOwn(SPELLINGS, bare) ? SPELLINGS[bare] : undefined;
  if (code !== undefined && decimals.has(code)) return ok(code);
  return err({ code: decimals.has(upper) ? "currency_not_lent" : "currency_unknown" });
}

/** Without `decimalsMax`, for an amount of an unknown currency, its decimals are not counted. */
function problemsOfDecimal(
  column: DecimalColumn,
  text: string,
  decimalsMax: number | undefined,
): readonly LoanRowProblem[] {
  if (!isDecimal(text)) return [{ code: "decimal_format", column }];
  if (toParts(text) === 0n) return [{ code: "decimal_zero", column }];
  const places = text.split(".")[1]?.length ?? 0;
  return decimalsMax !== undefined && places > decimalsMax
    ? [{ code: "decimal_precision", column, decimalsMax }]
    : [];
}

function problemsOfValue(loan: { amount: string; exchangeRate: string }): readonly LoanRowProblem[] {
  const { usdtValue } = loanFigures({ ...loan, feePercent: "0" });
  return isDecimal(usdtValue) ? [] : [{ code: "value_too_large" }];
}

function problemsOfAddress(address: string): readonly LoanRowProblem[] {
  if (address.length > ADDRESS_LENGTH_MAX) return [{ code: "address_length", lengthMax: ADDRESS_LENGTH_MAX }];
  return /\s/.test(address) ? [{ code: "address_spaces" }] : [];
}
