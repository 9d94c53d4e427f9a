import { useTranslations } from "use-intl";
import { usePage, useSentenceGap } from "../lib/page-context";
import { REFRESH_SECONDS } from "./refresh";

interface RefreshNoteProps {
  /** The page's own, below the language prefix. */
  path: string;
  /** What of its query is kept. */
  search?: Record<string, string>;
  isOff: boolean;
}

/**
 * Without JavaScript only: that the page loads itself again, and how to stop that, so that one can read or type. A browser
 * that runs scripts has no use for it, nor for its texts.
 */
export function RefreshNote(props: RefreshNoteProps) {
  return <noscript>{import.meta.env.SSR ? <Note {...props} /> : null}</noscript>;
}

function Note({ path, search = {}, isOff }: RefreshNoteProps) {
  const t = useTranslations("refresh");
  const { language } = usePage();
  const gap = useSentenceGap();
  const query = new URLSearchParams(isOff ? search : { ...search, refresh: "off" }).toString();
  return (
    <p className="text-sm text-soft">
      {isOff ? null : t("note", { seconds: REFRESH_SECONDS }) + gap}
      <a href={`/${language}${path}${query === "" ? "" : `?${query}`}`} className="link">
        {isOff ? t("resume") : t("pause")}
      </a>
    </p>
  );
}
