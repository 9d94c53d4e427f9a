import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

/** What no setting of a mix can hide. */
export function DoesNotHide() {
  const t = useTranslations("mixer");
  return (
    <section aria-labelledby="not-hidden">
      <h2 id="not-hidden" className="display text-[1.75rem]/9 sm:text-4xl/11">
        {t("hideTitle")}
      </h2>
      <p className="mt-3">{t("hideText")}</p>
      <Link to="/faq" hash="privacy" className="link mt-3 inline-flex min-h-11 items-center">
        {t("hideLink")}
      </Link>
    </section>
  );
}
