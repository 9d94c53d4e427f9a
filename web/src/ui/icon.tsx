const PATHS = {
  swap: "M8 4v15m0 0-4-4m4 4 4-4M16 20V5m0 0-4 4m4-4 4 4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "m5 12.5 4.5 4.5L19 7.5",
  paste: "M9 4h6v3H9zM9 5H5v15h14V5h-4",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  globe: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 0c3 3 3 15 0 18-3-3-3-15 0-18ZM3.5 9.5h17m-17 5h17",
  chevron: "m6 9 6 6 6-6",
  arrow: "M4 12h16m0 0-5-5m5 5-5 5",
  wallet: "M4 7h14v12H4zM4 7l10-3v3m4 5h-4v3h4",
  close: "M6 6l12 12M18 6 6 18",
  scan: "M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4M8 8h3v3H8zm5 0h3v3h-3zm-5 5h3v3H8zm5 0h3v3h-3z",
  menu: "M4 7h16M4 12h16M4 17h16",
  message: "M4 5h16v11H11l-4 4v-4H4z",
} as const;

/** A line icon of the interface itself; always beside or under a text that names it. */
export function Icon({ name, className = "size-5" }: { name: keyof typeof PATHS; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`icon ${className}`} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
