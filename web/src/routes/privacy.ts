import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/privacy",
  beforeLoad: ({ context }) => addPageMessages(context, "privacy"),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/privacy",
      title: t("privacy.metaTitle"),
      description: t("privacy.metaDescription"),
      keywords: t("privacy.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/legal/privacy-page"), "PrivacyPage"),
});
