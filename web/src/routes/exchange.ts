import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadExchange } from "../features/exchange/load";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

interface ExchangeSearch {
  from?: string;
  to?: string;
  amount?: string;
  /** `mixer` opens the second tab of the home page. */
  form?: string;
}

function validateSearch(search: Record<string, unknown>): ExchangeSearch {
  const text = (name: string) =>
    typeof search[name] === "string" ? { [name]: search[name].slice(0, 60) } : {};
  return { ...text("from"), ...text("to"), ...text("amount"), ...text("form") };
}

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch,
  beforeLoad: ({ context, search }) =>
    search.form === "mixer" ? addPageMessages(context, "mixer") : undefined,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadExchange(context, deps),
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
