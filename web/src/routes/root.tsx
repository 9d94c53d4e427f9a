import { createRootRouteWithContext } from "@tanstack/react-router";
import type { AppContext } from "../lib/app-context";
import { headTranslator, seoHead } from "../lib/seo";
import { pageEnd } from "../ui/below-footer";
import { languageOffer } from "../ui/below-offer";
import { Document } from "../ui/document";
import { ErrorPage } from "../ui/error-page";
import { NotFoundPage } from "../ui/not-found-page";

export const rootRoute = createRootRouteWithContext<AppContext>()({
  beforeLoad: async ({ context }) => {
    await Promise.all([
      pageEnd.preload(context),
      context.page.isFirstVisit ? languageOffer.preload(context) : undefined,
    ]);
  },
  head: ({ match }) => {
    const t = headTranslator(match.context);
    // What no page replaces: an unknown route has the home page's texts.
    const seo = seoHead(match.context, {
      path: "/",
      title: t("meta.homeTitle"),
      description: t("meta.homeDescription"),
      keywords: t("meta.homeKeywords"),
      index: false,
    });
    return {
      meta: [
        { charSet: "utf-8" },
        { name: "viewport", content: "width=device-width, initial-scale=1" },
        // Same-origin form posts keep their Origin header, and nothing is said to other sites.
        // As the header: no request names an order's page.
        { name: "referrer", content: "no-referrer" },
        { name: "color-scheme", content: "light dark" },
        ...seo.meta,
      ],
      links: [{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }],
    };
  },
  shellComponent: Document,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});
