import { useLayoutEffect, useState } from "react";
import { freeTop } from "./free-top";

const CONTROLS = "a[href], button, input:not([type=hidden]), label:has(input), select, textarea, summary";
const GAP_PX = 8;

/**
 * Where on the page a notice covers no control, as pixels from the page's upper edge; null where there is no such place.
 * It scrolls with the page, and is looked for again when the page changes.
 */
export function useFreePlace(notice: HTMLElement | null): number | null {
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (notice === null) return;
    const place = () => setTop(freePlaceOf(notice));
    const watch = new ResizeObserver(place);
    for (const element of [notice, document.body]) watch.observe(element);
    place();
    return () => watch.disconnect();
  }, [notice]);
  return top;
}

function freePlaceOf(notice: HTMLElement): number | null {
  const { left, right, height } = notice.getBoundingClientRect();
  const taken = [...document.querySelectorAll(CONTROLS)]
    .filter((control) => !notice.contains(control) && control.checkVisibility())
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 1 && box.right > left && box.left < right);
  const top = freeTop({ taken, height, gap: GAP_PX, windowHeight: window.innerHeight });
  return top === null ? null : top + window.scrollY;
}
