/** The upper and the lower edge of something, in pixels from the upper edge of the window. */
export interface Span {
  top: number;
  bottom: number;
}

interface Room {
  /** What may not be covered, of all that is as far left or right as what is to be placed. */
  taken: readonly Span[];
  height: number;
  /** Between what is placed, what may not be covered, and the window's edges. */
  gap: number;
  windowHeight: number;
}

/** The lowest place in the window for something of this height that covers nothing; null where there is none. */
export function freeTop({ taken, height, gap, windowHeight }: Room): number | null {
  const edges = [windowHeight, ...taken.map(({ top }) => top)];
  const isFree = (at: number) =>
    taken.every(({ top, bottom }) => bottom + gap <= at || top - gap >= at + height);
  const places = edges
    .map((edge) => edge - gap - height)
    .filter((at) => at >= gap && at + height + gap <= windowHeight && isFree(at));
  return places.length === 0 ? null : Math.max(...places);
}
