import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { usePage } from "../../lib/page-context";
import { Moment } from "../../ui/time";
import { Reason } from "./reason";

/** An order that waits for a person: why, what that means, and whom to ask where the operator said so. */
export function Hold({ order }: { order: Order }) {
  const t = useTranslations("payment");
  const { site } = usePage();
  return (
    <section className="panel border-warn p-4 sm:p-6" aria-labelledby="hold">
      <h2 id="hold" className="text-lg font-semibold tracking-tight">
        {t("holdTitle")}
      </h2>
      {order.reason === null ? null : <Reason reason={order.reason} />}
      <ul className="mt-3 grid list-disc gap-1 pl-5 text-sm text-soft">
        {order.awaits === null ? null : <Awaits awaits={order.awaits} />}
        <li>{t("holdSafe")}</li>
        {order.awaits?.what === "administrator" ? <li>{t("holdNext")}</li> : null}
        <li>{t("holdPage")}</li>
      </ul>
      {site.supportEmail === null ? null : (
        <p className="mt-3 text-sm">
          {t.rich("holdContact", {
            code: order.trackingCode,
            mail: () => (
              <a
                href={`mailto:${site.supportEmail}?subject=%23${order.trackingCode}`}
                className="link break-words"
              >
                {site.supportEmail}
              </a>
            ),
          })}
        </p>
      )}
    </section>
  );
}

/** What the order waits for, and since when. */
function Awaits({ awaits: { what, since, refundAt } }: { awaits: NonNullable<Order["awaits"]> }) {
  const t = useTranslations("payment");
  return (
    <>
      <li>
        {t("holdSince")} <Moment at={since} />
      </li>
      {what === "refund" && refundAt !== null ? (
        <li>
          {t("holdRefund")} <Moment at={refundAt} />
        </li>
      ) : null}
      {what === "refund_address" ? <li>{t("holdAddress")}</li> : null}
    </>
  );
}
