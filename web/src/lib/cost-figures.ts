import { fromParts, toParts, WHOLE_PARTS } from "@sotto/openapi/decimal";
import { addDecimals, compareDecimals, cutDecimals, subtractDecimals } from "./decimal";

/** The figures of an exchange that its receipt needs; wire decimals. */
interface ExchangeFigures {
  sendAmount: string;
  exchangeRate: string;
  networkFee: string;
  netReceiveAmount: string;
}

/** An amount, the rate, and what it is worth at it in the received currency; wire decimals. */
export interface WorthAtRate {
  sendAmount: string;
  exchangeRate: string;
  worth: string;
}

/** The product of two wire decimals, cut after 18 decimals. */
export const multiplyDecimals = (a: string, b: string): string =>
  fromParts((toParts(a) * toParts(b)) / WHOLE_PARTS);

/**
 * An exchange in the received currency only: what was sent is worth at the rate, the service fee as what that leaves
 * above the exchanged amount, and the network fee. `worth − fee − networkFee` is exactly what arrives.
 */
export function costsInReceived(
  figures: ExchangeFigures,
  decimals: number,
): { worth: string; fee: string; networkFee: string; net: string } {
  const { networkFee, netReceiveAmount: net } = figures;
  const exchanged = addDecimals(net, networkFee);
  const worth = cutDecimals(multiplyDecimals(figures.sendAmount, figures.exchangeRate), decimals);
  return { worth, fee: subtractDecimals(worth, exchanged), networkFee, net };
}

/** What remains of an amount after a fee in percent of it. */
export const afterFee = (amount: string, feeRate: string): string =>
  subtractDecimals(amount, multiplyDecimals(amount, fromParts(toParts(feeRate) / 100n)));

/** What has to be there so that an amount remains after a fee in percent. */
export const beforeFee = (amount: string, feeRate: string): string => {
  const kept = WHOLE_PARTS - toParts(feeRate) / 100n;
  return fromParts((toParts(amount) * WHOLE_PARTS + kept - 1n) / kept);
};

/** An amount divided by a rate; zero for a zero rate. */
export const divideDecimals = (amount: string, rate: string): string => {
  const parts = toParts(rate);
  return parts === 0n ? "0" : fromParts((toParts(amount) * WHOLE_PARTS) / parts);
};

/** The fewest characters that a rate is shown with, and the most that fit beside its amount. */
const RATE_LENGTH_MIN = 8;
const RATE_LENGTH_MAX = 16;

/**
 * The rate in as few decimals as it takes for `sendAmount` × rate, cut to the received currency's decimals, to be
 * `worth`. Null where that takes more than a line has room for.
 */
export function exactRate({ sendAmount, exchangeRate, worth }: WorthAtRate): string | null {
  for (let length = RATE_LENGTH_MIN; length <= RATE_LENGTH_MAX; length += 1) {
    const rate = exchangeRate.slice(0, length);
    // A cut rate never brings more than the whole one: it is exact where it brings no less than was written down.
    if (compareDecimals(multiplyDecimals(sendAmount, rate), worth) >= 0) return rate;
  }
  return null;
}
