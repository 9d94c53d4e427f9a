import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { addPageMessages } from "../lib/catalogues";
import { pageHead } from "../lib/seo";
import { rootRoute } from "./root";

interface MixerSearch {
  from?: string;
  to?: string;
  amount?: string;
}

function validateSearch(search: Record<string, unknown>): MixerSearch {
  const text = (name: string) =>
    typeof search[name] === "string" ? { [name]: search[name].slice(0, 60) } : {};
  return { ...text("from"), ...text("to"), ...text("amount") };
}

export const privacyMixerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/privacy-mixer",
  validateSearch,
  beforeLoad: ({ context }) => addPageMessages(context, "mixer"),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { loadMixer } = await import("../features/mixer/load");
    return loadMixer(context, deps);
  },
  head: ({ match }) => pageHead(match.context, "/privacy-mixer", "mixer"),
  component: lazyRouteComponent(() => import("../features/mixer/mixer-page"), "MixerPage"),
});
