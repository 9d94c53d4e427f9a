import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

/** Kept by the service worker; the server answers it without a script, so that it may be (design 5: nonces). */
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
