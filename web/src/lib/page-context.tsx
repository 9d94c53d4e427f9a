import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { AppContext } from "./app-context";
import { LANGUAGE_RECORDS } from "./languages";
import type { PageState, SubmittedForm } from "./page-state";

const root = getRouteApi("__root__");

/** The request's own parts: the API client, the catalogue and the page state. */
export function useAppContext(): AppContext {
  return root.useRouteContext();
}

/** What the server knew when it rendered this page. */
export function usePage(): PageState {
  return useAppContext().page;
}

/** What is between two sentences of a paragraph in the page's language: a space, or nothing. */
export function useSentenceGap(): string {
  return LANGUAGE_RECORDS[usePage().language].sentenceGap;
}

/** The posted form to show again, if it is this one; taken once, so that a later visit starts clean. */
export function useSubmitted(form: string): SubmittedForm | null {
  const page = usePage();
  const [submitted] = useState(() => (page.submitted?.form === form ? page.submitted : null));
  useEffect(() => {
    page.submitted = null;
  }, [page]);
  return submitted;
}

const subscribeNothing = () => () => {};

/** False on the server and in the first browser render, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNothing,
    () => true,
    () => false,
  );
}

/** The time in ms, ticking each second; starts with the server's, so that both render the same. */
export function useNowMs(): number {
  const page = usePage();
  const [nowMs, setNowMs] = useState(page.renderedAtMs);
  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
