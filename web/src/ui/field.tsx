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
  beside,
}: {
  name: string;
  error?: string | undefined;
  children?: ReactNode;
  reserve?: boolean;
  /** What can be pressed at the end of the line; not read with the field. */
  beside?: ReactNode;
}) {
  // A line is kept free, so that an error moves nothing below.
  const kept = beside === undefined ? "min-h-6 pt-1" : "min-h-5";
  const message = (
    <p
      id={messageId(name)}
      className={`${reserve ? kept : "not-empty:mt-1"} text-sm ${error === undefined ? "text-soft" : "text-bad"}`}
      aria-live="polite"
    >
      {error ?? children}
    </p>
  );
  if (beside === undefined) return message;
  return (
    <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
      {message}
      {beside}
    </div>
  );
}
