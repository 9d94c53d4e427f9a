import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { usePage, useSentenceGap } from "../../lib/page-context";
import { ExampleMark } from "../../ui/example-mark";
import { Moment } from "../../ui/time";
import { Reason } from "./reason";

/** An order that is held: what is awaited, what its customer can do, and whom to write to where the operator says so. */
export function Hold({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const page = useTranslations("orderPage");
  return (
    <section aria-labelledby="hold">
      <h2 id="hold" className="display text-2xl/8">
        {t("holdTitle")}
      </h2>
      <Reason order={order} />
      <h3 className="mt-4 font-semibold">{page("holdAwaited")}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-soft">
        <Awaits order={order} />
        <li>{t("holdSafe")}</li>
        <li>{page("holdNoTime")}</li>
      </ul>
      <h3 className="mt-4 font-semibold">{page("holdYou")}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-soft">
        {order.refundAddress === null ? <li>{page("holdGiveAddress")}</li> : <li>{page("holdNothing")}</li>}
        <li>{t("holdPage")}</li>
        <Contact order={order} />
      </ul>
    </section>
  );
}

/** What the order waits for, and since when. */
function Awaits({ order: { awaits } }: { order: Order }) {
  const t = useTranslations("payment");
  const gap = useSentenceGap();
  if (awaits === null) return null;
  const { what, since, refundAt } = awaits;
  return (
    <>
      <li>
        {t("holdSince")}
        {gap}
        <Moment at={since} />
      </li>
      {what === "refund" && refundAt !== null ? (
        <li>
          {t("holdRefund")}
          {gap}
          <Moment at={refundAt} />
        </li>
      ) : null}
      {what === "refund_address" ? <li>{t("holdAddress")}</li> : null}
      {what === "administrator" ? <li>{t("holdNext")}</li> : null}
    </>
  );
}

function Contact({ order: { trackingCode } }: { order: Order }) {
  const t = useTranslations("payment");
  const page = useTranslations("orderPage");
  const { site } = usePage();
  if (site.supportEmail === null) return <li>{page("holdNoContact", { code: trackingCode })}</li>;
  return (
    <li>
      {t.rich("holdContact", {
        code: trackingCode,
        mail: () => (
          <>
            <a href={`mailto:${site.supportEmail}?subject=%23${trackingCode}`} className="link break-words">
              {site.supportEmail}
            </a>
            <ExampleMark of="supportEmail" />
          </>
        ),
      })}
    </li>
  );
}
