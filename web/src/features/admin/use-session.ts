import type { SottoClient } from "@sotto/openapi";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { forgetOrders } from "../../lib/browser";
import { usePage } from "../../lib/page-context";
import { notify } from "../../ui/notices";
import { adminClient, type Credentials, logIn, ownerOf } from "./calls";
import { forgetToken, storeDevice, storedToken, storeToken } from "./token";
import type { Account } from "./types";

/** How the session before ended, where it did not end by a logout. */
export type Ended = "ended" | "undone";

type Session =
  | { step: "checking" }
  | { step: "out"; ended: Ended | "left" | null }
  | { step: "in"; token: string; account: Account };

export interface AdminSessionState {
  step: Session["step"];
  /** Null unless logged in. */
  client: SottoClient | null;
  /** Null unless logged in. */
  account: Account | null;
  /** After the account's own doing, such as its enrolment. */
  setAccount: (account: Account) => void;
  /** How the session before ended; null before there was one. */
  ended: Ended | "left" | null;
  /** Returns what was wrong, or null when the login worked. */
  enter: (credentials: Credentials) => Promise<string | null>;
  leave: () => Promise<void>;
  /** For an answer that says that the token is no longer good; what was asked for may have been left undone by that. */
  expire: (how?: { isUndone: boolean }) => void;
}

/** Everything asked for under a login; forgotten with it. */
export const ADMIN_QUERY_KEY = "admin";

/** The administrator's session: a stored token is verified first, and removed when it is not good. */
export function useAdminSession(): AdminSessionState {
  const t = useTranslations("admin");
  const { language } = usePage();
  const queryClient = useQueryClient();
  const [session, setSession] = useState<Session>({ step: "checking" });
  const token = session.step === "in" ? session.token : null;
  const client = useMemo(() => (token === null ? null : adminClient(language, token)), [language, token]);
  const end = useCallback(
    (ended: Ended | "left" | null) => {
      forgetToken();
      queryClient.removeQueries({ queryKey: [ADMIN_QUERY_KEY] });
      setSession({ step: "out", ended });
    },
    [queryClient],
  );
  useEffect(() => {
    const stored = storedToken();
    let isCurrent = true;
    void (stored === null ? Promise.resolve(null) : ownerOf(language, stored)).then((account) => {
      if (!isCurrent) return;
      if (account !== null && stored !== null) setSession({ step: "in", token: stored, account });
      else end(null);
    });
    return () => {
      isCurrent = false;
    };
  }, [language, end]);
  const enter = async (credentials: Credentials) => {
    const result = await logIn(language, credentials);
    if (!result.ok) {
      const { status, message } = result.error;
      return status === 401 ? t("wrong") : message === "" ? t("noAnswer") : message;
    }
    const { token, deviceToken, username, role, totp, mustChangePassword } = result.value;
    storeToken(token);
    storeDevice(deviceToken);
    setSession({ step: "in", token, account: { username, role, totp, mustChangePassword } });
    notify({ title: t("loginSuccessful"), text: t("welcome") });
    return null;
  };
  const leave = async () => {
    // The token is of no more use here, whether the server could be notified or not.
    await client?.POST("/api/admin/logout").catch(() => undefined);
    // The orders that an administrator looked at are customers'.
    forgetOrders();
    end("left");
    notify({ title: t("loggedOut") });
  };
  const expire = useCallback(
    ({ isUndone } = { isUndone: false }) => end(isUndone ? "undone" : "ended"),
    [end],
  );
  const setAccount = useCallback((account: Account) => {
    setSession((now) => (now.step === "in" ? { ...now, account } : now));
  }, []);
  const account = session.step === "in" ? session.account : null;
  const ended = session.step === "out" ? session.ended : null;
  return { step: session.step, client, account, setAccount, ended, enter, leave, expire };
}
