const RADIUS = 75;
const EDGE = 1;
const APART = 31.2;
const CENTRES = Array.from({ length: 7 }, (_, index) => RADIUS + EDGE + index * APART);
const WIDTH = 2 * (RADIUS + EDGE) + 6 * APART;
const HEIGHT = 2 * (RADIUS + EDGE);
const MIDDLE = HEIGHT / 2;

/** Discs that lie over each other, half filled together: which is whose cannot be told. */
export function MixPicture({ className }: { className: string }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={`text-accent ${className}`} aria-hidden="true">
      <rect
        x={EDGE}
        y={EDGE}
        width={WIDTH - 2 * EDGE}
        height={2 * RADIUS}
        rx={RADIUS}
        className="fill-(--rest)"
      />
      {CENTRES.map((x) => (
        <path
          key={x}
          d={`M${x - RADIUS} ${MIDDLE}a${RADIUS} ${RADIUS} 0 0 1 ${2 * RADIUS} 0`}
          className="fill-none stroke-current"
          strokeWidth="1.25"
        />
      ))}
      <path
        d={`M${EDGE} ${MIDDLE}H${WIDTH - EDGE}a${RADIUS} ${RADIUS} 0 0 1-${RADIUS} ${RADIUS}H${RADIUS + EDGE}a${RADIUS} ${RADIUS} 0 0 1-${RADIUS}-${RADIUS}Z`}
        fill="currentColor"
      />
    </svg>
  );
}
