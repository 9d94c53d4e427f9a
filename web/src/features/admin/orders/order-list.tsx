import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api";
import { Moment } from "../../../ui/time";
import { Badge, OrderBadge, StateBadge } from "../badge";
import { Pager, useCursorPages } from "../pager";
import { Answer, Empty } from "../part";
import type { AdminOrderRow } from "../types";
import { useAdminQuery } from "../use-console";
import { RowAmounts } from "./amounts";
import { type OrderFilter, orderQuery } from "./filter";
import { FilterForm } from "./filter-form";
import { Forgotten } from "./forgotten";

/** The orders that a filter leaves, newest first, a page at a time. */
export function OrderList({ filter }: { filter: OrderFilter }) {
  const t = useTranslations("adminOrders");
  const of = JSON.stringify(filter);
  const pages = useCursorPages(of);
  const query = { ...orderQuery(filter), ...(pages.cursor === undefined ? {} : { cursor: pages.cursor }) };
  const { result, isFetching } = useAdminQuery(
    ["exchanges", query],
    (client) => settle(client.GET("/api/admin/exchanges", { params: { query } })),
    { keeps: true },
  );
  return (
    <section aria-label={t("title")}>
      <FilterForm key={of} filter={filter} isBusy={isFetching} />
      <div className="mt-6">
        <Answer result={result}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <Nothing filter={filter} />
            ) : (
              <>
                <ol className={`border-b ${isFetching ? "opacity-60" : ""}`}>
                  {items.map((order) => (
                    <OrderRow key={order.id} order={order} filter={filter} />
                  ))}
                </ol>
                <Pager pages={pages} next={nextCursor} isBusy={isFetching} />
              </>
            )
          }
        </Answer>
      </div>
    </section>
  );
}

/** A code that finds nothing may be one of a forgotten order; that is no error. */
function Nothing({ filter: { find } }: { filter: OrderFilter }) {
  const t = useTranslations("adminOrders");
  return find === undefined ? <Empty>{t("empty")}</Empty> : <Forgotten />;
}

function OrderRow({ order, filter }: { order: AdminOrderRow; filter: OrderFilter }) {
  const t = useTranslations("adminOrders");
  const { trackingCode, status, state } = order;
  return (
    <li className="relative grid gap-x-6 gap-y-1 border-t py-3 hover:bg-well sm:px-2 md:grid-cols-[7rem_11rem_minmax(0,1fr)_7rem] md:items-center">
      <span className="flex items-center justify-between gap-3">
        <Link
          to="/admin"
          search={{ ...filter, tab: "orders", order: trackingCode }}
          className="link font-semibold after:absolute after:inset-0"
        >
          {trackingCode}
        </Link>
        <span className="text-sm text-soft md:hidden">
          <Moment at={order.createdAt} />
        </span>
      </span>
      <span className="flex flex-wrap gap-1.5">
        <OrderBadge status={status} />
        <StateBadge status={status} state={state} />
        {order.mixed ? <Badge tone="quiet">{t("mixed")}</Badge> : null}
      </span>
      <span className="min-w-0 text-sm wrap-anywhere">
        <RowAmounts amounts={order.amounts} />
        <span className="text-soft"> · {t(order.orderType)}</span>
      </span>
      <span className="text-right text-sm text-soft max-md:hidden">
        <Moment at={order.createdAt} />
      </span>
    </li>
  );
}
