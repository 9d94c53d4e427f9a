const SIZES = { small: "size-5", medium: "size-6", large: "size-8", "extra-large": "size-12" } as const;

/** The mark: a disc filled below the line, for a voice kept low. */
export function Logo({ size }: { size: keyof typeof SIZES }) {
  return (
    <svg viewBox="0 0 32 32" className={`${SIZES[size]} text-accent`} aria-hidden="true">
      <circle cx="16" cy="16" r="13.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <path d="M3 16a13 13 0 0 0 26 0z" fill="currentColor" />
    </svg>
  );
}
