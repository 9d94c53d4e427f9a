import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { pathPattern } from "../lib/path-pattern";

/**
 * Reports which kind of page is opened to the operator's own address: the route's pattern, never a path, an id, a code
 * or a query, and no cookie goes along. A browser that asks not to be tracked (Global Privacy Control, Do Not Track) reports
 * nothing, and neither does a visit by the onion.
 */
export function Analytics({ url }: { url: string }) {
  const router = useRouter();
  useEffect(() => {
    if (asksForPrivacy(navigator) || location.hostname.endsWith(".onion")) return;
    const report = () => {
      const route = router.state.matches.at(-1)?.routeId;
      const body = JSON.stringify({ path: pathPattern(route) });
      // As a beacon, but a beacon brings the cookies of its host. Whether it arrives is the operator's concern.
      fetch(url, { method: "POST", body, keepalive: true, credentials: "omit", mode: "no-cors" }).catch(
        () => {},
      );
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
