import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadFaq } from "../features/faq/load";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const faqRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/faq",
  beforeLoad: ({ context }) => addPageMessages(context, "faq"),
  loader: ({ context }) => loadFaq(context),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/faq",
      title: t("faq.metaTitle"),
      description: t("faq.metaDescription"),
      keywords: t("faq.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/faq/faq-page"), "FaqPage"),
});
