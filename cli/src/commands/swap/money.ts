import type { Order } from "@sotto/openapi";
import { isDecimal, toParts, WHOLE_PARTS } from "@sotto/openapi/decimal";
import { ask, type Context } from "../../context";
import { CliFailure } from "../../failure";
import { usdt } from "../../output/money";
import { amountPairs, progressLine } from "../../output/order";

/** The currency in which values are compared. */
const USDT = "USDT-TRC20";

type Amount = { amount: string; currency: string };

/** What an amount is worth by the present rate, as ` (about 30.00 USDT)`; empty where there is no rate. */
export async function usdtWorth(sotto: Context, { amount, currency }: Amount): Promise<string> {
  if (currency.startsWith("USDT") || !isDecimal(amount)) return "";
  try {
    const { rate } = await ask(sotto, (client) =>
      client.GET("/api/exchange-rate/{from}/{to}", { params: { path: { from: currency, to: USDT } } }),
    );
    const cents = (toParts(amount) * toParts(rate) * 100n) / (WHOLE_PARTS * WHOLE_PARTS);
    return ` (about ${usdt(`${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`)})`;
  } catch (error) {
    // A value is a help to the reader; the amount itself is what counts.
    if (error instanceof CliFailure) return "";
    throw error;
  }
}

/** An order's money, which a person sees before agreeing to anything about it. */
export async function moneyLines(sotto: Context, order: Order): Promise<string[]> {
  const { pairLines } = await import("../../output/table");
  const { arrived, ordered } = order.amounts;
  const sent = arrived ?? { amount: ordered.sendAmount, currency: ordered.sendCurrency };
  const worth = await usdtWorth(sotto, sent);
  return pairLines([
    ["order", order.trackingCode],
    ["state", progressLine(order)],
    ...amountPairs(order),
    ["worth", worth === "" ? null : `${sent.amount} ${sent.currency}${worth}`],
    ["at", order.receiveAddress],
    ["refund to", order.refundAddress],
  ]);
}
