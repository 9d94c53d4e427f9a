import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * After a navigation without a new document, does what a browser does with one: the focus goes to the page's
 * heading, and the title is announced.
 */
export function PageFocus() {
  const router = useRouter();
  const [announced, setAnnounced] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged, toLocation }) => {
        if (fromLocation === undefined || !pathChanged) return;
        setAnnounced(document.title);
        if (toLocation.hash !== "") return;
        const main = document.getElementById("content");
        const heading = main?.querySelector("h1") ?? main;
        if (!(heading instanceof HTMLElement)) return;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <p className="sr-only" aria-live="polite">
      {announced}
    </p>
  );
}
