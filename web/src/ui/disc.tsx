import { useId } from "react";

/** How high a disc is filled: 0 is a ring, 1 is full; `tilted` means that a decision of the visitor is awaited. */
export interface DiscLevel {
  level: number;
  isTilted?: boolean;
}

/**
 * The half-filled disc that says how far something has come; always beside a text that says the same. `isSolid` is
 * the large one of a coloured field, without a ring; `isFine` has a thin ring, for a disc that is large itself.
 */
export function Disc({
  level,
  isTilted = false,
  isSolid = false,
  isFine = false,
  tone = "text-accent",
  className = "size-6",
}: DiscLevel & { isSolid?: boolean; isFine?: boolean; tone?: string; className?: string }) {
  const clip = useId();
  const ring = isFine ? 0.5 : 2.5;
  const radius = isSolid ? 16 : isFine ? 15.5 : 13.5;
  const top = 16 + radius - 2 * radius * Math.min(Math.max(level, 0), 1);
  return (
    <svg viewBox="0 0 32 32" className={`${className} ${tone} shrink-0`} aria-hidden="true">
      <clipPath id={clip}>
        <circle cx="16" cy="16" r={radius} />
      </clipPath>
      <circle
        cx="16"
        cy="16"
        r={radius}
        className={isSolid ? "fill-(--rest)" : "fill-none stroke-current"}
        strokeWidth={isSolid ? undefined : ring}
      />
      <g clipPath={`url(#${clip})`}>
        <g className={isTilted ? "disc-tilt" : ""}>
          <rect x="-8" width="48" y={top} height="48" fill="currentColor" className="tide" />
        </g>
      </g>
    </svg>
  );
}
