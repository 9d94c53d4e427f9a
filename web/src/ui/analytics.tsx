import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { pathPattern } from "../lib/path-pattern";

/**
 * Reports which kind of page is opened to the operator's own address: the route's pattern, never a path, an id, a code
 * or a query. A browser that asks not to be tracked (Global Privacy Control, Do Not Track) reports nothing.
 */
export function Analytics({ url }: { url: string }) {
  const router = useRouter();
  useEffect(() => {
    if (asksForPrivacy(navigator)) return;
    const report = () => {
      const route = router.state.matches.at(-1)?.routeId;
      navigator.sendBeacon(url, JSON.stringify({ path: pathPattern(route) }));
    };
    report();
    return router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
      if (fromLocation !== undefined && pathChanged) report();
    });
  }, [router, url]);
  return null;
}

const asksForPrivacy = (browser: Navigator & { globalPrivacyControl?: boolean }): boolean =>
  browser.globalPrivacyControl === true || browser.doNotTrack === "1";
