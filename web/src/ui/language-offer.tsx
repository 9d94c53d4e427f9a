import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { rememberLanguage, savedLanguage } from "../lib/browser";
import { isRegistered } from "../lib/catalogues";
import { type Language, languageRecords } from "../lib/languages";
import { usePage } from "../lib/page-context";
import { languageOfTimeZone } from "../lib/time-zones";
import { useReturnPath } from "./header";
import { Icon } from "./icon";

/** Offers the language that the browser's time zone speaks for, once, while no choice was made. */
export function LanguageOffer() {
  const t = useTranslations("header");
  const { language } = usePage();
  const returnPath = useReturnPath();
  const [offered, setOffered] = useState<Language | null>(null);
  useEffect(() => {
    const likely = languageOfTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const isOffered = savedLanguage() === null && likely !== language && isRegistered(likely);
    setOffered(isOffered ? likely : null);
  }, [language]);
  if (offered === null) return null;
  const { nativeName, tag } = languageRecords[offered];
  return (
    <form
      method="post"
      action={`/${language}/preferences`}
      className="panel fade-in fixed bottom-4 left-4 z-30 flex max-w-[calc(100vw-2rem)] flex-wrap items-center gap-3 p-3 text-sm shadow-lg"
    >
      <input type="hidden" name="return" value={returnPath} />
      {t("offer")}
      <button
        type="submit"
        name="language"
        value={offered}
        lang={tag}
        className="button"
        onClick={() => rememberLanguage(offered)}
      >
        {nativeName}
      </button>
      <button
        type="button"
        className="p-2 text-soft"
        aria-label={t("offerClose")}
        onClick={() => {
          rememberLanguage(language);
          setOffered(null);
        }}
      >
        <Icon name="close" />
      </button>
    </form>
  );
}
