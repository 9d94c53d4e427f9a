import { useTranslations } from "use-intl";
import type { Figures } from "../../lib/api";
import { addDecimals, formatDecimal, formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { RateNote } from "../../ui/rate-note";
import type { ReceiptRow } from "../../ui/receipt";

/** The lines of an exchange: what is converted, less our fee and the network's; `isPlain` leaves the rates out. */
export function useExchangeRows(figures: Figures | null, { isPlain = false } = {}): ReceiptRow[] {
  const t = useTranslations();
  const { language } = usePage();
  if (figures === null) return [];
  const rate = (
    <RateNote sendAmount={figures.sendAmount} exchangeRate={figures.exchangeRate} worth={figures.converted} />
  );
  const percent = formatPercent(figures.feeRate, language);
  return [
    {
      name: `${formatDecimal(figures.sendAmount, language)} ${figures.sendCurrency}`,
      value: figures.converted,
      ...(isPlain ? {} : { note: rate }),
    },
    { name: t("receipt.ourFee"), value: figures.fee, isTaken: true, ...(isPlain ? {} : { note: percent }) },
    { name: t("orderPage.networkFee"), value: figures.networkFee, isTaken: true },
  ];
}

/** The lines of a refund: what arrived, no fee of ours, and the network's. */
export function useRefundRows({ amount, networkFee }: { amount: string; networkFee: string }): ReceiptRow[] {
  const t = useTranslations();
  return [
    { name: t("orderPage.arrivedRow"), value: addDecimals(amount, networkFee) },
    { name: t("receipt.ourFee"), value: "0", isTaken: true },
    { name: t("orderPage.networkFee"), value: networkFee, isTaken: true },
  ];
}
