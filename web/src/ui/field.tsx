import type { ReactNode } from "react";

/** The id of a field's message, for `aria-describedby`. */
export function messageId(name: string): string {
  return `${name}-message`;
}

/** The line under a field: its error, or else a hint; it keeps its height where typing changes it, so that nothing jumps. */
export function FieldMessage({
  name,
  error,
  children,
  reserve = true,
}: {
  name: string;
  error?: string | undefined;
  children?: ReactNode;
  reserve?: boolean;
}) {
  return (
    <p
      id={messageId(name)}
      className={`${reserve ? "min-h-5" : "not-empty:mt-1"} text-sm ${error === undefined ? "text-soft" : "text-bad"}`}
      aria-live="polite"
    >
      {error ?? children}
    </p>
  );
}
