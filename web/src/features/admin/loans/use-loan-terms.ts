import { type LoanCurrency, RATE_DECIMALS_MAX } from "@sotto/openapi/loan-file/check";
import { useQuery } from "@tanstack/react-query";
import { cutDecimals } from "../../../lib/decimal";
import { useAppContext } from "../../../lib/page-context";

/** The currency of a loan's value. */
const VALUE_CURRENCY = "USDT-TRC20";
/** Prices are missing for a while after a start, or when their source is late. */
const ASK_AGAIN_MS = 5_000;

/** The fee of the schedule, in percent; null until it is known. */
export function useLoanFee(): string | null {
  const { api } = useAppContext();
  const { data } = useQuery({ queryKey: ["fees"], queryFn: () => api.fees() });
  return data?.ok === true ? data.value.loan : null;
}

/** The live rate of a currency in USDT, as the form may send it; null while there is none, which is asked for again. */
export function useLiveRate(currency: LoanCurrency): string | null {
  const { api } = useAppContext();
  const { data } = useQuery({
    queryKey: ["loan-rate", currency],
    queryFn: () => api.pairRate(currency, VALUE_CURRENCY),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.ok === true ? false : ASK_AGAIN_MS),
  });
  return data?.ok === true ? cutDecimals(data.value.rate, RATE_DECIMALS_MAX) : null;
}
