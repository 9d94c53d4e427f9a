import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { assurances, market } from "../features/exchange/below";
import { HomeMixer } from "../features/exchange/home-mixer";
import { type ExchangeSearch, loadExchange, loadHome } from "../features/exchange/load";
import type { AppContext } from "../lib/app-context";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

interface PageSearch extends ExchangeSearch {
  /** `mixer` opens the second tab of the home page. */
  form?: string;
}

function validateSearch(search: Record<string, unknown>): PageSearch {
  const text = (name: string) =>
    typeof search[name] === "string" ? { [name]: search[name].slice(0, 60) } : {};
  return {
    ...text("from"),
    ...text("to"),
    ...text("amount"),
    ...text("addressType"),
    ...text("range"),
    ...text("form"),
  };
}

/** Comes with the tab: the exchange does without it. */
async function loadMixerTab(context: AppContext, search: PageSearch) {
  const { loadHomeMixer } = await import("../features/mixer/load");
  return loadHomeMixer(context, search);
}

/** The home page's data and, on the second tab, the mixer form's. */
async function loadTabs(context: AppContext, search: PageSearch) {
  const [home, mixer] = await Promise.all([
    loadHome(context, search),
    search.form === "mixer" ? loadMixerTab(context, search) : null,
  ]);
  return { ...home, mixer };
}

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch,
  beforeLoad: async ({ context, search }) => {
    const isMixer = search.form === "mixer";
    await Promise.all([
      market.preload(context),
      assurances.preload(context),
      ...(isMixer ? [addPageMessages(context, "mixer"), HomeMixer.preload?.()] : []),
    ]);
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadTabs(context, deps),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/",
      title: t("meta.homeTitle"),
      description: t("meta.homeDescription"),
      keywords: t("meta.homeKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/exchange/home-page"), "HomePage"),
});

export const exchangeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/exchange",
  validateSearch,
  beforeLoad: async ({ context }) => {
    await Promise.all([addPageMessages(context, "exchange"), addPageMessages(context, "chart")]);
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadExchange(context, deps),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    const title = t("meta.exchangeTitle");
    return seoHead(match.context, {
      path: "/exchange",
      title,
      description: t("meta.exchangeDescription"),
      keywords: t("meta.exchangeKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/exchange/exchange-page"), "ExchangePage"),
});
