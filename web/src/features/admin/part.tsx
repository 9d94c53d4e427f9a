import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { ApiResult } from "../../lib/api";

/** One part of the console: its title, what it is about, and its answer once there is one. */
export function Part<T>({
  id,
  title,
  lead,
  result,
  children,
}: {
  id: string;
  title: string;
  lead: string;
  /** Null while it is awaited. */
  result: ApiResult<T> | null;
  children: (data: T) => ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="min-w-0 border-t pt-6">
      <h2 id={id} className="text-lg font-semibold tracking-tight sm:text-xl">
        {title}
      </h2>
      <p className="mt-1 max-w-[64ch] text-soft">{lead}</p>
      <div className="mt-4">
        <Answer result={result}>{children}</Answer>
      </div>
    </section>
  );
}

function Answer<T>({ result, children }: { result: ApiResult<T> | null; children: (data: T) => ReactNode }) {
  const t = useTranslations("admin");
  if (result === null) return <p className="breathe text-soft">{t("loading")}</p>;
  if (result.ok) return children(result.data);
  const { message } = result.problem;
  return (
    <p role="alert" className="font-medium text-bad">
      {message === "" ? t("noAnswer") : message}
    </p>
  );
}

/** The look of a table's cells at once. */
export const tableLook =
  "w-full text-sm [&_tbody]:border-b [&_td]:py-2 [&_td]:align-top [&_td]:not-last:pr-5 [&_th]:py-2 [&_th]:text-left [&_th]:align-top [&_th]:font-normal [&_th]:not-last:pr-5 [&_thead_th]:font-semibold [&_thead_th]:text-soft [&_tbody_tr]:border-t";

/** A table that scrolls inside of itself where the window is narrower. */
export function Table({
  label,
  heads,
  children,
}: {
  label: string;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className={tableLook}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Good or bad, told by a word and by the shape of its mark. */
export function Mark({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${isGood ? "text-good" : "text-bad"}`}>
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 border border-current ${isGood ? "rounded-full bg-current" : ""}`}
      />
      {children}
    </span>
  );
}
