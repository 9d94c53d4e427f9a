import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

export const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/contact",
  beforeLoad: ({ context }) => addPageMessages(context, "contact"),
  head: ({ match }) => pageHead(match.context, "/contact", "contact"),
  component: lazyRouteComponent(() => import("../features/contact/contact-page"), "ContactPage"),
});
