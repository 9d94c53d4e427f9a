import type { Currency } from "@sotto/openapi";
import { isDecimal, toParts } from "@sotto/openapi/decimal";
import { loanFigures } from "@sotto/openapi/loan-figures";
import { ask, askPatiently, type Context } from "../../context";
import { CliFailure } from "../../failure";
import type { LoanRow } from "./loan-file";

/** A row that can be sent: its currency by its code, its address as it would be paid. */
export type CheckedRow = LoanRow & { code: string; address: string | null };
/** Why a row cannot be sent; the code is the one that the API would answer. */
export type Fault = { row: LoanRow; code: string; message: string };

const LOAN_CURRENCIES: ReadonlySet<string> = new Set(["BTC", "ETH", "USDT-TRC20"]);
/** The contract's patterns and lengths (CreateLoanBody). */
const REFERENCE = /^[\x21-\x7e]{1,100}$/;
const RATE_PLACES_MAX = 8;
const ADDRESS_LENGTH_MAX = 300;

/** Checks every row before any of them is sent: by the contract's rules here, its addresses at the server. */
export async function checkRows(
  sotto: Context,
  rows: readonly LoanRow[],
): Promise<{ checked: CheckedRow[]; faults: Fault[] }> {
  const currencies = await readCurrencies(sotto, rows);
  const lineOf = new Map<string, number>();
  const checked: CheckedRow[] = [];
  const faults: Fault[] = [];
  const fail = (row: LoanRow, [code, message]: readonly [string, string]) =>
    faults.push({ row, code, message });
  for (const row of rows) {
    const currency = currencies.get(spelling(row));
    const earlier = lineOf.get(row.reference);
    const fault =
      earlier === undefined
        ? faultOf(row, currency)
        : (["loan/reference-used", `The reference stands in line ${earlier} too.`] as const);
    if (earlier === undefined) lineOf.set(row.reference, row.line);
    if (fault !== undefined) fail(row, fault);
    else if (currency !== undefined) checked.push({ ...row, code: currency.id, address: null });
  }
  const found = await checkAddresses(sotto, checked);
  return {
    checked: found.flatMap(({ row, fault }) => (fault === undefined ? [row] : [])),
    faults: [
      ...faults,
      ...found.flatMap(({ row, fault }) => (fault === undefined ? [] : [{ row, ...fault }])),
    ].sort((one, other) => one.row.line - other.row.line),
  };
}

const spelling = ({ currency }: LoanRow): string => currency.toUpperCase();

function faultOf(row: LoanRow, currency: Currency | undefined): readonly [string, string] | undefined {
  if (row.reference === "") return ["request/invalid", "The reference is missing."];
  if (!REFERENCE.test(row.reference))
    return ["request/invalid", "A reference has up to 100 printable ASCII characters and no spaces."];
  if (currency === undefined) return ["currency/unknown", "The currency is unknown."];
  if (!LOAN_CURRENCIES.has(currency.id))
    return ["loan/currency", "Loans are paid in BTC, ETH or USDT-TRC20."];
  if (row.receiveAddress.length > ADDRESS_LENGTH_MAX) return ["address/format", "The address is too long."];
  return (
    faultOfDecimal("amount", row.amount, currency.decimals) ??
    faultOfDecimal("rate", row.exchangeRate, RATE_PLACES_MAX) ??
    faultOfValue(row)
  );
}

function faultOfValue({ amount, exchangeRate }: LoanRow): readonly [string, string] | undefined {
  const { usdtValue } = loanFigures({ amount, exchangeRate, feePercent: "0" });
  return isDecimal(usdtValue) ? undefined : ["amount/max", "The loan's value is more than can be written."];
}

function faultOfDecimal(
  name: string,
  text: string,
  placesMax: number,
): readonly [string, string] | undefined {
  if (!isDecimal(text)) return ["amount/format", `The ${name} is not a plain decimal such as 0.05.`];
  if (toParts(text) === 0n) return ["amount/zero", `The ${name} is zero.`];
  if ((text.split(".")[1]?.length ?? 0) > placesMax)
    return ["amount/precision", `The ${name} has more than ${placesMax} decimals.`];
  return undefined;
}

/** The currency behind each spelling of the file; the server knows its aliases, and answers with the code itself. */
async function readCurrencies(sotto: Context, rows: readonly LoanRow[]): Promise<Map<string, Currency>> {
  const all = await ask(sotto, (client) => client.GET("/api/currencies"));
  const byCode = new Map(all.map((currency) => [currency.id, currency]));
  const bySpelling = new Map<string, Currency>();
  for (const text of new Set(rows.map(spelling))) {
    const currency = byCode.get(text) ?? byCode.get((await canonicalCode(sotto, text)) ?? "");
    if (currency !== undefined) bySpelling.set(text, currency);
  }
  return bySpelling;
}

async function canonicalCode(sotto: Context, text: string): Promise<string | undefined> {
  if (!/^[A-Z0-9 _-]{1,20}$/.test(text)) return undefined;
  const path = { from: text, to: text };
  try {
    const pair = await askPatiently(sotto, (client) =>
      client.GET("/api/exchange-rate/{from}/{to}", { params: { path } }),
    );
    return pair.from;
  } catch (error) {
    if (error instanceof CliFailure && error.problem?.code === "currency/unknown") return undefined;
    throw error;
  }
}

type Looked = { row: CheckedRow; fault?: { code: string; message: string } };

/** Each address is asked for once, however many rows pay to it. */
async function checkAddresses(sotto: Context, rows: readonly CheckedRow[]): Promise<Looked[]> {
  const answers = new Map<string, Promise<Looked["fault"] | { address: string }>>();
  const looked: Looked[] = [];
  for (const [at, row] of rows.entries()) {
    if (row.receiveAddress === "") {
      looked.push({ row });
      continue;
    }
    sotto.terminal.progress(`Checking addresses: row ${at + 1} of ${rows.length}`);
    const key = `${row.code} ${row.receiveAddress}`;
    const answer = await (answers.get(key) ?? remember(answers, key, checkAddress(sotto, row)));
    if (answer !== undefined && "address" in answer)
      looked.push({ row: { ...row, address: answer.address } });
    else looked.push({ row, ...(answer === undefined ? {} : { fault: answer }) });
  }
  sotto.terminal.progress(undefined);
  return looked;
}

function remember<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  known.set(key, value);
  return value;
}

async function checkAddress(sotto: Context, { code, receiveAddress }: CheckedRow) {
  const body = { currency: code, address: receiveAddress };
  const validation = await askPatiently(sotto, (client) => client.POST("/api/address/validate", { body }));
  if (!validation.valid) {
    return {
      code: validation.reason ?? "address/format",
      message: validation.message ?? "The address is not valid.",
    };
  }
  const screening = await askPatiently(sotto, (client) => client.POST("/api/screening/check", { body }));
  return screening.result === "listed"
    ? { code: "address/listed", message: "The address is on a sanctions list." }
    : { address: validation.normalized ?? receiveAddress };
}
