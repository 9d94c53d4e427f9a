import { Link, useRouter } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { BackButton } from "./back-button";
import { useIsConsole } from "./is-console";
import { LonePage } from "./lone-page";

/** Shown when a page could not be rendered or its code could not be loaded. */
export function ErrorPage() {
  const t = useTranslations();
  const router = useRouter();
  const isConsole = useIsConsole();
  const page = (
    <LonePage title={t("error.page")} text={t("error.network")} alert>
      <button type="button" className="button button-primary" onClick={() => void router.invalidate()}>
        {t("error.retry")}
      </button>
      <Link to="/" className="button">
        {t("notFound.home")}
      </Link>
      <BackButton />
    </LonePage>
  );
  // The console's own frame is gone with its page; the skip link leads to the content on every page.
  return isConsole ? <main id="content">{page}</main> : page;
}
