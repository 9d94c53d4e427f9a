import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { seoHead } from "../lib/seo";
import { rootRoute } from "./root";

/** The page of a problem code: where the `type` of the API's failures leads. */
export const problemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/problems/$",
  beforeLoad: ({ context }) => addPageMessages(context, "api-docs"),
  // Loaded late: few visitors come here, and every visitor loads the routes.
  loader: ({ context, params }) =>
    import("../features/problem/load").then(({ loadProblem }) => loadProblem(context, params._splat)),
  head: ({ match, loaderData }) =>
    loaderData === undefined
      ? {}
      : seoHead(match.context, {
          path: `/problems/${loaderData.code}`,
          title: `${loaderData.title} · Sotto`,
          description: loaderData.message,
        }),
  component: lazyRouteComponent(() => import("../features/problem/problem-page"), "ProblemPage"),
});
