import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useHydrated } from "../lib/page-context";

/** The page for any other path (specification, section 2). */
export function NotFoundPage() {
  const t = useTranslations("notFound");
  const hydrated = useHydrated();
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <p className="text-6xl font-semibold tracking-tight text-accent">404</p>
      <h1 className="mt-4 text-2xl font-semibold tracking-tight">{t("title")}</h1>
      <p className="mt-2 text-soft">{t("text")}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link to="/" className="button button-primary">
          {t("home")}
        </Link>
        <button
          type="button"
          onClick={() => history.back()}
          className={`button ${hydrated ? "" : "invisible"}`}
        >
          {t("back")}
        </button>
      </div>
    </div>
  );
}
