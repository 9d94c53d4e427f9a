import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { LonePage } from "./lone-page";

/** What the service worker shows in place of a page that the network did not bring. */
export function OfflinePage() {
  const t = useTranslations();
  return (
    <LonePage title={t("error.offlineTitle")} text={t("error.offlineText")}>
      {/* biome-ignore lint/a11y/useValidAnchor: the address is still that of the page that was asked for, and an empty reference asks for it again */}
      <a href="" className="button button-primary">
        {t("error.retry")}
      </a>
      <Link to="/" className="button">
        {t("notFound.home")}
      </Link>
    </LonePage>
  );
}
