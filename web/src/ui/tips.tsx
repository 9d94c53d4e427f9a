import { Suspense, useEffect, useState } from "react";
import { lazyOr } from "../lib/lazy-or";
import type { TipTarget } from "./tip-layer";

const TipLayer = lazyOr(() => import("./tip-layer").then((module) => module.TipLayer));

const TARGETS_MAX = 50;

/**
 * The tips of all elements that have a `title` and the attribute `data-tip`. The title serves where no script
 * runs; at the first hover or focus it is taken away, and a tip stands in for it. The code of the tips is loaded
 * only then.
 */
export function Tips() {
  const [targets, setTargets] = useState<readonly TipTarget[]>([]);
  useEffect(() => {
    const take = (event: Event) => {
      const element = event.target instanceof Element ? event.target.closest("[data-tip][title]") : null;
      if (!(element instanceof HTMLElement)) return;
      const text = element.title;
      element.removeAttribute("title");
      setTargets((known) => [
        { element, text },
        ...known
          .filter((other) => other.element !== element && other.element.isConnected)
          .slice(0, TARGETS_MAX),
      ]);
    };
    document.addEventListener("pointerover", take);
    document.addEventListener("focusin", take);
    return () => {
      document.removeEventListener("pointerover", take);
      document.removeEventListener("focusin", take);
    };
  }, []);
  if (targets.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <TipLayer targets={targets} />
    </Suspense>
  );
}
