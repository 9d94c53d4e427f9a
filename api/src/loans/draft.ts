import { formatUnits, parseUnits } from "../core/amount";
import { registryUnits } from "../core/asset-amount";
import { assetOf, parseAssetCode } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";
import { figuresOfValue, LOAN_USDT_DECIMALS, type LoanFigures, loanFigures, loanRate } from "./figures";
import { isLoanAsset, type LoanAsset } from "./loan";

/**
 * What an administrator asks to have paid out, as it was sent, with the rate or the value. Figures of the client's own
 * must agree with ours; without a rate, the value is taken as it is.
 */
export type LoanInput = {
  currency: string;
  amount: string;
  exchangeRate?: string | undefined;
  usdtValue?: string | undefined;
  feeAmount?: string | undefined;
  receiveAddress?: string | undefined;
};

/** What an administrator asks to have paid out, parsed once. */
export type LoanDraft = { asset: LoanAsset; units: bigint; rateScaled: bigint; figures: LoanFigures };

/** A decimal of the contract has at most 18 whole digits. */
const VALUE_SCALED_MAX = 10n ** BigInt(18 + LOAN_USDT_DECIMALS) - 1n;

/** Reads currency, amount, and rate or value, and computes the figures; where the client sends its own, they must agree. */
export function parseLoan(input: LoanInput): Result<LoanDraft, Problem> {
  const asset = parseAssetCode(input.currency);
  if (asset === undefined) return err(problem("currency/unknown", { pointer: "/currency" }));
  if (!isLoanAsset(asset)) return err(problem("loan/currency", { pointer: "/currency" }));
  const units = readPositive(input.amount, assetOf(asset).decimals, "/amount");
  if (!units.ok) return units;
  const worth = readWorth(input, { asset, units: units.value });
  if (!worth.ok) return worth;
  const { figures, rateScaled } = worth.value;
  if (figures.valueScaled > VALUE_SCALED_MAX) return err(problem("amount/max", { pointer: "/amount" }));
  if (input.receiveAddress !== undefined) {
    // What the chain would not relay could never be paid.
    const least = registryUnits(asset, "dustAmount");
    if (units.value < least) {
      const limit = formatUnits(least, assetOf(asset).decimals);
      return err(problem("amount/min", { pointer: "/amount", params: { limit, currency: asset } }));
    }
  }
  const sent = [
    { text: input.usdtValue, ours: figures.valueScaled, pointer: "/usdtValue" },
    { text: input.feeAmount, ours: figures.feeScaled, pointer: "/feeAmount" },
  ];
  for (const { text, ours, pointer } of sent) {
    if (text === undefined) continue;
    const theirs = parseUnits(text, LOAN_USDT_DECIMALS);
    if (!theirs.ok) return err(problem(theirs.error, { pointer }));
    if (theirs.value !== ours) return err(problem("loan/mismatch", { pointer }));
  }
  return ok({ asset, units: units.value, rateScaled, figures });
}

type Worth = Pick<LoanDraft, "rateScaled" | "figures">;

/** The figures by the rate; where none was sent, by the value. */
function readWorth(input: LoanInput, loan: Pick<LoanDraft, "asset" | "units">): Result<Worth, Problem> {
  if (input.exchangeRate !== undefined || input.usdtValue === undefined) {
    const rate = readPositive(input.exchangeRate ?? "", LOAN_USDT_DECIMALS, "/exchangeRate");
    if (!rate.ok) return rate;
    return ok({ rateScaled: rate.value, figures: loanFigures({ ...loan, rateScaled: rate.value }) });
  }
  const value = readPositive(input.usdtValue, LOAN_USDT_DECIMALS, "/usdtValue");
  if (!value.ok) return value;
  const rateScaled = loanRate({ ...loan, valueScaled: value.value });
  if (rateScaled > VALUE_SCALED_MAX) return err(problem("amount/max", { pointer: "/usdtValue" }));
  return ok({ rateScaled, figures: figuresOfValue(value.value) });
}

function readPositive(text: string, decimals: number, pointer: string): Result<bigint, Problem> {
  const parsed = parseUnits(text, decimals);
  if (!parsed.ok) return err(problem(parsed.error, { pointer }));
  return parsed.value === 0n ? err(problem("amount/zero", { pointer })) : parsed;
}
