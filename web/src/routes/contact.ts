import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/contact",
  beforeLoad: ({ context }) => addPageMessages(context, "contact"),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/contact",
      title: t("contact.metaTitle"),
      description: t("contact.metaDescription"),
      keywords: t("contact.metaKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/contact/contact-page"), "ContactPage"),
});
