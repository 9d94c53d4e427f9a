import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

/** Kept by the service worker. The server answers it without a script: a kept page would use its nonce again. */
export const offlineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/offline",
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/offline",
      title: t("meta.offlineTitle"),
      description: t("meta.offlineDescription"),
      keywords: t("meta.offlineKeywords"),
      index: false,
    });
  },
  component: lazyRouteComponent(() => import("../ui/offline-page"), "OfflinePage"),
});
