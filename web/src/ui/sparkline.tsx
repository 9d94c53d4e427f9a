interface Box {
  width: number;
  height: number;
  low: number;
  high: number;
}

/** The corners of a line of figures over time, in a box of the given size, in whole units; it takes the whole box. */
export function lineCorners(
  points: readonly (readonly [number, number])[],
  { width, height, low, high }: Box,
  { from, to }: { from: number; to: number } = { from: points[0]?.[0] ?? 0, to: points.at(-1)?.[0] ?? 0 },
): string[] {
  const x = (at: number) => ((at - from) / (to - from || 1)) * width;
  const y = (value: number) => height - ((value - low) / (high - low || 1)) * height;
  return points.map(([at, value]) => `${Math.round(x(at))} ${Math.round(y(value))}`);
}

/** The least height of a scale, as a share of the value: smaller moves are noise, and are drawn as such. */
const SPAN_MIN = 0.01;

/** The scale that a chart is drawn to: from the lowest to the highest figure, but never less than one percent. */
export function scaleOf(values: readonly number[]): { low: number; high: number } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const missing = Math.max(0, ((low + high) / 2) * SPAN_MIN - (high - low));
  return { low: low - missing / 2, high: high + missing / 2 };
}
