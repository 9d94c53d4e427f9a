import { askPatiently, type Context } from "../../context";
import { type Decimal, loanFigures, parseDecimal } from "../../decimal";
import { CliFailure, EXIT } from "../../failure";

/** What the server's fee schedule takes of a loan's value, in percent. */
export async function readFeePercent(sotto: Context): Promise<Decimal> {
  const { loan } = await askPatiently(sotto, (client) => client.GET("/api/fees"));
  const percent = parseDecimal(loan);
  if (percent === undefined)
    throw new CliFailure("The server's fee is not a decimal.", { exitCode: EXIT.failure });
  return percent;
}

/** A loan's value and fee in USDT, as the server computes them; undefined when a figure is no plain decimal. */
export function figuresOf(loan: { amount: string; exchangeRate: string }, feePercent: Decimal) {
  const [amount, exchangeRate] = [parseDecimal(loan.amount), parseDecimal(loan.exchangeRate)];
  if (amount === undefined || exchangeRate === undefined) return undefined;
  return loanFigures({ amount, exchangeRate, feePercent });
}
