import { type ReactNode, useMemo } from "react";
import { useTranslations } from "use-intl";
import { useHydrated } from "../../lib/page-context";
import { PageHead, Remark } from "../../ui/prose";
import { Bar } from "./bar";
import { Console } from "./console";
import { LoginForm } from "./login-form";
import { ConsoleProvider } from "./use-console";
import { useAdminSession } from "./use-session";

/** The administrators' console: the login, or what the service lets an administrator see and do. */
export function AdminPage() {
  return useHydrated() ? <Session /> : <Entrance />;
}

/** Before there is a session; keeps the form's place, so that nothing moves when it comes. */
function Entrance({ children }: { children?: ReactNode }) {
  const t = useTranslations("admin");
  return (
    <>
      <Bar />
      <main id="content" className="mx-auto w-full max-w-md grow px-4 py-8 sm:py-16">
        <noscript>
          <div className="mb-8">
            <Remark>{t("needsScript")}</Remark>
          </div>
        </noscript>
        <PageHead title={t("title")} lead={t("lead")} />
        <div className="mt-6 min-h-[30rem]">{children}</div>
      </main>
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
