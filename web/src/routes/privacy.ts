import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/privacy",
  beforeLoad: ({ context }) => addPageMessages(context, "privacy"),
  head: ({ match }) => pageHead(match.context, "/privacy", "privacy"),
  component: lazyRouteComponent(() => import("../features/legal/privacy-page"), "PrivacyPage"),
});
