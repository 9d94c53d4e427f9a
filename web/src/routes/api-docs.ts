import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const apiDocsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/api-docs",
  beforeLoad: ({ context }) => addPageMessages(context, "api-docs"),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/api-docs",
      title: t("apiDocs.metaTitle"),
      description: t("apiDocs.metaDescription"),
      keywords: t("apiDocs.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/api-docs/api-docs-page"), "ApiDocsPage"),
});
