import { Link, useRouterState } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { rememberLanguage } from "../lib/browser";
import { languageRecords, languages } from "../lib/languages";
import { useHydrated, usePage } from "../lib/page-context";
import { type Theme, themes } from "../lib/page-state";
import { Icon } from "./icon";
import { Logo } from "./logo";
import { Menu } from "./menu";

/** The header: 4rem high, the pages there are, the language and the appearance. */
export function Header() {
  const t = useTranslations("header");
  const { network } = usePage();
  return (
    <header className="border-b bg-paper">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-1 px-4 sm:px-6">
        <Link
          to="/"
          className="flex min-h-11 items-center gap-2 font-semibold tracking-tight"
          aria-label={t("home")}
        >
          <Logo size="medium" />
          <span className="text-lg">Sotto</span>
        </Link>
        {network === "mainnet" ? null : (
          <span
            className="ml-1 truncate rounded-sm border px-1 py-0.5 text-xs text-soft"
            title={network === "simnet" ? t("simnetHint") : t("testnetHint")}
          >
            {network === "simnet" ? t("simnet") : network}
          </span>
        )}
        <nav aria-label={t("navigation")} className="ml-auto flex items-center">
          <NavLink to="/exchange" className="hidden sm:flex">
            {t("exchange")}
          </NavLink>
          <NavLink to="/track" className="flex">
            {t("track")}
          </NavLink>
        </nav>
        <LanguageMenu />
        <ThemeMenu />
      </div>
    </header>
  );
}

function NavLink({
  to,
  className,
  children,
}: {
  to: "/exchange" | "/track";
  className: string;
  children: string;
}) {
  return (
    <Link
      to={to}
      className={`${className} min-h-11 items-center rounded-md px-2 text-soft sm:px-3 hover:text-ink`}
      activeProps={{ className: "text-ink font-medium" }}
      activeOptions={{ includeSearch: false }}
    >
      {children}
    </Link>
  );
}

/** Where a preference form comes back to: this page, without the language prefix. */
export function useReturnPath(): string {
  return useRouterState({ select: (state) => state.location.href });
}

function LanguageMenu() {
  const t = useTranslations("header");
  const { language } = usePage();
  const returnPath = useReturnPath();
  return (
    <Menu label={t("language")} icon="globe">
      <form method="post" action={`/${language}/preferences`}>
        <input type="hidden" name="return" value={returnPath} />
        {languages.map((code) => (
          <button
            key={code}
            type="submit"
            name="language"
            value={code}
            lang={languageRecords[code].tag}
            aria-current={code === language ? "true" : undefined}
            onClick={() => rememberLanguage(code)}
            className={menuItem}
          >
            {languageRecords[code].nativeName}
            {code === language ? <Icon name="check" className="ml-auto size-4 text-accent" /> : null}
          </button>
        ))}
      </form>
    </Menu>
  );
}

const menuItem =
  "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left whitespace-nowrap hover:bg-well";
const themeNames = { light: "themeLight", dark: "themeDark", system: "themeSystem" } as const;

function ThemeMenu() {
  const t = useTranslations("header");
  const page = usePage();
  const hydrated = useHydrated();
  const returnPath = useReturnPath();
  const apply = (theme: Theme) => {
    page.theme = theme;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Tor Browser
    document.cookie = `sotto-theme=${theme}; path=/; max-age=31536000; samesite=lax`;
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  return (
    <Menu label={t("theme")} icon="sun">
      <form method="post" action={`/${page.language}/preferences`}>
        <input type="hidden" name="return" value={returnPath} />
        {themes.map((theme) => (
          <button
            key={theme}
            type={hydrated ? "button" : "submit"}
            name="theme"
            value={theme}
            className={menuItem}
            onClick={hydrated ? () => apply(theme) : undefined}
          >
            {t(themeNames[theme])}
          </button>
        ))}
      </form>
    </Menu>
  );
}
