import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { usePage } from "../lib/page-context";
import { Icon } from "./icon";
import { LanguageSwitcher } from "./language-switcher";
import { Logo } from "./logo";
import { MENU_ITEM, Menu } from "./menu";
import { FIRST_PAGES, MORE_PAGES } from "./navigation";
import { SideMenu } from "./side-menu";
import { ThemeMenu } from "./theme-menu";

/** The header: 4rem high, the pages there are, the language and the appearance. */
export function Header() {
  const t = useTranslations("header");
  return (
    <header className="border-b bg-paper">
      <div className="mx-auto flex h-16 max-w-6xl items-center gap-0.5 px-4 sm:px-6">
        <Link
          to="/"
          className="flex min-h-11 shrink-0 items-center gap-2 font-semibold tracking-tight"
          aria-label={t("home")}
        >
          <Logo size="medium" />
          <span className="text-lg">Sotto</span>
        </Link>
        <NetworkBadge />
        <nav aria-label={t("navigation")} className="ml-auto hidden items-center lg:flex">
          {FIRST_PAGES.map(([to, name]) => (
            <Link
              key={to}
              to={to}
              className="relative flex h-16 items-center px-2 text-sm whitespace-nowrap hover:text-ink xl:px-3"
              activeProps={{
                className:
                  "text-ink after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:bg-accent xl:after:inset-x-3",
              }}
              inactiveProps={{ className: "text-soft" }}
              activeOptions={{ exact: to === "/", includeSearch: false }}
            >
              {t(name)}
            </Link>
          ))}
          <MoreMenu />
        </nav>
        <div className="-mr-3 ml-auto flex items-center lg:ml-1">
          <LanguageSwitcher />
          <ThemeMenu />
          <SideMenu />
        </div>
      </div>
    </header>
  );
}

function NetworkBadge() {
  const t = useTranslations("header");
  const { network } = usePage();
  if (network === "mainnet") return null;
  return (
    <span
      className="ml-2 truncate rounded-sm border px-1.5 py-0.5 text-xs text-soft max-[22rem]:hidden"
      title={network === "simnet" ? t("simnetHint") : t("testnetHint")}
    >
      {network === "simnet" ? t("simnet") : network}
    </span>
  );
}

function MoreMenu() {
  const t = useTranslations("header");
  return (
    <Menu
      face={
        <span className="flex items-center gap-1 text-sm whitespace-nowrap">
          {t("more")}
          <Icon name="chevron" className="size-3.5" />
        </span>
      }
    >
      <ul>
        {MORE_PAGES.map(([to, name]) => (
          <li key={to}>
            <Link to={to} className={MENU_ITEM} activeProps={{ className: "text-accent font-medium" }}>
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
