import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadAbout } from "../features/about/load";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/about",
  beforeLoad: ({ context }) => addPageMessages(context, "about"),
  loader: ({ context }) => loadAbout(context),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/about",
      title: t("about.metaTitle"),
      description: t("about.metaDescription"),
      keywords: t("about.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/about/about-page"), "AboutPage"),
});
