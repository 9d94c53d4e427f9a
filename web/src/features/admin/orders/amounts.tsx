import { useTranslations } from "use-intl";
import { formatDecimal, formatRate } from "../../../lib/decimal";
import { usePage } from "../../../lib/page-context";
import { Figure } from "../figure";
import type { AdminOrder, AdminOrderRow } from "../types";

type Amounts = AdminOrder["amounts"];
type Figures = Amounts["ordered"];

/** Writes an amount with its currency; what is booked out of an account has a true minus. */
export function useAmount(): (value: string, currency: string) => string {
  const { language } = usePage();
  return (value, currency) => `${formatDecimal(value, language).replace(/^-/, "−")} ${currency}`;
}

function useFormat() {
  const t = useTranslations("adminOrders");
  const { language } = usePage();
  const write = useAmount();
  const amount = (of: { amount: string; currency: string }): string => write(of.amount, of.currency);
  const swap = (of: Figures): string => {
    const sent = amount({ amount: of.sendAmount, currency: of.sendCurrency });
    return `${sent} → ${amount({ amount: of.receiveAmount, currency: of.receiveCurrency })}`;
  };
  return { t, language, amount, swap };
}

/** What was ordered and what became of it, as facts: only those that are true of the order's state. */
export function useAmounts({ amounts, orderType }: AdminOrder) {
  const { t, language, amount, swap } = useFormat();
  const { basis, ordered, current, arrived, credited, exchanged, paid, refunded, recalculated } = amounts;
  const fact = (name: string, value: string | null) => (value === null ? [] : [{ name, value }]);
  const figures = current ?? ordered;
  const fees = [figures.fee, figures.networkFee].map((fee) => formatDecimal(fee, language)).join(" + ");
  return [
    { name: t("ordered"), value: swap(ordered) },
    ...fact(t("arrived"), arrived && arrivedText()),
    ...fact(t("offered"), basis === "arrived" && current !== null ? swap(current) : null),
    ...fact(t("exchanged"), exchanged && swap(exchanged)),
    ...fact(t("recalculated"), recalculated && t(`recalculatedBy.${recalculated}`)),
    { name: t("rate"), value: `${formatRate(figures.exchangeRate, language)} · ${t(orderType)}` },
    ...fact(t("fees"), current && `${fees} ${figures.receiveCurrency}`),
    ...fact(t("paid"), paid && amount(paid)),
    ...fact(refunded?.sent ? t("refundDone") : t("refundDue"), refunded && refundText(refunded)),
  ];

  function arrivedText(): string | null {
    if (arrived === null || (credited?.amount === arrived.amount && credited.currency === arrived.currency))
      return arrived && amount(arrived);
    const none = { amount: "0", currency: arrived.currency };
    return t("arrivedOf", { arrived: amount(arrived), credited: amount(credited ?? none) });
  }

  function refundText({ networkFee, currency, ...of }: NonNullable<Amounts["refunded"]>): string {
    const fee = amount({ amount: networkFee, currency });
    return t("refundAmount", { amount: amount({ ...of, currency }), fee });
  }
}

/** The amounts of a row of the list: of the exchange that holds, of the refund, or of what was ordered and never came. */
export function RowAmounts({ amounts }: Pick<AdminOrderRow, "amounts">) {
  const t = useTranslations("adminOrders");
  const { ordered, current, arrived, refunded } = amounts;
  const figures = current ?? ordered;
  const sent = (
    <Figure value={arrived?.amount ?? figures.sendAmount} unit={arrived?.currency ?? figures.sendCurrency} />
  );
  if (amounts.basis === "refunded")
    return (
      <>
        {sent} · {refunded?.sent ? t("refundDone") : t("refundDue")}
        {refunded === null ? null : (
          <>
            : <Figure value={refunded.amount} unit={refunded.currency} />
          </>
        )}
      </>
    );
  if (current === null) return sent;
  return (
    <>
      {sent}{" "}
      <span aria-hidden="true" className="text-soft">
        →
      </span>{" "}
      <span className="sr-only">{t("to")}</span>
      <Figure value={current.receiveAmount} unit={current.receiveCurrency} />
    </>
  );
}
