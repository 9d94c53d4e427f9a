import type { PrivacySession } from "@sotto/openapi";
import { useEffect, useSyncExternalStore } from "react";
import { useAppContext } from "../../lib/page-context";

/** A session lasts two hours; a page that stays open longer opens another one. */
const SESSION_FRESH_MS = 90 * 60_000;

let kept: { session: PrivacySession; atMs: number } | null = null;
const listeners = new Set<() => void>();

/** Keeps the anonymous session of this tab; null once a mix has used it up. */
export function keepSession(session: PrivacySession | null): void {
  kept = session === null ? null : { session, atMs: Date.now() };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const current = (): string => kept?.session.sessionId ?? "";

/** The anonymous session: opened by the browser on load, quietly given up where that fails; a posted one stays. */
export function useSessionId(posted: string): string {
  const { api } = useAppContext();
  const opened = useSyncExternalStore(subscribe, current, () => "");
  useEffect(() => {
    const isFresh = kept !== null && Date.now() - kept.atMs < SESSION_FRESH_MS;
    if (posted !== "" || isFresh) return;
    void api.openPrivacySession().then((answer) => (answer.ok ? keepSession(answer.value) : undefined));
  }, [api, posted]);
  return posted === "" ? opened : posted;
}
