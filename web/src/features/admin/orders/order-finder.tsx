import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api";
import { Icon } from "../../../ui/icon";
import { Answer } from "../part";
import { useAdminQuery } from "../use-console";
import type { OrderFilter } from "./filter";
import { Forgotten } from "./forgotten";
import { OrderView } from "./order-view";

/** The order of a tracking code: its id is a secret, which no address bears. */
export function OrderFinder({ code, filter }: { code: string; filter: OrderFilter }) {
  const t = useTranslations("adminOrders");
  const { result } = useAdminQuery(["exchanges", { code }], (client) =>
    settle(client.GET("/api/admin/exchanges", { params: { query: { code } } })),
  );
  return (
    <>
      <Link
        to="/admin"
        search={{ ...filter, tab: "orders" }}
        className="-mt-2 inline-flex min-h-11 items-center gap-2 text-sm text-soft hover:text-ink"
      >
        <Icon name="arrow" className="size-4 rotate-180" />
        {t("back")}
      </Link>
      <h2 className="mb-4 text-xl font-semibold tracking-tight sm:text-2xl">{t("order", { code })}</h2>
      <Answer result={result}>
        {({ items: [found] }) => (found === undefined ? <Forgotten /> : <Inspected id={found.id} />)}
      </Answer>
    </>
  );
}

function Inspected({ id }: { id: string }) {
  const { result } = useAdminQuery(["exchange", id], (client) =>
    settle(client.GET("/api/admin/exchanges/{id}", { params: { path: { id } } })),
  );
  // Between the list's answer and this one it may have been forgotten.
  if (result !== null && !result.ok && result.problem.status === 404) return <Forgotten />;
  return <Answer result={result}>{(order) => <OrderView order={order} />}</Answer>;
}
