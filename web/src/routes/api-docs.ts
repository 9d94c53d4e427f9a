import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const apiDocsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/api-docs",
  beforeLoad: ({ context }) => addPageMessages(context, "api-docs"),
  head: ({ match }) => pageHead(match.context, "/api-docs", "apiDocs"),
  component: lazyRouteComponent(() => import("../features/api-docs/api-docs-page"), "ApiDocsPage"),
});
