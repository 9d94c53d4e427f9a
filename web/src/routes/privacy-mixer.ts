import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const privacyMixerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/privacy-mixer",
  beforeLoad: ({ context }) => addPageMessages(context, "mixer"),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/privacy-mixer",
      title: t("mixer.metaTitle"),
      description: t("mixer.metaDescription"),
      keywords: t("mixer.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/mixer/mixer-page"), "MixerPage"),
});
