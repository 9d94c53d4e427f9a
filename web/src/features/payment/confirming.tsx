import { useTranslations } from "use-intl";
import type { Order } from "../../lib/api";
import { ExpectedAt } from "./expected";
import type { Forecast } from "./forecast";
import { ForecastText } from "./forecast-text";
import { Levels } from "./levels";

/** The confirmations so far in large figures, and when the coins are to be expected, or else what is. */
export function Confirming({ order, forecast }: { order: Order; forecast: Forecast | null }) {
  const t = useTranslations("payment");
  const page = useTranslations("orderPage");
  const { confirmations, confirmationsRequired: required } = order;
  const count = Math.min(confirmations, required);
  return (
    <section
      className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr] sm:items-end"
      aria-label={t("confirmingLabel")}
    >
      <Levels order={order} size={104} className="text-ink lg:hidden" />
      <p aria-live="polite">
        <span className="sr-only">{t("confirmations", { count, required })}</span>
        <span aria-hidden="true" className="display display-large text-[3.75rem]/16 sm:text-[6rem]/24">
          {page.rich("countOf", {
            count,
            required,
            small: (text) => <span className="text-[0.5em]">{text}</span>,
          })}
        </span>
        <span aria-hidden="true" className="block text-lg">
          {page("confirmationsName", { count: required })}
        </span>
      </p>
      <div className="sm:max-lg:col-span-2 lg:max-w-72 lg:justify-self-end">
        {forecast === null ? (
          <h2 className="display text-2xl/8">
            <ExpectedAt order={order} />
          </h2>
        ) : (
          <ForecastText forecast={forecast} />
        )}
        <p className="mt-2 text-soft">{page("blocksText")}</p>
      </div>
    </section>
  );
}
