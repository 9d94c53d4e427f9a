import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { stateKey } from "../features/track/state-key";
import { addPageMessages } from "../lib/catalogues";
import { headTranslator, seoHead } from "../lib/seo";
import { rootRoute } from "./root";

export const trackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/track",
  validateSearch: (search: Record<string, unknown>): { code?: string } =>
    // An empty value falls out of an address; a blank one stays, so that an empty search is answered.
    typeof search.code === "string" ? { code: search.code.slice(0, 40) || " " } : {},
  beforeLoad: async ({ context }) => {
    await Promise.all([addPageMessages(context, "order"), addPageMessages(context, "track")]);
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadTrack } = await import("../features/track/load");
    return loadTrack(context, deps.code);
  },
  head: ({ match, loaderData }) => {
    const t = headTranslator(match.context);
    const found = loaderData?.kind === "answer" && loaderData.result.ok ? loaderData.result.value : null;
    const title = found === null ? t("meta.trackTitle") : `${t(stateKey(found))} · ${t("meta.trackTitle")}`;
    return seoHead(match.context, {
      path: "/track",
      title,
      description: t("meta.trackDescription"),
      keywords: t("meta.trackKeywords"),
    });
  },
  component: lazyRouteComponent(() => import("../features/track/track-page"), "TrackPage"),
});
