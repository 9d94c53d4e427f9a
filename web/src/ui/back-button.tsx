import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";

/** Leads to the page before this one; shown only where there is one and a script can go there. */
export function BackButton() {
  const t = useTranslations("notFound");
  const [canGoBack, setCanGoBack] = useState(false);
  useEffect(() => setCanGoBack(history.length > 1), []);
  return (
    <button type="button" onClick={() => history.back()} className={`button ${canGoBack ? "" : "invisible"}`}>
      {t("back")}
    </button>
  );
}
