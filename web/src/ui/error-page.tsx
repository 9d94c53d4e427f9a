import { Link, useRouter } from "@tanstack/react-router";
import { useTranslations } from "use-intl";

/** Shown when a page could not be rendered or its code could not be loaded. */
export function ErrorPage() {
  const t = useTranslations();
  const router = useRouter();
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6" role="alert">
      <h1 className="text-2xl font-semibold tracking-tight">{t("error.page")}</h1>
      <p className="mt-2 text-soft">{t("error.network")}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={() => void router.invalidate()}>
          {t("error.retry")}
        </button>
        <Link to="/" className="button">
          {t("notFound.home")}
        </Link>
      </div>
    </div>
  );
}
