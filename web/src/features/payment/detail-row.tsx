import type { ReactNode } from "react";

/** One line of an order's details. */
export function Row({ name, copy, children }: { name: string; copy?: ReactNode; children: ReactNode }) {
  return (
    <div className="py-2">
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="flex items-center justify-between gap-2">
        <div className="min-w-0 grow">{children}</div>
        {copy}
      </dd>
    </div>
  );
}
