import { useIsFetching } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { TABS, type Tab } from "./search";
import { useTab } from "./tabs";
import { useConsole, useRefresh } from "./use-console";
import { ADMIN_QUERY_KEY } from "./use-session";

const route = getRouteApi("/admin");

/** What an administrator sees and may do. It shows only what the service has answered. */
export function Console({ onLeave }: { onLeave: () => Promise<void> }) {
  const { tab: asked = "overview" } = route.useSearch();
  // The service refuses everything else until a generated password is changed.
  const { mustChangePassword } = useConsole().account;
  const tab = mustChangePassword ? "account" : asked;
  return (
    <>
      <Head onLeave={onLeave} />
      {mustChangePassword ? null : <Tabs current={tab} />}
      <div className="min-h-[30rem] pt-6 sm:pt-8">
        <Opened key={tab} tab={tab} />
      </div>
    </>
  );
}

/** Who is here, what is asked for again, and the way out. */
function Head({ onLeave }: { onLeave: () => Promise<void> }) {
  const t = useTranslations("admin");
  const { username, role, mustChangePassword } = useConsole().account;
  const refresh = useRefresh();
  const isBusy = useIsFetching({ queryKey: [ADMIN_QUERY_KEY] }) > 0;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the login, and after a password that had to be changed
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [mustChangePassword]);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-2xl display outline-none sm:text-3xl">
          {t("title")}
        </h1>
        <p className="mt-1 text-sm text-soft">
          <span translate="no" className="font-medium text-ink wrap-anywhere">
            {username}
          </span>
          {" · "}
          {t(`role.${role}`)}
          {" · "}
          <Link to="/admin" search={{ tab: "account" }} className="link">
            {t("tab.account")}
          </Link>
        </p>
      </div>
      <div className="flex gap-3">
        <button type="button" disabled={isBusy} onClick={() => void refresh()} className="button min-w-32">
          {isBusy ? t("refreshing") : t("refresh")}
        </button>
        <button type="button" onClick={() => void onLeave()} className="button">
          {t("logout")}
        </button>
      </div>
    </div>
  );
}

/** The console's parts; the account's own part is beside its name. */
function Tabs({ current }: { current: Tab }) {
  const t = useTranslations("admin");
  return (
    <nav aria-label={t("parts")} className="mt-5 border-b sm:mt-7">
      <ul className="-mb-px grid grid-cols-3 sm:flex sm:gap-7">
        {TABS.filter((tab) => tab !== "account").map((tab) => (
          <li key={tab} className="min-w-0">
            <Link
              to="/admin"
              search={tab === "overview" ? {} : { tab }}
              aria-current={tab === current ? "page" : undefined}
              className={`flex min-h-11 items-center justify-center border-b-2 text-center text-sm leading-tight font-medium sm:justify-start sm:text-base ${tab === current ? "border-accent text-ink" : "border-transparent text-soft hover:text-ink"}`}
            >
              {t(`tab.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Opened({ tab }: { tab: Tab }) {
  const t = useTranslations("admin");
  const { Part, isError, retry } = useTab(tab);
  if (Part !== null) return <Part />;
  if (!isError)
    return (
      <p role="status" className="breathe text-soft">
        {t("loading")}
      </p>
    );
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="font-medium text-bad">{t("noAnswer")}</p>
      <button type="button" onClick={() => void retry()} className="button">
        {t("retry")}
      </button>
    </div>
  );
}
