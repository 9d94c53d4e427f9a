import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { usePage } from "../lib/page-context";
import { Logo } from "./logo";
import { PAGE_LIST_ID } from "./navigation";

const GROUPS = [
  [
    "useTitle",
    [
      ["/exchange", "exchange"],
      ["/privacy-mixer", "mixer"],
      ["/track", "track"],
      ["/currencies", "currencies"],
    ],
  ],
  [
    "helpTitle",
    [
      ["/faq", "faq"],
      ["/contact", "contact"],
      ["/telegram", "telegram"],
      ["/api-docs", "apiDocs"],
    ],
  ],
  [
    "aboutTitle",
    [
      ["/about", "about"],
      ["/privacy", "privacy"],
      ["/terms", "terms"],
      ["/admin", "admin"],
    ],
  ],
] as const;

const LINK_LOOK = "inline-flex min-h-9 items-center hover:text-ink hover:underline underline-offset-4";

/** The footer: what holds for every page, and all the pages there are. */
export function Footer() {
  const t = useTranslations();
  return (
    <footer className="page-footer mt-18 text-[0.9375rem] sm:mt-28">
      <div className="mx-auto grid max-w-[72.5rem] gap-x-12 gap-y-10 px-4 pt-14 pb-10 sm:px-5 lg:grid-cols-[5fr_7fr]">
        <Truth />
        <nav
          id={PAGE_LIST_ID}
          aria-label={t("footer.navigation")}
          className="grid scroll-mt-4 grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3"
        >
          {GROUPS.map(([title, links]) => (
            <div key={title} className="group/column max-sm:last:col-span-2">
              <h2 className="mb-1 text-sm font-normal text-soft">{t(`footer.${title}`)}</h2>
              <ul className="max-sm:group-last/column:grid max-sm:group-last/column:grid-cols-2 max-sm:group-last/column:gap-x-6">
                {links.map(([to, name]) => (
                  <li key={to}>
                    <Link to={to} className={LINK_LOOK}>
                      {t(`header.${name}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="border-t">
        <div className="mx-auto flex max-w-[72.5rem] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-3 text-sm text-soft sm:px-5">
          <p>{t("footer.source")}</p>
          <Link to="/track" hash="recent" className={LINK_LOOK}>
            {t("footer.recent")}
          </Link>
        </div>
      </div>
    </footer>
  );
}

/** What the service does with visitors and their coins; the same lines on every page. */
function Truth() {
  const t = useTranslations();
  const { network } = usePage();
  return (
    <div className="max-w-sm">
      <p className="display display-large text-[2.75rem]/13 sm:text-[3.75rem]/16">{t("footer.signature")}</p>
      <p className="mt-4 flex items-center gap-3">
        <Logo size="large" />
        <span className="display text-[1.875rem]/8">Sotto</span>
      </p>
      <ul className="mt-6 grid gap-1.5 text-sm text-soft">
        <li>{t("footer.account")}</li>
        <li>{t("footer.address")}</li>
        <li>{t("footer.coins")}</li>
        {network === "mainnet" || network === "simnet" ? null : <li>{t("header.testnetHint")}</li>}
      </ul>
    </div>
  );
}
