import { useEffect, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { forgetOrders, type RecentOrder, recentOrders } from "../../lib/browser";
import { loadModule } from "../../lib/load-module";
import { useLazyPart } from "../../ui/lazy-part";
import { forgetEntered } from "../order-form/entered";

const loadCards = () => loadModule(() => import("./recent-cards")).then((module) => module.RecentCards);

/**
 * One line about the orders that this browser remembers; nothing where it remembers none. It opens into cards: until
 * then the service is not asked about them.
 */
export function RecentOrders() {
  const t = useTranslations("recent");
  const listId = useId();
  const [orders, setOrders] = useState<RecentOrder[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const cards = useLazyPart(loadCards, "order");
  useEffect(() => setOrders(recentOrders()), []);
  if (orders.length === 0) return null;
  const toggle = async () => {
    if (isOpen) setIsOpen(false);
    else if (await cards.open()) setIsOpen(true);
  };
  const forget = () => {
    forgetOrders();
    forgetEntered();
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
          onClick={() => void toggle()}
          onPointerEnter={() => void cards.prepare()}
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
        {isOpen && cards.Part !== null ? <cards.Part orders={orders} /> : null}
      </div>
    </section>
  );
}
