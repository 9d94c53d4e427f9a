import type { PrivacyCalculation } from "@sotto/openapi";

/** The figures a visitor was shown, which go with the order: the service refuses what has become worse. */
export const FIGURE_NAMES = ["receiveAmount", "exchangeRate", "fee"] as const;
export type SeenFigures = Record<(typeof FIGURE_NAMES)[number], string>;

/** The figures of a calculation as an order takes them. */
export const seenFigures = (calculation: PrivacyCalculation): SeenFigures => ({
  receiveAmount: calculation.netReceiveAmount,
  exchangeRate: calculation.exchangeRate,
  fee: calculation.fee,
});
