import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadFaq } from "../features/faq/load";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const faqRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/faq",
  beforeLoad: ({ context }) => addPageMessages(context, "faq"),
  loader: ({ context }) => loadFaq(context),
  head: ({ match }) => pageHead(match.context, "/faq", "faq"),
  component: lazyRouteComponent(() => import("../features/faq/faq-page"), "FaqPage"),
});
