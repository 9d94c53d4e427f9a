import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { BackButton } from "./back-button";
import { LonePage } from "./lone-page";

/** The page for any path that no route has. */
export function NotFoundPage() {
  const t = useTranslations("notFound");
  return (
    <LonePage code="404" title={t("title")} text={t("text")}>
      <Link to="/" className="button button-primary">
        {t("home")}
      </Link>
      <BackButton />
    </LonePage>
  );
}
