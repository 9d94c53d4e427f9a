import type { ReactNode } from "react";
import { Logo } from "./logo";

/** A page with one thing to say: not found, failed, offline. */
export function LonePage({
  code,
  title,
  text,
  alert = false,
  children,
}: {
  /** A status to show large, such as 404. */
  code?: string;
  title: string;
  text: string;
  alert?: boolean;
  /** The ways on. */
  children: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-xl px-4 py-16 sm:px-6 sm:py-24" role={alert ? "alert" : undefined}>
      <div className="flex items-center gap-4">
        <Logo size="extra-large" />
        {code === undefined ? null : (
          <p className="text-5xl font-semibold tracking-tight text-accent">{code}</p>
        )}
      </div>
      <h1 className="mt-6 text-2xl display">{title}</h1>
      <p className="mt-2 text-soft">{text}</p>
      <div className="mt-8 flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
