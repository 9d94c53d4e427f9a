import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadFees } from "../features/legal/load";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/terms",
  beforeLoad: ({ context }) => addPageMessages(context, "terms"),
  loader: ({ context }) => loadFees(context),
  head: ({ match }) => pageHead(match.context, "/terms", "terms"),
  component: lazyRouteComponent(() => import("../features/legal/terms-page"), "TermsPage"),
});
