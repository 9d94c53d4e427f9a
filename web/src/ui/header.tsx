import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { usePage } from "../lib/page-context";
import { Icon } from "./icon";
import { LanguageSwitcher } from "./language-switcher";
import { Logo } from "./logo";
import { Menu } from "./menu";
import { FIRST_PAGES, MORE_PAGES } from "./navigation";
import { SideMenu } from "./side-menu";
import { ThemeMenu } from "./theme-menu";

/** The header: one row, or two where text is large and the screen is small; the pages there are, the language and the appearance. */
export function Header() {
  const t = useTranslations("header");
  return (
    <header className="page-header">
      <div className="mx-auto flex h-(--header) max-w-[72.5rem] items-center max-[15rem]:flex-wrap gap-x-0.5 px-4 sm:px-5">
        <Link to="/" className="flex min-h-11 shrink-0 items-center gap-2 " aria-label={t("home")}>
          <Logo size="medium" />
          <span className="display text-2xl">Sotto</span>
        </Link>
        <NetworkBadge />
        <nav aria-label={t("navigation")} className="ml-auto hidden items-center lg:flex">
          {FIRST_PAGES.map(([to, name]) => (
            <Link
              key={to}
              to={to}
              className="nav-link"
              activeProps={{
                className:
                  "after:absolute after:inset-x-2 after:bottom-1 after:h-px after:bg-ink xl:after:inset-x-3.5",
              }}
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

/** Which network this is, unless coins have a value on it. */
export function NetworkBadge() {
  const t = useTranslations("header");
  const { network } = usePage();
  if (network === "mainnet") return null;
  const look =
    "ml-2.5 truncate rounded-full border border-edge px-2 py-px text-[0.8125rem]/5.5 text-soft max-[22rem]:ml-1.5 max-[22rem]:px-1.5 max-[15rem]:grow max-[15rem]:basis-0";
  if (network === "simnet")
    return (
      <Link
        to="/simnet/$"
        params={{ _splat: "" }}
        activeOptions={{ exact: true }}
        className={`${look} hover:text-ink`}
        title={t("simnetHint")}
      >
        {t("simnet")}
      </Link>
    );
  return (
    <span className={look} title={t("testnetHint")}>
      {network}
    </span>
  );
}

function MoreMenu() {
  const t = useTranslations("header");
  return (
    <Menu
      face={
        <span className="flex items-center gap-1 text-[0.9375rem] whitespace-nowrap">
          {t("more")}
          <Icon name="chevron" className="size-3.5" />
        </span>
      }
    >
      <ul>
        {MORE_PAGES.map(([to, name]) => (
          <li key={to}>
            <Link to={to} className="menu-item" activeProps={{ className: "text-accent font-medium" }}>
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
