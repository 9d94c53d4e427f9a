import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useAppContext } from "../../lib/page-context";
import { usePolled } from "../../lib/use-polled";

const STATE_EVERY_MS = 15_000;

/** Above all else of the order's page: money that came too late to join it has an order of its own. */
export function ChildOrders({ ids }: { ids: readonly string[] }) {
  const t = useTranslations("payment");
  if (ids.length === 0) return null;
  return (
    <section
      className="rounded-md border border-accent bg-tint p-4 max-lg:mt-4 print:hidden"
      aria-labelledby="children"
      aria-live="polite"
    >
      <h2 id="children" className="font-semibold">
        {t("children")}
      </h2>
      <p className="mt-1 text-sm text-soft">{t("childText")}</p>
      {ids.map((id) => (
        <ChildOrder key={id} id={id} />
      ))}
    </section>
  );
}

/** The link to one, and how far it is. */
function ChildOrder({ id }: { id: string }) {
  const t = useTranslations();
  const { api } = useAppContext();
  const found = usePolled({ key: id, ask: () => api.order(id), everyMs: STATE_EVERY_MS });
  return (
    <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
      <Link to="/payment/$id" params={{ id }} className="link inline-flex min-h-11 items-center font-medium">
        {t("payment.openChild")}
      </Link>
      {found?.ok === true ? <span>{t(`state.${found.value.state}`)}</span> : null}
    </p>
  );
}
