import type { Currency } from "@sotto/openapi";
import type { PaymentRequest } from "./payment-uri";
import type { FormValues } from "./values";

const coinOfNetwork: Readonly<Record<string, string>> = {
  ERC20: "ETH",
  TRC20: "TRX",
  BEP20: "BNB",
  POLYGON: "POL",
  SOL: "SOL",
};

/** The native coin of the network that a currency lives on: `USDT-TRC20` is on TRX's, a coin on its own. */
export function nativeCoin(id: string): string {
  const [symbol = id, network] = id.split("-");
  return network === undefined ? symbol : (coinOfNetwork[network] ?? id);
}

/**
 * What a scanned payment changes in the form: the address always; the currency where the payment names a coin of
 * another network that can be received; the amount, as the one that shall arrive, where it is of that very coin.
 */
export function appliedPayment(
  values: FormValues,
  found: PaymentRequest,
  currencies: readonly Currency[],
): Partial<FormValues> {
  const address = { receiveAddress: found.address };
  if (found.coin === null) return address;
  const isOnNetwork = nativeCoin(values.receiveCurrency) === found.coin;
  const coin = currencies.find(({ id, isActive }) => isActive && id === found.coin);
  if (!isOnNetwork && (coin === undefined || coin.id === values.sendCurrency)) return address;
  const receiveCurrency = isOnNetwork ? values.receiveCurrency : found.coin;
  if (found.amount === null || receiveCurrency !== found.coin) return { ...address, receiveCurrency };
  return { ...address, receiveCurrency, direction: "receive", receiveAmount: found.amount };
}
