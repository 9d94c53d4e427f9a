import { useTranslations } from "use-intl";
import type { Forecast } from "./forecast";

/** What a payment differs in, and what is going to happen with it. */
export function ForecastText({ forecast: { why, outcome } }: { forecast: Forecast }) {
  const reason = useTranslations("reason");
  const t = useTranslations("orderPage");
  return (
    <>
      <h2 className="display text-2xl/8">{reason(why)}</h2>
      <p className="mt-2 text-soft">{t(`forecast.${outcome}`)}</p>
    </>
  );
}
