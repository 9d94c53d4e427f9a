import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePage } from "../lib/page-context";

/** A form whose buttons save a preference and come back to this page, under the chosen language's prefix. */
export function PreferenceForm({
  label,
  className,
  children,
}: {
  /** Names the form where it is a landmark by itself. */
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const { language } = usePage();
  const returnPath = useRouterState({ select: (state) => state.location.publicHref });
  return (
    <form method="post" action={`/${language}/preferences`} aria-label={label} className={className}>
      <input type="hidden" name="return" value={returnPath} />
      {children}
    </form>
  );
}
