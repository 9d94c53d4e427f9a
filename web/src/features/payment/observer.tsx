import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { formatDecimal } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { ObserverReport } from "../mixer/observer-report";
import { OperatorNote } from "../mixer/operator-note";
import { longerDelays } from "./delay-form";

/** What an observer could infer of this mix now; there until its payout begins. */
export function Observer({ order }: { order: Order }) {
  const t = useTranslations("mixerReport");
  const { language } = usePage();
  const observer = order.mixing?.observer ?? null;
  if (observer === null) return null;
  const { sendCurrency, receiveCurrency } = order;
  const [symbol = sendCurrency] = sendCurrency.split("-", 1);
  return (
    <section className="panel p-4 sm:p-6" aria-labelledby="observer">
      <h2 id="observer" className="eyebrow mb-2">
        {t("observer")}
      </h2>
      <ObserverReport
        observer={observer}
        symbol={symbol}
        // Once it is paid, waiting is no choice any more.
        canWait={order.state === "waiting"}
        canDelay={longerDelays(order).length > 0}
        takeNearby={
          // Once it is paid, no other amount can be chosen.
          order.state === "waiting"
            ? (amount) => (
                <Link
                  to="/privacy-mixer"
                  search={{ from: sendCurrency, to: receiveCurrency, amount }}
                  className="button mt-2 text-sm"
                >
                  {t("nearbyUse", { amount: formatDecimal(amount, language), symbol })}
                </Link>
              )
            : null
        }
      />
      <OperatorNote className="mt-3 border-t pt-3" />
    </section>
  );
}
