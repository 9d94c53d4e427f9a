import type { PrivacyCalculation } from "@sotto/openapi";

/** The figures a visitor was shown, which go with the order: the service refuses what has become worse. */
export interface SeenFigures {
  receiveAmount: string;
  exchangeRate: string;
  fee: string;
}

/** The figures of a calculation as an order takes them. */
export const seenFigures = (calculation: PrivacyCalculation): SeenFigures => ({
  receiveAmount: calculation.netReceiveAmount,
  exchangeRate: calculation.exchangeRate,
  fee: calculation.fee,
});

/** Says in one text what was shown and for which values; a plain form sends it back with the order. */
export const seenText = (shownFor: string, calculation: PrivacyCalculation): string =>
  [shownFor, ...Object.values(seenFigures(calculation))].join("|");

/** The figures that were shown for exactly these values; null when something was changed since. */
export function readSeen(text: string, shownFor: string): SeenFigures | null {
  if (!text.startsWith(`${shownFor}|`)) return null;
  const [receiveAmount, exchangeRate, fee] = text.slice(shownFor.length + 1).split("|");
  if (!receiveAmount || !exchangeRate || !fee) return null;
  return { receiveAmount, exchangeRate, fee };
}
