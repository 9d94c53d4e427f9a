import { createRoute, lazyRouteComponent, type SearchSchemaInput } from "@tanstack/react-router";
import type { AdminSearch } from "../features/admin/search";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

async function importPage() {
  const [{ withQueries }, { AdminPage }] = await Promise.all([
    import("../ui/query-scope"),
    import("../features/admin/admin-page"),
  ]);
  return { AdminPage: withQueries(AdminPage) };
}

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/admin",
  // The console reads its address itself: other pages do without the code of that.
  validateSearch: (search: AdminSearch & SearchSchemaInput): Record<string, unknown> => ({ ...search }),
  beforeLoad: ({ context }) => addPageMessages(context, "admin"),
  head: ({ match }) => {
    const t = headTranslator(match.context);
    return seoHead(match.context, {
      path: "/admin",
      title: t("admin.metaTitle"),
      description: t("admin.metaDescription"),
      keywords: t("admin.metaKeywords"),
      index: false,
    });
  },
  component: lazyRouteComponent(importPage, "AdminPage"),
});
