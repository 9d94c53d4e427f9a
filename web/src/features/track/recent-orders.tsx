import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { forgetOrders, type RecentOrder, recentOrders } from "../../lib/browser";
import { Moment } from "../../ui/time";

/** The orders this browser remembers, and the button to forget them; nothing on the server. */
export function RecentOrders() {
  const t = useTranslations("track");
  const [orders, setOrders] = useState<RecentOrder[]>([]);
  useEffect(() => setOrders(recentOrders()), []);
  if (orders.length === 0) return null;
  const forget = () => {
    forgetOrders();
    setOrders([]);
  };
  return (
    <section id="recent" className="fade-in mt-12" aria-labelledby="recent-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent-title" className="text-xl font-semibold tracking-tight">
          {t("recent")}
        </h2>
        <button type="button" onClick={forget} className="button">
          {t("forget")}
        </button>
      </div>
      <p className="mt-1 text-sm text-soft">{t("recentText")}</p>
      <ul className="mt-4 divide-y border-y">
        {orders.map((order) => (
          <li key={order.id}>
            <Link
              to="/payment/$id"
              params={{ id: order.id }}
              className="grid min-h-12 grid-cols-2 items-center gap-x-4 py-2 hover:bg-well sm:grid-cols-[1fr_2fr_1fr]"
            >
              <span className="font-semibold">
                <span className="sr-only">{t("open")} </span>#{order.trackingCode}
              </span>
              <span className="max-sm:order-last max-sm:col-span-2">
                {order.send} → {order.receive}
              </span>
              <span className="text-right text-sm text-soft">
                <Moment at={order.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
