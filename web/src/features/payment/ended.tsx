import { unreachable } from "@sotto/openapi/unreachable";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Icon } from "../../ui/icon";
import { useDuration } from "../../ui/time";
import { useMixRetention } from "../legal/mix-retention";
import { RULES } from "../legal/rules";

/** What became of an ended order: what went where and how long it took, or what still holds for a late payment. */
export function Ended({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const { site } = usePage();
  const mixRetention = useMixRetention();
  const isGone = ["completed", "refunded", "cancelled", "failed"].includes(order.state);
  return (
    <section className="panel p-4 sm:p-6" aria-label={t("endedLabel")}>
      <Outcome order={order} />
      <div className="mt-4 flex flex-wrap gap-3 border-t pt-4">
        <Link
          to="/"
          search={{ from: order.sendCurrency, to: order.receiveCurrency, amount: order.sendAmount }}
          className="button button-primary max-sm:w-full"
        >
          {t("again")}
        </Link>
        <Link to="/track" search={{ code: order.trackingCode }} className="button max-sm:w-full">
          {t("trackIt")}
        </Link>
      </div>
      {isGone ? (
        <p className="mt-3 text-sm text-soft">
          {order.mixing === null
            ? t("deletedAfter", { days: site.retentionDays })
            : t("deletedAfterMix", { time: mixRetention })}
        </p>
      ) : null}
    </section>
  );
}

function Outcome({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const duration = useDuration();
  switch (order.state) {
    case "completed":
      return (
        <Landed order={order} addresses={order.privacySettings?.receiveAddresses ?? [order.receiveAddress]} />
      );
    case "refunded":
      return <Landed order={order} addresses={order.refundAddress === null ? [] : [order.refundAddress]} />;
    case "expired":
    case "cancelled":
      return (
        <>
          <h2 className="text-lg font-semibold tracking-tight">{t("expiredTitle")}</h2>
          <ul className="mt-2 grid list-disc gap-1 pl-5 text-soft">
            <li>{t(order.state === "expired" ? "expiredUnpaid" : "cancelledText")}</li>
            <li>
              {t(order.refundAddress === null ? "expiredPaidAsk" : "expiredPaidRefund", {
                late: duration(RULES.lateRefundSeconds),
              })}
            </li>
          </ul>
        </>
      );
    case "failed":
      return <p className="text-soft">{t("failedText")}</p>;
    case "waiting":
    case "confirming":
    case "screening":
    case "exchanging":
    case "mixing":
    case "sending":
    case "action_required":
    case "hold":
    case "refunding":
      return null;
    default:
      return unreachable(order.state);
  }
}

/** The sum of what was paid out, where to, and in how much time. */
function Landed({ order, addresses }: { order: Order; addresses: readonly string[] }) {
  const t = useTranslations("payment");
  const { language } = usePage();
  const duration = useDuration();
  const [only, ...more] = order.payouts;
  const amount = order.state === "completed" ? order.receiveAmount : only?.amount;
  const currency = order.state === "completed" ? order.receiveCurrency : only?.currency;
  const seconds =
    order.completedAt === null ? null : (Date.parse(order.completedAt) - Date.parse(order.createdAt)) / 1000;
  return (
    <div className="flex items-start gap-4">
      <Mark>
        <Icon name="check" className="size-6" />
      </Mark>
      <div className="min-w-0">
        {amount === undefined || (order.state === "refunded" && more.length > 0) ? null : (
          <p className="text-2xl font-semibold tracking-tight">
            {formatDecimal(amount, language)}{" "}
            <span className="text-lg font-medium text-soft">{currency}</span>
          </p>
        )}
        {addresses.length === 0 ? null : (
          <p className="mt-0.5 text-sm text-soft">
            {t.rich("landedAt", { address: () => <Addresses addresses={addresses} /> })}
          </p>
        )}
        {seconds === null ? null : (
          <p className="mt-1 text-sm text-soft">{t("took", { time: duration(seconds) })}</p>
        )}
      </div>
    </div>
  );
}

function Addresses({ addresses }: { addresses: readonly string[] }) {
  return addresses.map((address) => (
    <span key={address} className={`break-address text-ink ${addresses.length > 1 ? "block" : ""}`}>
      {address}
    </span>
  ));
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <span
      className="grid size-11 shrink-0 place-items-center rounded-full bg-tint text-good"
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
