import { useState } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "../../ui/icon";

/** The way through a list that is read by cursors: older pages are asked for, newer ones remembered. */
export interface CursorPages {
  /** Of the page to show; undefined for the first. */
  cursor: string | undefined;
  hasNewer: boolean;
  newer: () => void;
  older: (cursor: string) => void;
}

/** Begins at the first page, and again when `of` changes. */
export function useCursorPages(of: string): CursorPages {
  const [kept, setKept] = useState<{ of: string; cursors: readonly string[] }>({ of, cursors: [] });
  const cursors = kept.of === of ? kept.cursors : [];
  return {
    cursor: cursors.at(-1),
    hasNewer: cursors.length > 0,
    newer: () => setKept({ of, cursors: cursors.slice(0, -1) }),
    older: (cursor) => setKept({ of, cursors: [...cursors, cursor] }),
  };
}

/** Leads to the newer and the older page; nothing where there is but one. */
export function Pager({
  pages,
  next,
  isBusy,
}: {
  pages: CursorPages;
  /** Cursor of the older page; null on the last. */
  next: string | null;
  isBusy: boolean;
}) {
  const t = useTranslations("admin");
  if (!pages.hasNewer && next === null) return null;
  return (
    <nav aria-label={t("pages")} className="mt-4 flex justify-between gap-3">
      <button type="button" disabled={isBusy || !pages.hasNewer} onClick={pages.newer} className="button">
        <Icon name="arrow" className="size-4 rotate-180" />
        {t("newer")}
      </button>
      <button
        type="button"
        disabled={isBusy || next === null}
        onClick={() => (next === null ? undefined : pages.older(next))}
        className="button"
      >
        {t("older")}
        <Icon name="arrow" className="size-4" />
      </button>
    </nav>
  );
}
