import type { ReactNode } from "react";
import { useHydrated, usePage } from "../../lib/page-context";
import { useFold } from "../../ui/fold";
import { Icon } from "../../ui/icon";
import { usePaymentActions } from "./action-form";

interface FoldProps {
  /** One for each fold of the page; `open` in its address names the one that is shown unfolded. */
  name: string;
  summary: ReactNode;
  error?: string | undefined;
  className?: string;
  summaryClassName?: string;
  children: ReactNode;
}

/**
 * A part of the page that unfolds. While a page without JavaScript loads itself again, which would fold everything, the
 * summary is a link instead: to the page that shows this part unfolded and stands still.
 */
export function Fold({ name, summary, error, className, summaryClassName, children }: FoldProps) {
  const { order, opened, isStill } = usePaymentActions();
  const { language } = usePage();
  const hydrated = useHydrated();
  const fold = useFold(opened === name, error);
  const id = `fold-${name}`;
  if (!hydrated && !isStill && !fold.open)
    return (
      <div className={className}>
        <a href={`/${language}/payment/${order.id}?open=${name}#${id}`} className={summaryClassName}>
          {summary}
        </a>
      </div>
    );
  return (
    <details id={id} className={className} {...fold}>
      <summary className={summaryClassName}>{summary}</summary>
      {children}
    </details>
  );
}

/** A fold across the page's column, with a chevron. */
export function WideFold({ summary, className = "border-b", ...props }: FoldProps) {
  return (
    <Fold
      {...props}
      className={`group scroll-mt-20 ${className}`}
      summaryClassName="flex min-h-12 items-center justify-between gap-4 py-2 font-medium"
      summary={
        <>
          {summary}
          <Icon name="chevron" className="size-4 shrink-0 text-soft group-open:rotate-180" />
        </>
      }
    />
  );
}
