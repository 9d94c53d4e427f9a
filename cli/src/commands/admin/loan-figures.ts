import { isDecimal } from "@sotto/openapi/decimal";
import { type LoanFigures, loanFigures } from "@sotto/openapi/loan-figures";
import { askPatiently, type Context } from "../../context";
import { CliFailure, EXIT } from "../../failure";

/** What the server's fee schedule takes of a loan's value, in percent. */
export async function readFeePercent(sotto: Context): Promise<string> {
  const { loan } = await askPatiently(sotto, (client) => client.GET("/api/fees"));
  if (!isDecimal(loan))
    throw new CliFailure("The server's fee is not a decimal.", { exitCode: EXIT.unreachable });
  return loan;
}

/** A loan's value and fee in USDT, as the server computes them; undefined when a figure is no plain decimal. */
export function figuresOf(
  { amount, exchangeRate }: { amount: string; exchangeRate: string },
  feePercent: string,
): LoanFigures | undefined {
  if (!isDecimal(amount) || !isDecimal(exchangeRate)) return undefined;
  return loanFigures({ amount, exchangeRate, feePercent });
}
