import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { settle } from "../../../lib/api-calls";
import { Icon } from "../../../ui/icon";
import { Answer } from "../part";
import { useAdminQuery } from "../use-console";
import type { OrderFilter } from "./filter";
import { Forgotten } from "./forgotten";
import { OrderView } from "./order-view";

/** The order of a tracking code; one that is forgotten is a promise kept, and no error. */
export function OrderFinder({ code, filter }: { code: string; filter: OrderFilter }) {
  const t = useTranslations("adminOrders");
  const { result } = useAdminQuery(["exchange", code], (client) =>
    settle(client.GET("/api/admin/exchanges/{id}", { params: { path: { id: code } } })),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is another page
  useEffect(() => {
    // The row that was followed is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [code]);
  const isForgotten = result !== null && !result.ok && result.error.status === 404;
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
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl display outline-none">
        {t("order", { code })}
      </h2>
      {isForgotten ? (
        <Forgotten />
      ) : (
        <Answer result={result}>{(order) => <OrderView order={order} />}</Answer>
      )}
    </>
  );
}
