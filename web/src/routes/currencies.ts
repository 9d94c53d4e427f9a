import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadCurrencies } from "../features/currencies/load";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const currenciesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/currencies",
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search.q === "string" ? { q: search.q.slice(0, 60) } : {},
  beforeLoad: ({ context }) => addPageMessages(context, "currencies"),
  loader: ({ context }) => loadCurrencies(context),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/currencies",
      title: t("currencies.metaTitle"),
      description: t("currencies.metaDescription"),
      keywords: t("currencies.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/currencies/currencies-page"), "CurrenciesPage"),
});
