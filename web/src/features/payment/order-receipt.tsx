import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Figures, Order } from "../../lib/api";
import { compareDecimals, decimalsOf, formatDecimal, formatRate, subtractDecimals } from "../../lib/decimal";
import { usePage, useSentenceGap } from "../../lib/page-context";
import { Receipt, type ReceiptRow } from "../../ui/receipt";
import { forecastOf } from "./forecast";
import { isOwnRate, receiptFacts } from "./receipt-facts";
import { useExchangeRows, useRefundRows } from "./receipt-rows";

/** The order's receipt in its state: what it will bring, brings, brought or sent back, and what differs from the order. */
export function OrderReceipt({ order, className }: { order: Order; className?: string }) {
  const facts = receiptFacts(order);
  switch (facts.kind) {
    case "none":
      return null;
    case "difference":
      return <Difference order={order} arrived={facts.arrived} className={className} />;
    case "refund":
      return <Refund refunded={facts.refunded} className={className} />;
    case "exchange":
      return (
        <Exchange order={order} figures={facts.figures} isSettled={facts.isSettled} className={className} />
      );
  }
}

interface SlipProps {
  order: Order;
  className?: string | undefined;
}

function Exchange({
  order,
  figures,
  isSettled,
  className = "",
}: SlipProps & { figures: Figures; isSettled: boolean }) {
  const t = useTranslations("orderPage");
  const receipt = useTranslations("receipt");
  const rows = useExchangeRows(figures);
  const isDone = order.state === "completed";
  const total = isDone ? t("youReceived") : receipt(order.amounts.firm ? "receive" : "receiveAbout");
  return (
    <Receipt
      id="receipt"
      title={t(isSettled ? "receipt" : "receiptSoFar")}
      aside={isDone ? `#${order.trackingCode}` : receipt("in", { symbol: figures.receiveCurrency })}
      rows={rows}
      total={{
        name: total,
        value: figures.receiveAmount,
        ...(isDone ? { symbol: figures.receiveCurrency } : {}),
      }}
      decimals={decimalsOf(figures.converted, figures.fee, figures.networkFee, figures.receiveAmount)}
      proof={t(isSettled ? "addsUp" : proofOf(order))}
      className={className}
    >
      <Recalculated order={order} />
    </Receipt>
  );
}

/** What is behind figures that are not settled: the fixed rate, the offer that awaits a decision, or the rate to come. */
function proofOf(order: Order): "rateFixed" | "rateKept" | "rateOffered" | "rateOpen" {
  if (order.amounts.firm) return "rateFixed";
  if (order.state !== "action_required") return "rateOpen";
  return isOwnRate(order) ? "rateKept" : "rateOffered";
}

/** What arrived beside what was ordered, in the sent currency. */
function Difference({ order, arrived, className = "" }: SlipProps & { arrived: string }) {
  const t = useTranslations("orderPage");
  const receipt = useTranslations("receipt");
  const held = useTranslations("payment")("holdSafe");
  const { sendAmount: ordered, sendCurrency: currency } = order.amounts.ordered;
  const forecast = forecastOf(order);
  const isMore = compareDecimals(arrived, ordered) > 0;
  const isAsked = order.state === "action_required";
  const rest = isMore ? subtractDecimals(arrived, ordered) : subtractDecimals(ordered, arrived);
  const rows: ReceiptRow[] = isMore
    ? [
        { name: t("arrivedRow"), value: arrived },
        { name: t("orderedRow"), value: ordered, isTaken: true },
      ]
    : [
        { name: t("orderedRow"), value: ordered },
        { name: t("arrivedRow"), value: arrived, isTaken: true },
      ];
  return (
    <Receipt
      id="receipt"
      title={t("differs")}
      aside={receipt("in", { symbol: currency })}
      rows={rows}
      total={{ name: t(isMore ? "tooMuch" : "missing"), value: rest }}
      decimals={decimalsOf(ordered, arrived, rest)}
      {...(forecast === null
        ? { proof: order.state === "hold" ? held : t(isAsked ? "differsAsked" : "differsLater") }
        : {})}
      className={className}
    />
  );
}

function Refund({
  refunded,
  className = "",
}: Omit<SlipProps, "order"> & { refunded: NonNullable<Order["amounts"]["refunded"]> }) {
  const t = useTranslations("orderPage");
  const receipt = useTranslations("receipt");
  const { amount, currency, sent } = refunded;
  const rows = useRefundRows(refunded);
  return (
    <Receipt
      id="receipt"
      title={t("refund")}
      aside={receipt("in", { symbol: currency })}
      rows={rows}
      total={{
        name: t(sent ? "sentBack" : "goesBack"),
        value: amount,
        ...(sent ? { symbol: currency } : {}),
      }}
      decimals={decimalsOf(amount, ...rows.map(({ value }) => value))}
      proof={t("nothingExchanged")}
      className={className}
    />
  );
}

/** That the figures are not those of the order, from what, and why. */
function Recalculated({ order }: { order: Order }): ReactNode {
  const t = useTranslations("orderPage");
  const { language } = usePage();
  const gap = useSentenceGap();
  const { recalculated, ordered } = order.amounts;
  if (recalculated === null) return null;
  const text = (amount: string, currency: string) => `${formatDecimal(amount, language)} ${currency}`;
  return (
    <p className="mt-3 border-t pt-3 text-sm text-soft">
      <strong className="font-semibold text-ink">{t("recalculated")}</strong>
      {gap}
      {t(`recalculatedBy.${recalculated}`, {
        ordered: text(ordered.sendAmount, ordered.sendCurrency),
        rate: formatRate(ordered.exchangeRate, language),
        fee: text(ordered.networkFee, ordered.receiveCurrency),
      })}
      {gap}
      {t(order.orderType === "fixed" ? "recalculatedFromFixed" : "recalculatedFrom", {
        receive: text(ordered.receiveAmount, ordered.receiveCurrency),
      })}
    </p>
  );
}
