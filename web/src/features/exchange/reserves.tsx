import type { Currency } from "@sotto/openapi";
import { useTranslations } from "use-intl";
import { formatPercent } from "../../lib/decimal";
import { usePage } from "../../lib/page-context";
import { Disc } from "../../ui/disc";
import { shortAmount } from "./amounts";
import type { Reserves } from "./load";

/** What can be paid out now; a disc is as full as the part of our coins that is free. */
export function ReserveDiscs({
  currencies,
  reserves,
}: {
  currencies: readonly Currency[];
  reserves: Reserves;
}) {
  const t = useTranslations("market");
  const { language } = usePage();
  return (
    <section className="mt-18 sm:mt-24" aria-labelledby="reserves">
      <h2 id="reserves" className="display text-[2.25rem]/11 sm:text-[2.75rem]/13">
        {t("reservesTitle")}
      </h2>
      <ul className="mt-6 grid gap-x-6 gap-y-4 sm:grid-cols-3 sm:gap-y-8 lg:grid-cols-6">
        {reserves.map(([id, { available, percent }]) => (
          <li key={id} className="max-sm:flex max-sm:items-center max-sm:gap-4">
            <Disc level={percent / 100} isFine className="size-12 sm:size-24" />
            <div className="sm:mt-3">
              <p>
                <span className="display text-[1.375rem]/7 tabular-nums">
                  {shortAmount(available, language)}
                </span>{" "}
                <span className="text-sm text-soft">
                  {currencies.find((known) => known.id === id)?.symbol}
                </span>
              </p>
              <p className="text-[0.8125rem]/5 text-soft">
                {t("reserveFree", { percent: formatPercent(String(percent), language) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-[0.8125rem]/5 text-soft">{t("reservesNote")}</p>
    </section>
  );
}
