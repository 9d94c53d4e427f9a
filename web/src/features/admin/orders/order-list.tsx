import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
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

/**
 * The orders that a filter leaves, newest first, a page at a time. `left` is the tracking code of the order that was
 * open before: its row has the focus again. The arrows go from row to row.
 */
export function OrderList({ filter, left }: { filter: OrderFilter; left: string | null }) {
  const t = useTranslations("adminOrders");
  const of = JSON.stringify(filter);
  const pages = useCursorPages(of);
  const query = { ...orderQuery(filter), ...(pages.cursor === undefined ? {} : { cursor: pages.cursor }) };
  const { result, isPrevious } = useAdminQuery(
    ["exchanges", query],
    (client) => settle(client.GET("/api/admin/exchanges", { params: { query } })),
    { keeps: true },
  );
  const list = useRef<HTMLOListElement>(null);
  const isThere = result !== null;
  useEffect(() => {
    if (!isThere || left === null || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`a[data-code="${left}"]`)?.focus();
  }, [isThere, left]);
  return (
    <section aria-label={t("title")}>
      <FilterForm key={of} filter={filter} isBusy={isPrevious} />
      <div className="mt-6">
        <Answer result={result}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <Nothing filter={filter} />
            ) : (
              <>
                <ol
                  ref={list}
                  onKeyDown={stepThroughRows}
                  className={`border-b ${isPrevious ? "opacity-60" : ""}`}
                >
                  {items.map((order) => (
                    <OrderRow key={order.id} order={order} filter={filter} />
                  ))}
                </ol>
                <Pager pages={pages} next={nextCursor} isBusy={isPrevious} />
              </>
            )
          }
        </Answer>
      </div>
    </section>
  );
}

/** The arrows go from the row that has the focus to the one below or above. */
function stepThroughRows(event: KeyboardEvent<HTMLOListElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a[data-code]")];
  const at = links.findIndex((link) => link.matches(":focus"));
  if (step === 0 || at < 0) return;
  event.preventDefault();
  links[at + step]?.focus();
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
    <li className="relative grid gap-x-6 gap-y-1 border-t py-2 hover:bg-well sm:px-2 md:grid-cols-[6rem_17rem_minmax(0,1fr)_8rem] md:items-center">
      <span className="flex items-center justify-between gap-3">
        <Link
          to="/admin"
          search={{ ...filter, tab: "orders", order: trackingCode }}
          data-code={trackingCode}
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
