import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { loadAbout } from "../features/about/load";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/about",
  beforeLoad: ({ context }) => addPageMessages(context, "about"),
  loader: ({ context }) => loadAbout(context),
  head: ({ match }) => pageHead(match.context, "/about", "about"),
  component: lazyRouteComponent(() => import("../features/about/about-page"), "AboutPage"),
});
