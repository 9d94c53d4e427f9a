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
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2 hover:bg-well"
              aria-label={`${t("open")} ${order.trackingCode}`}
            >
              <span className="font-semibold">#{order.trackingCode}</span>
              <span>
                {order.send} → {order.receive}
              </span>
              <span className="text-sm text-soft">
                <Moment at={order.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
