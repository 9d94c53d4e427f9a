import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { NetworkBadge } from "../../ui/header";
import { LanguageSwitcher } from "../../ui/language-switcher";
import { Logo } from "../../ui/logo";
import { ThemeMenu } from "../../ui/theme-menu";
import { TABS, type Tab } from "./search";
import { useConsole } from "./use-console";

/** The console's own frame: where one is, what else there is, and the way out. */
export function Bar({ parts, children }: { parts?: ReactNode; children?: ReactNode }) {
  const t = useTranslations();
  return (
    <header className="console-bar">
      <Link to="/" className="flex min-h-12 items-center gap-2" aria-label={t("header.home")}>
        <Logo size="small" />
        <span className="display text-xl">Sotto</span>
      </Link>
      <span className="-ml-3 flex min-w-0">
        <NetworkBadge />
      </span>
      {parts}
      <div className="-mr-2 ml-auto flex min-w-0 items-center ">
        {children}
        <LanguageSwitcher />
        <ThemeMenu />
      </div>
    </header>
  );
}

/** The console's parts; the account's own part is its name. */
export function Parts({ current }: { current: Tab }) {
  const t = useTranslations("admin");
  return (
    <nav aria-label={t("parts")} className="max-lg:order-1 max-lg:w-full">
      <ul className="flex flex-wrap gap-x-5 lg:px-2">
        {TABS.filter((tab) => tab !== "account").map((tab) => (
          <li key={tab}>
            <Link
              to="/admin"
              search={tab === "overview" ? {} : { tab }}
              aria-current={tab === current ? "page" : undefined}
              className={`flex min-h-11 items-center border-b-2 font-medium whitespace-nowrap lg:min-h-12 ${tab === current ? "border-accent text-ink" : "border-transparent text-soft hover:text-ink"}`}
            >
              {t(`tab.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Who is here, and the logout. */
export function Person({ isHere, onLeave }: { isHere: boolean; onLeave: () => Promise<void> }) {
  const t = useTranslations("admin");
  const { username, role } = useConsole().account;
  return (
    <>
      <Link
        to="/admin"
        search={{ tab: "account" }}
        aria-current={isHere ? "page" : undefined}
        className="flex min-h-11 min-w-0 items-center gap-1.5 rounded-md px-2 hover:bg-well"
      >
        <span className="sr-only">{t("tab.account")}:</span>
        <span translate="no" className="max-w-28 truncate font-medium">
          {username}
        </span>
        <span className="text-soft max-sm:hidden">{t(`role.${role}`)}</span>
      </Link>
      <button
        type="button"
        onClick={() => void onLeave()}
        className="min-h-11 rounded-md px-2 whitespace-nowrap hover:bg-well"
      >
        {t("logout")}
      </button>
    </>
  );
}
