const WIDTH = 300;
const HEIGHT = 64;
/** Room for the line's own width. */
const EDGE = 2;

/** A line of figures over time, drawn on the server; `label` says in words what it shows. */
export function Sparkline({
  points,
  label,
}: {
  /** Time in ms and value, oldest first; at least two. */
  points: readonly (readonly [number, number])[];
  label: string;
}) {
  const times = points.map(([at]) => at);
  const values = points.map(([, value]) => value);
  const from = Math.min(...times);
  const low = Math.min(...values);
  const x = (at: number) => ((at - from) / (Math.max(...times) - from || 1)) * WIDTH;
  const span = Math.max(...values) - low;
  // A rate that never moved lies in the middle.
  const y = (value: number) =>
    span === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
  const line = points.map(([at, value]) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="h-16 w-full text-accent"
    >
      <path d={`M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} className="fill-tint" />
      <path
        d={`M${line}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
