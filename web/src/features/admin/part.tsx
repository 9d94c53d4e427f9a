import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";

/** One part of the console: its title, what it is about, and what belongs to it. */
export function Part({
  id,
  title,
  lead,
  side,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  /** Shown at the end of the title. */
  side?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-lg display">
          {title}
        </h2>
        {side}
      </div>
      {lead === undefined ? null : <p className="mt-1 max-w-[64ch] text-sm text-pretty text-soft">{lead}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}

/** What the service answered, once it did; `children` shows what it did not refuse. */
export function Answer<T>({
  result,
  children,
}: {
  /** Null while it is awaited. */
  result: ApiResult<T> | null;
  children: (data: T) => ReactNode;
}) {
  const t = useTranslations("admin");
  if (result === null)
    return (
      <p role="status" className="breathe py-2 text-soft">
        {t("loading")}
      </p>
    );
  if (result.ok) return children(result.value);
  return <Failure message={result.error.message} />;
}

/** What went wrong, in the service's words where it said something. */
export function Failure({
  title,
  message,
  takesFocus = false,
}: {
  title?: string;
  message: string;
  /** Of what was done here: the focus goes to it, and it is scrolled into view. */
  takesFocus?: boolean;
}) {
  const t = useTranslations("admin");
  const text = message === "" ? t("noAnswer") : message;
  const own = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is another reason to look
  useEffect(() => {
    if (takesFocus) own.current?.focus();
  }, [takesFocus, title, text]);
  return (
    <div ref={own} role="alert" tabIndex={-1} className="font-medium text-pretty text-bad">
      {title === undefined ? null : <p className="font-semibold">{title}</p>}
      <p>{text}</p>
    </div>
  );
}

/** Shown where a list is empty. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="border-y py-6 text-center text-soft">{children}</p>;
}

/** The look of a table's cells at once. */
const TABLE_LOOK =
  "w-full text-sm [&_tbody]:border-b [&_td]:py-1.5 [&_td]:align-top [&_td]:not-last:pr-3.5 sm:[&_td]:not-last:pr-5 [&_th]:py-1.5 [&_th]:text-left [&_th]:align-top [&_th]:font-normal [&_th]:not-last:pr-3.5 sm:[&_th]:not-last:pr-5 [&_thead_th]:text-xs [&_thead_th]:font-semibold [&_thead_th]:whitespace-nowrap [&_thead_th]:text-soft [&_tbody_tr]:border-t [&_.figure]:text-right [&_.figure]:whitespace-nowrap";

export interface Head {
  name: string;
  /** Figures stand at the right edge of their column. */
  isFigure?: boolean;
}

/** A table that scrolls inside of itself where the window is narrower. */
export function Table({
  label,
  heads,
  children,
}: {
  label: string;
  heads: readonly (string | Head)[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div tabIndex={0} className="scroll-edge overflow-x-auto">
      <table className={TABLE_LOOK}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {heads.map((head) => {
              const { name, isFigure = false } = typeof head === "string" ? { name: head } : head;
              return (
                <th key={name} scope="col" className={isFigure ? "figure" : undefined}>
                  {name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Good or bad, shown by a word and by the shape of its mark. */
export function Mark({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${isGood ? "text-good" : "text-bad"}`}
    >
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 border border-current ${isGood ? "rounded-full bg-current" : ""}`}
      />
      {children}
    </span>
  );
}

/** Names and what belongs to them, in as many columns as there is room for. */
export function Facts({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-10 border-b text-sm sm:grid-cols-2">
      {items.map(({ name, value }) => (
        <div key={name} className="grid grid-cols-[minmax(6rem,32%)_1fr] gap-x-4 border-t py-2">
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
