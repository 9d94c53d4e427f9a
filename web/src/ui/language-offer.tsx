import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { rememberLanguage, savedLanguage } from "../lib/browser";
import { LANGUAGE_RECORDS, type Language } from "../lib/languages";
import { usePage } from "../lib/page-context";
import { languageOfTimeZone } from "../lib/time-zones";
import { Flag } from "./flags";
import { Icon } from "./icon";
import { PreferenceForm } from "./preference-form";

/**
 * Offers the language that the browser's time zone speaks for, once, while no choice was made. It takes a place of its own
 * above the header, because over the page it would cover controls.
 */
export function LanguageOffer() {
  const t = useTranslations("header");
  const { language } = usePage();
  const [offered, setOffered] = useState<Language | null>(null);
  useEffect(() => {
    const likely = languageOfTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const isOffered = savedLanguage() === null && likely !== language && likely !== undefined;
    setOffered(isOffered ? likely : null);
  }, [language]);
  if (offered === null) return null;
  const { nativeName, tag } = LANGUAGE_RECORDS[offered];
  return (
    <PreferenceForm
      label={t("language")}
      className="fade-in flex items-center justify-center gap-x-3 border-b bg-panel py-1.5 pr-2 pl-4 text-sm"
    >
      <span className="max-sm:grow">{t("offer")}</span>
      <button
        type="submit"
        name="language"
        value={offered}
        lang={tag}
        className="button shrink-0"
        onClick={() => rememberLanguage(offered)}
      >
        <Flag language={offered} />
        {nativeName}
      </button>
      <button
        type="button"
        className="grid size-11 shrink-0 place-items-center text-soft"
        aria-label={t("offerClose")}
        onClick={() => {
          rememberLanguage(language);
          setOffered(null);
        }}
      >
        <Icon name="close" />
      </button>
    </PreferenceForm>
  );
}
