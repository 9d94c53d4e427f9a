import type { ReactNode } from "react";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { useHydrated } from "../../lib/page-context";
import { PageHead, Remark } from "../../ui/prose";
import { Console } from "./console";
import { LoginForm } from "./login-form";
import { ConsoleProvider } from "./use-console";
import { useAdminSession } from "./use-session";

/** The administrators' console: the login, or what the service lets an administrator see and do. */
export function AdminPage() {
  const t = useTranslations("admin");
  const hydrated = useHydrated();
  return (
    <div className="mx-auto max-w-6xl px-4 pt-5 sm:px-6 sm:pt-10">
      <noscript>
        <div className="mb-8 max-w-md">
          <Remark>{t("needsScript")}</Remark>
        </div>
      </noscript>
      {hydrated ? <Session /> : <Entrance />}
    </div>
  );
}

/** Before there is a session; keeps the form's place, so that nothing moves when it comes. */
function Entrance({ children }: { children?: ReactNode }) {
  const t = useTranslations("admin");
  return (
    <>
      <PageHead title={t("title")} lead={t("lead")} />
      <div className="mt-8 min-h-[30rem] max-w-md">{children}</div>
    </>
  );
}

function Session() {
  const t = useTranslations("admin");
  const { step, client, account, setAccount, ended, enter, leave, expire } = useAdminSession();
  const console = useMemo(
    () => (client === null || account === null ? null : { client, account, setAccount, expire }),
    [client, account, setAccount, expire],
  );
  if (console !== null)
    return (
      <ConsoleProvider value={console}>
        <Console onLeave={leave} />
      </ConsoleProvider>
    );
  return (
    <Entrance>
      {step === "checking" ? (
        <p role="status" className="breathe text-soft">
          {t("checking")}
        </p>
      ) : (
        <LoginForm ended={ended} onEnter={enter} />
      )}
    </Entrance>
  );
}
