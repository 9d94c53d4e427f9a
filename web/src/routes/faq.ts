import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const faqRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/faq",
  beforeLoad: ({ context }) => addPageMessages(context, "faq"),
  loader: async ({ context }) => {
    const { loadFaq } = await import("../features/faq/load");
    return loadFaq(context);
  },
  head: ({ match }) => pageHead(match.context, "/faq", "faq"),
  component: lazyRouteComponent(() => import("../features/faq/faq-page"), "FaqPage"),
});
