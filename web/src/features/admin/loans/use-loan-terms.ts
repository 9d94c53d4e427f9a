import { useQuery } from "@tanstack/react-query";
import { cutDecimals } from "../../../lib/decimal";
import { useAppContext } from "../../../lib/page-context";

/** What can be lent (specification, section 9), by canonical code. */
export const loanCurrencies = ["BTC", "ETH", "USDT-TRC20"] as const;
export type LoanCurrency = (typeof loanCurrencies)[number];

/** Decimals of an exchange rate on the wire. */
export const rateDecimals = 8;

/** What a loan's value is told in. */
const valueCurrency = "USDT-TRC20";

/** The fee of the schedule, in percent; null until it is known. */
export function useLoanFee(): string | null {
  const { api } = useAppContext();
  const { data } = useQuery({ queryKey: ["fees"], queryFn: () => api.fees() });
  return data?.ok === true ? data.data.loan : null;
}

/** The live rate of a currency in USDT, as the form may send it; null while there is none. */
export function useLiveRate(currency: LoanCurrency): string | null {
  const { api } = useAppContext();
  const { data } = useQuery({
    queryKey: ["loan-rate", currency],
    queryFn: () => api.pairRate(currency, valueCurrency),
    staleTime: 0,
  });
  return data?.ok === true ? cutDecimals(data.data.rate, rateDecimals) : null;
}
