import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal, formatRate } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { CopyButton } from "../../ui/copy-button";
import { Moment } from "../../ui/time";
import { Row } from "./detail-row";
import { MixFeeParts, MixSettings } from "./mix-details";

/** The order's terms: addresses, rate, fees and times. */
export function Details({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const { language } = usePage();
  const receiveAddresses = order.privacySettings?.receiveAddresses ?? [order.receiveAddress];
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="details">
      <h2 id="details" className="font-semibold tracking-tight">
        {t("details")}
      </h2>
      <dl className="mt-2 divide-y text-sm">
        {receiveAddresses.map((address) => (
          <Row
            key={address}
            name={t("receiveAddress")}
            copy={<CopyButton value={address} label={t("copyReceive")} what={t("receiveAddress")} />}
          >
            <span className="break-address">{address}</span>
          </Row>
        ))}
        {order.receiveMemo === null ? null : (
          <Row name={t("memoOptional")}>
            <span className="break-address">{order.receiveMemo}</span>
          </Row>
        )}
        <Row name={t("refundAddress")}>
          {order.refundAddress === null ? (
            t("refundNone")
          ) : (
            <span className="break-address">{order.refundAddress}</span>
          )}
        </Row>
        <Row name={t("type")}>{order.orderType === "fixed" ? t("fixed") : t("floating")}</Row>
        <Row name={t("rate")}>
          1 {order.sendCurrency} = {formatRate(order.exchangeRate, language)} {order.receiveCurrency}
        </Row>
        <Row name={t("fee", { rate: formatDecimal(order.feeRate, language) })}>
          {formatDecimal(order.fee, language)} {order.sendCurrency}
          <MixFeeParts order={order} />
        </Row>
        <Row name={t("networkFee")}>
          {formatDecimal(order.networkFee, language)} {order.receiveCurrency}
        </Row>
        <MixSettings order={order} />
        <Row name={t("created")}>
          <Moment at={order.createdAt} exact />{" "}
          <span className="text-soft">
            (<Moment at={order.createdAt} />)
          </span>
        </Row>
        {order.completedAt === null ? null : (
          <Row name={order.state === "completed" ? t("completedAt") : t("endedAt")}>
            <Moment at={order.completedAt} exact />
          </Row>
        )}
      </dl>
    </section>
  );
}
