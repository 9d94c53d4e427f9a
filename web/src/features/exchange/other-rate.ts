import type { Calculation } from "@sotto/openapi";
import type { Direction } from "../../lib/api";
import { afterFee, beforeFee, divideDecimals, multiplyDecimals } from "../../lib/cost-figures";
import { addDecimals, subtractDecimals } from "../../lib/decimal";

/**
 * What a quote would come to with another fee, in percent of the sent amount: the amount that arrives, or where that
 * one was entered, the amount to send.
 */
export function amountByFee(calculation: Calculation, direction: Direction, feeRate: string): string {
  const { sendAmount, netReceiveAmount, exchangeRate, networkFee } = calculation;
  if (feeRate === calculation.feeRate) return direction === "send" ? netReceiveAmount : sendAmount;
  if (direction === "send")
    return subtractDecimals(multiplyDecimals(afterFee(sendAmount, feeRate), exchangeRate), networkFee);
  return beforeFee(divideDecimals(addDecimals(netReceiveAmount, networkFee), exchangeRate), feeRate);
}
