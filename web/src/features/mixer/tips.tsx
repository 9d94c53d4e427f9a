import { useTranslations } from "use-intl";

const TIPS = ["vpn", "wifi", "fresh", "close"] as const;

/** What a visitor can do for their own privacy. */
export function Tips() {
  const t = useTranslations("mixerTips");
  return (
    <section aria-labelledby="tips">
      <h2 id="tips" className="display text-[1.75rem]/9 sm:text-4xl/11">
        {t("title")}
      </h2>
      <ul className="mt-3 grid list-disc gap-2 pl-5 text-sm text-soft marker:text-edge">
        {TIPS.map((tip) => (
          <li key={tip}>{t(tip)}</li>
        ))}
      </ul>
    </section>
  );
}
