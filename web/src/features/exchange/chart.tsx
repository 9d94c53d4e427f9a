import type { PointerEvent } from "react";
import { lineCorners, scaleOf } from "../../ui/sparkline";

const WIDTH = 648;
const HEIGHT = 248;
/** Of the height, left free below the lowest figure. */
const GROUND = 0.12;
/** More than the outline is wide. */
const EDGE = 6;

export interface ChartPoint {
  at: number;
  rate: number;
}

/** A filled line of rates over time, drawn on the server; a pointer over it reads a single one. */
export function Chart({
  points,
  label,
  read,
  onRead,
}: {
  points: readonly ChartPoint[];
  label: string;
  /** The point that is marked; null for none. */
  read: number | null;
  /** The point under the pointer; null once it left. */
  onRead: (index: number | null) => void;
}) {
  const { low, high } = scaleOf(points.map(({ rate }) => rate));
  const box = { width: WIDTH, height: HEIGHT, low: low - (high - low) * GROUND, high };
  const corners = lineCorners(
    points.map(({ at, rate }) => [at, rate] as const),
    box,
  );
  const line = `M${corners.join("L")}`;
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onRead(nearest(points, (event.clientX - left) / width));
  };
  const [first, last] = [points[0], points.at(-1)];
  const marked = read === null ? undefined : points[read];
  const x =
    marked === undefined || first === undefined || last === undefined
      ? null
      : ((marked.at - first.at) / (last.at - first.at || 1)) * WIDTH;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onPointerMove={onMove}
      onPointerLeave={() => onRead(null)}
      className="chart h-44 w-full sm:h-62"
    >
      {/* The sides and the ground lie outside the picture: of the outline, only the rates show. */}
      <path
        d={`${line}L${WIDTH + EDGE} ${HEIGHT + EDGE}L${-EDGE} ${HEIGHT + EDGE}Z`}
        className="chart-ground"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {x === null ? null : (
        <path
          d={`M${x} 0V${HEIGHT}`}
          stroke="var(--warn)"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}

/** The index of the point closest to a share of the width. */
function nearest(points: readonly ChartPoint[], share: number): number {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const at = first.at + share * (last.at - first.at);
  return points.reduce(
    (best, point, index) => (Math.abs(point.at - at) < Math.abs((points[best]?.at ?? 0) - at) ? index : best),
    0,
  );
}
