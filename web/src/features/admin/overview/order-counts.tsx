import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { isOrderState } from "../orders/filter";
import { Part } from "../part";
import { isOrderReason } from "../reasons";
import type { Overview } from "../types";
import { Bar } from "./bar";

/** How many orders are in each state; each leads to its list. */
export function OrderCounts({ overview: { orders, failures } }: { overview: Overview }) {
  const t = useTranslations();
  const counts = orders.filter(({ count }) => count > 0);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <Part id="order-counts" title={t("adminOverview.ordersTitle")}>
      {counts.length === 0 ? (
        <p className="border-t py-4 text-sm text-soft">{t("adminOverview.noOrders")}</p>
      ) : (
        <ul className="border-b text-sm">
          {counts.map(({ state, count }) => (
            <li key={state} className="border-t">
              <Link
                to="/admin"
                search={isOrderState(state) ? { tab: "orders", state } : { tab: "orders" }}
                className="grid min-h-11 grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-x-4 hover:bg-well sm:min-h-9"
              >
                <span className="leading-tight">
                  {isOrderState(state) ? t(`admin.state.${state}`) : state}
                </span>
                <Bar share={count / most} isWarm={state === "hold" || state === "action_required"} />
                <span className="min-w-8 text-right font-semibold">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {failures.length === 0 ? null : (
        <>
          <h3 className="eyebrow mt-6">{t("adminOverview.failuresTitle")}</h3>
          <ul className="mt-1 border-b text-sm">
            {failures.map(({ reason, count }) => (
              <li key={reason} className="flex justify-between gap-4 border-t py-2">
                <span>{isOrderReason(reason) ? t(`admin.orderReason.${reason}`) : reason}</span>
                <span className="font-semibold">{count}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}
