import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

interface ExplorerSearch {
  q?: string;
  cursor?: string;
  /** Stops the automatic refresh of the page without JavaScript. */
  refresh?: "off";
}

/** The explorer of the simulated networks; on other networks there is no such page. */
export const explorerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/simnet/$",
  validateSearch: (search: Record<string, unknown>): ExplorerSearch => ({
    ...(typeof search.q === "string" ? { q: search.q.trim().slice(0, 120) } : {}),
    ...(typeof search.cursor === "string" ? { cursor: search.cursor.slice(0, 20) } : {}),
    ...(search.refresh === "off" ? { refresh: "off" } : {}),
  }),
  beforeLoad: ({ context }) => addPageMessages(context, "explorer"),
  loaderDeps: ({ search }) => search,
  // Loaded late: few visitors come here, and every visitor loads the routes.
  loader: ({ context, params, deps }) =>
    import("../features/explorer/load").then(({ loadExplorer }) =>
      loadExplorer(context, params._splat, deps),
    ),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/simnet",
      title: t("explorer.metaTitle"),
      description: t("explorer.metaDescription"),
      index: false,
    });
  },
  component: lazyRouteComponent(() => import("../features/explorer/explorer-page"), "ExplorerPage"),
});
