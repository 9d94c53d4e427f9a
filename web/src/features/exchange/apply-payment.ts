import type { Currency } from "@sotto/openapi";
import { chainOf } from "../order-form/currencies";
import type { PaymentRequest } from "./payment-uri";
import type { FormValues } from "./values";

/**
 * What a scanned payment changes in the form: the address always; the currency where the payment names a coin of
 * another network that can be received; the amount, as the one to receive, where it is of that very coin.
 */
export function appliedPayment(
  values: FormValues,
  found: PaymentRequest,
  currencies: readonly Currency[],
): Partial<FormValues> {
  const address = { receiveAddress: found.address };
  if (found.coin === null) return address;
  const isOnNetwork = chainOf(values.receiveCurrency) === found.coin;
  const coin = currencies.find(({ id, isActive }) => isActive && id === found.coin);
  if (!isOnNetwork && (coin === undefined || coin.id === values.sendCurrency)) return address;
  const receiveCurrency = isOnNetwork ? values.receiveCurrency : found.coin;
  if (found.amount === null || receiveCurrency !== found.coin) return { ...address, receiveCurrency };
  return { ...address, receiveCurrency, direction: "receive", receiveAmount: found.amount };
}
