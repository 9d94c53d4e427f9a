import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { forgetOrders, type RecentOrder, recentOrders } from "../../lib/browser";
import { Moment } from "../../ui/time";

const SHOWN_MAX = 3;

/** The newest orders this browser remembers, under the form; nothing where it remembers none. */
export function RecentOrders() {
  const t = useTranslations("home");
  const [orders, setOrders] = useState<RecentOrder[]>([]);
  useEffect(() => setOrders(recentOrders()), []);
  if (orders.length === 0) return null;
  const forget = () => {
    forgetOrders();
    setOrders([]);
  };
  return (
    <section className="fade-in mt-6 border-t pt-3 text-sm" aria-labelledby="recent-orders">
      <div className="flex flex-wrap items-center gap-x-5">
        <h2 id="recent-orders" className="mr-auto font-semibold">
          {t("recentTitle")}
        </h2>
        {orders.length > SHOWN_MAX ? (
          <Link to="/track" hash="recent" className="link py-2">
            {t("recentAll")}
          </Link>
        ) : null}
        <button type="button" onClick={forget} className="link py-2">
          {t("recentForget")}
        </button>
      </div>
      <ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {orders.slice(0, SHOWN_MAX).map((order) => (
          <li key={order.id}>
            <Link
              to="/payment/$id"
              params={{ id: order.id }}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 rounded-md py-1.5 hover:text-accent"
              aria-label={`${t("recentOpen", { code: order.trackingCode })}, ${order.send} → ${order.receive}`}
            >
              <span className="font-semibold">#{order.trackingCode}</span>
              <span className="text-soft">
                <Moment at={order.createdAt} />
              </span>
              <span className="w-full truncate">
                {order.send} → {order.receive}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
