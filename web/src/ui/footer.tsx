import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { usePage } from "../lib/page-context";

/** The footer: what holds for every page, in one line. */
export function Footer() {
  const t = useTranslations();
  const { network } = usePage();
  return (
    <footer className="mt-16 border-t">
      <div className="mx-auto grid max-w-6xl gap-3 px-4 py-8 text-sm text-soft sm:px-6 md:grid-cols-[1fr_auto]">
        <p className="max-w-prose">
          {network === "simnet" ? `${t("header.simnetHint")} ` : null}
          {network === "testnet" || network === "regtest" ? `${t("header.testnetHint")} ` : null}
          {t("footer.line")} {t("footer.source")}
        </p>
        <nav className="flex gap-6" aria-label={t("footer.recent")}>
          <Link to="/track" className="hover:text-ink" hash="recent">
            {t("footer.recent")}
          </Link>
        </nav>
      </div>
    </footer>
  );
}
