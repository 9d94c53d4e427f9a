import type { Currency } from "@sotto/openapi";
import { compareDecimals } from "../../lib/decimal";

/** What a link to an order form fills in. */
export interface PairLink {
  from?: string;
  to?: string;
  amount?: string;
  /** The type of the deposit address. */
  addressType?: string;
}

const BARE_TOKENS: Readonly<Record<string, string>> = {
  USDT: "USDT-TRC20",
  USDC: "USDC-ERC20",
  MATIC: "POL",
};

/** The native coin of each network that a token code ends in. */
const CHAIN_OF_NETWORK: Readonly<Record<string, string>> = {
  TRC20: "TRX",
  ERC20: "ETH",
  BEP20: "BNB",
  POLYGON: "POL",
  SOL: "SOL",
};

/** The code of a currency whose network was left out: `USDT` is `USDT-TRC20`; any other code is itself. */
export const withNetwork = (code: string): string => BARE_TOKENS[code] ?? code;

/** A chain is named by its native coin: `USDT-TRC20` lives on `TRX`, a coin on itself. */
export function chainOf(id: string): string {
  const [symbol = id, network] = id.split("-");
  return network === undefined ? symbol : (CHAIN_OF_NETWORK[network] ?? network);
}

/** Finds a currency by a code as links carry it: any case, `_` for `-`, bare token names. */
export function findCurrency(
  currencies: readonly Currency[],
  code: string | undefined,
): Currency | undefined {
  if (code === undefined) return undefined;
  const wanted = withNetwork(code.trim().toUpperCase().replace(/_/g, "-"));
  return currencies.find(({ id }) => id === wanted);
}

/** The amount a form starts with: one coin, or the minimum where one coin is outside the limits. */
export function startAmount(currency: Currency | undefined): string {
  if (currency === undefined) return "1";
  const isBelow = compareDecimals("1", currency.minAmount) < 0;
  const isAbove = currency.maxAmount !== null && compareDecimals("1", currency.maxAmount) > 0;
  return isBelow || isAbove ? currency.minAmount : "1";
}
