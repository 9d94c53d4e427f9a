import { Link } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { forgetOrders, type RecentOrder, recentOrders } from "../lib/browser";
import { Moment } from "./time";

/** One line about the orders that this browser remembers, which opens into links; nothing where it remembers none. */
export function RecentOrders() {
  const t = useTranslations("recent");
  const listId = useId();
  const [orders, setOrders] = useState<RecentOrder[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setOrders(recentOrders()), []);
  if (orders.length === 0) return null;
  const forget = () => {
    forgetOrders();
    setOrders([]);
  };
  return (
    <section id="recent" className="fade-in mt-6 border-t pt-1 text-sm" aria-labelledby={`${listId}-title`}>
      <div className="flex flex-wrap items-center gap-x-5">
        <h2 id={`${listId}-title`} className="mr-auto font-semibold">
          {t("count", { count: orders.length })}
        </h2>
        <button
          type="button"
          onClick={() => setIsOpen(!isOpen)}
          className="link min-h-11"
          aria-expanded={isOpen}
          aria-controls={listId}
        >
          {isOpen ? t("hide") : t("show")}
        </button>
        <button type="button" onClick={forget} className="link min-h-11">
          {t("forget")}
        </button>
      </div>
      <div id={listId} hidden={!isOpen}>
        <p className="text-soft">{t("text")}</p>
        <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
          {orders.map((order) => (
            <li key={order.id}>
              <Link
                to="/payment/$id"
                params={{ id: order.id }}
                className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 rounded-md py-1.5 hover:text-accent"
                aria-label={`${t("open", { code: order.trackingCode })}, ${order.send} → ${order.receive}`}
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
      </div>
    </section>
  );
}
