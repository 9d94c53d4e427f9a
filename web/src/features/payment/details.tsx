import type { OrderState } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { usePage } from "../../lib/page-context";
import { CopyButton } from "../../ui/copy-button";
import { OnChain } from "../../ui/on-chain";
import { Moment } from "../../ui/time";
import { Row } from "./detail-row";
import { MixFeeParts, MixSettings } from "./mix-details";

/** States after which no refund address can be given, or be needed. */
const NEVER_REFUNDED: readonly OrderState[] = ["completed", "refunded", "failed"];

/** None where the order can only be refunded. */
export const addressesOf = ({ privacySettings, receiveAddress }: Order): readonly string[] =>
  privacySettings?.receiveAddresses ?? (receiveAddress === "" ? [] : [receiveAddress]);

/** The order's terms: addresses, kind of rate and times. The amounts are the receipt's. */
export function Details({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const receiveAddresses = addressesOf(order);
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="sr-only">
        {t("details")}
      </h2>
      <dl className="divide-y text-sm">
        <Row
          name={t("order")}
          copy={<CopyButton value={order.trackingCode} label={t("copyCode")} what={t("trackingCode")} />}
        >
          <span className="font-semibold">#{order.trackingCode}</span>
        </Row>
        <PrintedRows order={order} />
        {receiveAddresses.map((address) => (
          <Row
            key={address}
            name={t("receiveAddress")}
            copy={<CopyButton value={address} label={t("copyReceive")} what={t("receiveAddress")} />}
          >
            <OnChain kind="address" value={address} />
          </Row>
        ))}
        {order.receiveMemo === null ? null : (
          <Row name={t("memoOptional")}>
            <span className="break-address">{order.receiveMemo}</span>
          </Row>
        )}
        {order.refundAddress === null && NEVER_REFUNDED.includes(order.state) ? null : (
          <Row name={t("refundAddress")}>
            {order.refundAddress === null ? (
              t("refundNone")
            ) : (
              <OnChain kind="address" value={order.refundAddress} />
            )}
          </Row>
        )}
        <Instructions order={order} />
        <Row name={t("type")}>{order.orderType === "fixed" ? t("fixed") : t("floating")}</Row>
        <MixFees order={order} />
        <MixSettings order={order} />
        <Row name={t("created")}>
          <Moment at={order.createdAt} exact />{" "}
          <span className="text-soft print:hidden">
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

/** What paper cannot link to: the order's page, and where its deposit was to go. */
function PrintedRows({ order: { id, depositAddress } }: { order: Order }) {
  const t = useTranslations("payment");
  const { origin, publicUrl, language } = usePage();
  return (
    <>
      <Row name={t("orderLink")} isPrinted>
        <span className="wrap-anywhere">{`${publicUrl || origin}/${language}/payment/${id}`}</span>
      </Row>
      {depositAddress === null ? null : (
        <Row name={t("depositAddress")} isPrinted>
          <span className="break-address">{depositAddress}</span>
        </Row>
      )}
    </>
  );
}

const INSTRUCTIONS = [
  ["less", "less"],
  ["more", "moreArrives"],
  ["late", "late"],
] as const;

/** What is to happen, as its customer said beforehand, where the payment is not what was agreed. */
function Instructions({ order: { mismatch } }: { order: Order }) {
  const t = useTranslations("form");
  const given = INSTRUCTIONS.filter(([name]) => mismatch[name] !== null);
  if (given.length === 0) return null;
  return (
    <Row name={t("mismatch")}>
      <ul>
        {given.map(([name, label]) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4">
            <span>{t(label)}</span>
            <span>{t(mismatch[name] === "exchange" ? "doExchange" : "doRefund")}</span>
          </li>
        ))}
      </ul>
    </Row>
  );
}

/** Of a mix: what its fee is made of, as long as it is the fee of what was ordered. */
function MixFees({ order }: { order: Order }) {
  const t = useTranslations("orderPage");
  if (order.feeBreakdown === null) return null;
  return (
    <Row name={t("mixFee")}>
      <MixFeeParts order={order} />
    </Row>
  );
}
