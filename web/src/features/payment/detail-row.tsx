import type { ReactNode } from "react";

interface RowProps {
  name: string;
  copy?: ReactNode;
  /** For paper only: on a screen it is elsewhere. */
  isPrinted?: boolean;
  children: ReactNode;
}

/** One line of an order's details. */
export function Row({ name, copy, isPrinted = false, children }: RowProps) {
  return (
    <div className={isPrinted ? "hidden py-2 print:block" : "py-2"}>
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="flex items-center justify-between gap-2">
        <div className="min-w-0 grow">{children}</div>
        {copy}
      </dd>
    </div>
  );
}
