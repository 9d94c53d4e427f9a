import { useTranslations } from "use-intl";
import type { Figures } from "../../lib/api";
import { addDecimals, formatDecimal, formatRate } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import type { ReceiptRow } from "../../ui/receipt";

/** How many decimals the longest of some figures has. */
export const decimalsOf = (...values: readonly string[]): number =>
  Math.max(2, ...values.map((value) => value.split(".")[1]?.length ?? 0));

/** The lines of an exchange: what is converted, less our fee and the network's; `isPlain` leaves the rates out. */
export function useExchangeRows(figures: Figures | null, { isPlain = false } = {}): ReceiptRow[] {
  const t = useTranslations("orderPage");
  const { language } = usePage();
  if (figures === null) return [];
  const rate = `× ${formatRate(figures.exchangeRate, language)}`;
  const percent = t("percent", { rate: formatDecimal(figures.feeRate, language) });
  return [
    {
      name: `${formatDecimal(figures.sendAmount, language)} ${figures.sendCurrency}`,
      value: figures.converted,
      ...(isPlain ? {} : { note: rate }),
    },
    { name: t("ourFee"), value: figures.fee, isTaken: true, ...(isPlain ? {} : { note: percent }) },
    { name: t("networkFee"), value: figures.networkFee, isTaken: true },
  ];
}

/** The lines of a refund: what arrived, no fee of ours, and the network's. */
export function useRefundRows({ amount, networkFee }: { amount: string; networkFee: string }): ReceiptRow[] {
  const t = useTranslations("orderPage");
  return [
    { name: t("arrivedRow"), value: addDecimals(amount, networkFee) },
    { name: t("ourFee"), value: "0", isTaken: true },
    { name: t("networkFee"), value: networkFee, isTaken: true },
  ];
}
