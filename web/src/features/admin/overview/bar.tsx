/** A share of a whole as a hairline bar; the figure itself is shown beside it. */
export function Bar({ share, isWarm = false }: { share: number; isWarm?: boolean }) {
  const width = Math.min(1, Math.max(0, share)) * 100;
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-1.5 w-full rounded-sm"
    >
      <rect width="100" height="4" className="fill-well" />
      {/* What is not nothing is seen. */}
      <rect
        width={share > 0 ? Math.max(1, width) : 0}
        height="4"
        className={isWarm ? "fill-warn" : "fill-accent"}
      />
    </svg>
  );
}
