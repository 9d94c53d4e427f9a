import { fromParts, isDecimal, toParts } from "@sotto/openapi/decimal";

/** A figure in USDT as people read it: at least two decimals, and no zeros after them. */
export function usdt(figure: string): string {
  const [whole = "0", fraction = ""] = figure.split(".");
  return `${whole}.${fraction.replace(/0+$/, "").padEnd(2, "0")} USDT`;
}

/** The sum of plain decimals, exactly. */
export const sumOf = (figures: readonly string[]): string =>
  fromParts(figures.reduce((sum, figure) => sum + (isDecimal(figure) ? toParts(figure) : 0n), 0n));

type Amount = { amount: string; currency: string };

/** Amounts of several currencies as one text, a sum for each: `0.75 BTC + 1000.5 USDT-TRC20`. */
export function sumsByCurrency(amounts: readonly Amount[]): string {
  const byCurrency = new Map<string, string[]>();
  for (const { amount, currency } of amounts)
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), amount]);
  return [...byCurrency].map(([currency, figures]) => `${sumOf(figures)} ${currency}`).join(" + ");
}
