import { createRouter } from "@tanstack/react-router";
import type { AppContext } from "./lib/app-context";
import { addPageMessages } from "./lib/catalogues";
import { type Language, splitPath } from "./lib/languages";
import type { PageState } from "./lib/page-state";
import { routeTree } from "./routes/tree";

/** Reads a query string as plain text: `?code=123456789` stays a string of nine digits. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** Before a path without a language, so that it is none of a route. */
const NOWHERE = "/-";

/** Takes the language prefix off an address and puts it on again; home is `/en`, without a slash behind. */
function languageRewrite(language: Language) {
  return {
    input: ({ url }: { url: URL }) => {
      const { language: prefix, rest } = splitPath(url.pathname);
      // The server leads known pages to their prefix, so what has none here is no page of ours.
      url.pathname = prefix === undefined ? `${NOWHERE}${url.pathname}` : rest;
      return url;
    },
    output: ({ url }: { url: URL }) => {
      const { pathname } = url;
      if (pathname.startsWith(`${NOWHERE}/`)) url.pathname = pathname.slice(NOWHERE.length);
      else url.pathname = pathname === "/" ? `/${language}` : `/${language}${pathname}`;
      return url;
    },
  };
}

/** A router for one request or one browser tab. */
export function createAppRouter(context: AppContext, nonce?: string) {
  return createRouter({
    routeTree,
    context,
    rewrite: languageRewrite(context.page.language),
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 30_000,
    scrollRestoration: false,
    ...(nonce === undefined ? {} : { ssr: { nonce } }),
    dehydrate: () => ({ page: { ...context.page } }),
    hydrate: async (data: { page: PageState }) => {
      Object.assign(context.page, data.page);
      await Promise.all(context.page.catalogues.map((name) => addPageMessages(context, name)));
    },
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
