import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const currenciesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/currencies",
  beforeLoad: ({ context }) => addPageMessages(context, "currencies"),
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
