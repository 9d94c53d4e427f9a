import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { usePage } from "../../lib/page-context";
import { OnChain } from "../../ui/on-chain";
import { useDuration } from "../../ui/time";
import { useMixRetention } from "../legal/mix-retention";
import { RULES } from "../legal/rules";
import { SaveReceipt } from "./save-receipt";

/** After an order's end: the same again, or back; the receipt to keep; and until when the order is there. */
export function Ended({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const { site } = usePage();
  const mixRetention = useMixRetention();
  const isGone = ["completed", "refunded", "cancelled", "failed"].includes(order.state);
  return (
    <section className="print:hidden" aria-label={t("endedLabel")}>
      <Unpaid order={order} />
      <NextSteps order={order} />
      {order.amounts.basis === "none" ? null : <SaveReceipt order={order} />}
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

/** The form, filled in with the same pair and amount, or the reverse. */
function NextSteps({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const page = useTranslations("orderPage");
  const { ordered, exchanged } = order.amounts;
  const { sendCurrency, receiveCurrency } = ordered;
  const done = exchanged ?? ordered;
  const form = order.mixing === null ? {} : ({ form: "mixer" } as const);
  return (
    <div className="flex flex-wrap gap-3">
      <Link
        to="/"
        search={{
          ...form,
          from: sendCurrency,
          to: receiveCurrency,
          amount: done.sendAmount,
          ...(order.depositAddressType !== null && { addressType: order.depositAddressType }),
        }}
        className="button button-primary max-sm:grow"
      >
        {order.state === "completed" ? page("swapAgain") : t("again")}
      </Link>
      {order.state === "completed" ? (
        <Link
          to="/"
          search={{ ...form, from: receiveCurrency, to: sendCurrency, amount: done.receiveAmount }}
          className="button max-sm:grow"
        >
          {page("swapBack")}
        </Link>
      ) : null}
      <Link to="/track" search={{ code: order.trackingCode }} className="button max-sm:grow">
        {t("trackIt")}
      </Link>
    </div>
  );
}

/** Of an order without money: what holds for a payment that comes all the same. */
function Unpaid({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const duration = useDuration();
  if (order.state === "failed") return <p className="mb-4 text-soft">{t("failedText")}</p>;
  if (order.state !== "expired" && order.state !== "cancelled") return null;
  return (
    <div className="mb-5">
      <h2 className="display text-2xl/8">{t("expiredTitle")}</h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5 text-soft">
        <li>{t(order.state === "expired" ? "expiredUnpaid" : "cancelledText")}</li>
        <li>
          {order.mismatch.late === null
            ? t(order.refundAddress === null ? "expiredPaidAsk" : "expiredPaidRefund", {
                late: duration(RULES.lateRefundSeconds),
              })
            : t(order.mismatch.late === "exchange" ? "expiredPaidExchange" : "expiredPaidInstructed")}
        </li>
      </ul>
    </div>
  );
}

/** Where the coins went, and how long it took from the order to its end. */
export function Landed({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const duration = useDuration();
  const addresses =
    order.state === "refunded"
      ? [order.refundAddress]
      : (order.privacySettings?.receiveAddresses ?? [order.receiveAddress]);
  const seconds =
    order.completedAt === null ? null : (Date.parse(order.completedAt) - Date.parse(order.createdAt)) / 1000;
  return (
    <>
      <p className="text-sm text-soft">
        {t.rich("landedAt", {
          address: () =>
            addresses.map((address) => (
              <span key={address} className="block text-[0.8125rem] text-ink sm:text-sm">
                {address === null ? null : <OnChain kind="address" value={address} />}
              </span>
            )),
        })}
      </p>
      {seconds === null ? null : (
        <p className="mt-1 text-sm text-soft">{t("took", { time: duration(seconds) })}</p>
      )}
    </>
  );
}
