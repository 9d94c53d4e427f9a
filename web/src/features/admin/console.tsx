import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Bar, Parts, Person } from "./bar";
import { ExactProvider, ExactSwitch } from "./figure";
import { Freshness } from "./freshness";
import type { Tab } from "./search";
import { useTab } from "./tabs";
import { useConsole } from "./use-console";
import { useAdminSearch } from "./use-search";

/** What an administrator sees and may do. It shows only what the service has answered. */
export function Console({ onLeave }: { onLeave: () => Promise<void> }) {
  const { tab: asked = "overview" } = useAdminSearch();
  // The service refuses everything else until a generated password is changed.
  const { mustChangePassword } = useConsole().account;
  const tab = mustChangePassword ? "account" : asked;
  const [isExact, setExact] = useState(false);
  return (
    <ExactProvider value={isExact}>
      <Bar parts={mustChangePassword ? null : <Parts current={tab} />}>
        <Person isHere={tab === "account"} onLeave={onLeave} />
      </Bar>
      <main id="content" className="mx-auto w-full max-w-[90rem] grow px-4 pt-4 pb-16">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Heading tab={tab} />
          {mustChangePassword ? null : (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <ExactSwitch isExact={isExact} onChange={setExact} />
              <Freshness />
            </div>
          )}
        </div>
        <div className="min-h-[30rem] pt-4">
          <Opened key={tab} tab={tab} />
        </div>
      </main>
    </ExactProvider>
  );
}

function Heading({ tab }: { tab: Tab }) {
  const t = useTranslations("admin");
  const { mustChangePassword } = useConsole().account;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the login, and after a password that had to be changed
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [mustChangePassword]);
  return (
    <h1 ref={heading} tabIndex={-1} className="display text-2xl outline-none">
      {t(`tab.${tab}`)}
    </h1>
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
