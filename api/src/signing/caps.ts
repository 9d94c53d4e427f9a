import { z } from "zod";
import type { TimeMs } from "../core/ports";
import { ORDER_VALUE_USDT_MAX } from "../market/market";

/** The most that the signer pays to others without an approver's release, in whole USDT of value; null: any amount. */
export type SpendingCaps = Readonly<Record<"transaction" | "hour" | "day", bigint | null>>;

const USDT_PATTERN = /^[1-9]\d{0,9}$/;

/** A cap as it is set: whole USDT, or `off`. */
export const capSetting = z
  .string()
  .trim()
  .refine((text) => text === "off" || USDT_PATTERN.test(text), "whole USDT, or off")
  .transform((text) => (text === "off" ? null : BigInt(text)))
  .optional();

/** What was paid, and when. Refunds count by themselves: who has coins sent back must not use up the caps of payouts. */
export type Spent = { at: TimeMs; valueUsdt: bigint; isRefund: boolean };

/** In whole USDT, where coins have value: an order of the largest size needs no approver. */
const USUAL = {
  transaction: ORDER_VALUE_USDT_MAX,
  hour: 2n * ORDER_VALUE_USDT_MAX,
  day: 8n * ORDER_VALUE_USDT_MAX,
} as const;

/** The caps as they are set; those that are not set are the usual ones, or none where coins are worth nothing. */
export function capsOf(
  set: Partial<Record<keyof SpendingCaps, bigint | null | undefined>> & { isTrial: boolean },
): SpendingCaps {
  const cap = (name: keyof SpendingCaps): bigint | null => {
    const value = set[name];
    if (value !== undefined) return value;
    return set.isTrial ? null : USUAL[name];
  };
  return { transaction: cap("transaction"), hour: cap("hour"), day: cap("day") };
}

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const hasCaps = (caps: SpendingCaps): boolean => Object.values(caps).some((cap) => cap !== null);

/** The cap that another payment would exceed, of the last 60 minutes and 24 hours; null where it would exceed none. */
export function exceededCap(
  caps: SpendingCaps,
  spent: readonly Spent[],
  payment: Spent,
): keyof SpendingCaps | null {
  const since = (ms: number): bigint =>
    spent
      .filter(({ at, isRefund }) => at > payment.at - ms && isRefund === payment.isRefund)
      .reduce((sum, { valueUsdt }) => sum + valueUsdt, payment.valueUsdt);
  const isAbove = (cap: bigint | null, sum: bigint): boolean => cap !== null && sum > cap;
  if (isAbove(caps.transaction, payment.valueUsdt)) return "transaction";
  if (isAbove(caps.hour, since(HOUR_MS))) return "hour";
  return isAbove(caps.day, since(DAY_MS)) ? "day" : null;
}
