import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const currenciesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/currencies",
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search.q === "string" ? { q: search.q.slice(0, 60) } : {},
  beforeLoad: ({ context }) => addPageMessages(context, "currencies"),
  loader: async ({ context }) => {
    const { loadCurrencies } = await import("../features/currencies/load");
    return loadCurrencies(context);
  },
  head: ({ match }) => pageHead(match.context, "/currencies", "currencies"),
  component: lazyRouteComponent(() => import("../features/currencies/currencies-page"), "CurrenciesPage"),
});
