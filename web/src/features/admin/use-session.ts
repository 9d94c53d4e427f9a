import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "../../lib/page-context";
import { notify } from "../../ui/notices";
import { type AdminCalls, adminCalls, type Credentials, logIn } from "./calls";
import { forgetToken, storedToken, storeToken } from "./token";

type Session = { step: "checking" | "out" } | { step: "in"; token: string };

export interface AdminSessionState {
  step: Session["step"];
  /** Null unless logged in. */
  calls: AdminCalls | null;
  /** Answers whether the login worked. */
  enter: (credentials: Credentials) => Promise<boolean>;
  leave: () => Promise<void>;
  /** For an answer that says that the token is no longer good. */
  expire: () => void;
}

/** Everything asked for under a login; forgotten with it. */
export const adminQueryKey = "admin";

/** The administrator's session: a stored token is verified first, and removed when it is not good. */
export function useAdminSession(): AdminSessionState {
  const t = useTranslations("admin");
  const { language } = usePage();
  const queryClient = useQueryClient();
  const [session, setSession] = useState<Session>({ step: "checking" });
  const token = session.step === "in" ? session.token : null;
  const calls = useMemo(() => (token === null ? null : adminCalls(language, token)), [language, token]);
  const end = useCallback(() => {
    forgetToken();
    queryClient.removeQueries({ queryKey: [adminQueryKey] });
    setSession({ step: "out" });
  }, [queryClient]);
  useEffect(() => {
    const stored = storedToken();
    let isCurrent = true;
    const verify = async (): Promise<boolean> => {
      if (stored === null) return false;
      const result = await adminCalls(language, stored).verify();
      return result.ok && result.data.valid;
    };
    void verify().then((isValid) => {
      if (!isCurrent) return;
      if (isValid && stored !== null) setSession({ step: "in", token: stored });
      else end();
    });
    return () => {
      isCurrent = false;
    };
  }, [language, end]);
  const enter = async (credentials: Credentials) => {
    const result = await logIn(language, credentials);
    if (!result.ok) {
      const { status, message } = result.problem;
      const text = status === 401 ? t("wrong") : message === "" ? t("noAnswer") : message;
      notify({ title: t("loginFailed"), text, tone: "bad" });
      return false;
    }
    storeToken(result.data.token);
    setSession({ step: "in", token: result.data.token });
    notify({ title: t("loginSuccessful"), text: t("welcome") });
    return true;
  };
  const leave = async () => {
    // The token is of no more use here, whether the server could be told or not.
    await calls?.logOut();
    end();
    notify({ title: t("loggedOut") });
  };
  const expire = useCallback(() => {
    end();
    notify({ title: t("expired"), text: t("expiredText"), tone: "bad" });
  }, [end, t]);
  return { step: session.step, calls, enter, leave, expire };
}
