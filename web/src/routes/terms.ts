import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadFees } from "../features/legal/load";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/terms",
  beforeLoad: ({ context }) => addPageMessages(context, "terms"),
  loader: ({ context }) => loadFees(context),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/terms",
      title: t("terms.metaTitle"),
      description: t("terms.metaDescription"),
      keywords: t("terms.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/legal/terms-page"), "TermsPage"),
});
