import { lazyRouteComponent } from "@tanstack/react-router";

/** The form of the home page's second tab; the route loads it before the page is shown. */
export const HomeMixer = lazyRouteComponent(() => import("../mixer/home-mixer-form"), "HomeMixerForm");
