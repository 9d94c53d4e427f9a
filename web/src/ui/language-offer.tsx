import { useTranslations } from "use-intl";
import { rememberLanguage } from "../lib/browser";
import { LANGUAGE_KEY, LANGUAGE_RECORDS, LANGUAGES, type Language } from "../lib/languages";
import { usePage } from "../lib/page-context";
import { Icon } from "./icon";
import { PreferenceForm } from "./preference-form";

/**
 * Offers the language that the browser's time zone speaks for, while no choice was made. It takes a place of its own above
 * the header, because over the page it would cover controls. The head's script decides, before anything is painted,
 * whether it is shown and with which language (`server/language-offer.ts`).
 */
export function LanguageOffer() {
  const t = useTranslations("header");
  const { language } = usePage();
  return (
    <PreferenceForm
      label={t("language")}
      className="language-offer items-center justify-center gap-x-3 border-b bg-panel py-1.5 pr-2 pl-4 text-sm print:hidden"
    >
      <span className="max-sm:grow">{t("offer")}</span>
      {LANGUAGES.filter((code) => code !== language).map((code) => (
        <button
          key={code}
          type="submit"
          name="language"
          value={code}
          lang={LANGUAGE_RECORDS[code].tag}
          className="button shrink-0"
          onClick={() => rememberLanguage(code)}
        >
          {LANGUAGE_RECORDS[code].nativeName}
        </button>
      ))}
      <button
        type="submit"
        name="language"
        value={language}
        className="grid size-11 shrink-0 place-items-center text-soft"
        aria-label={t("offerClose")}
        onClick={(event) => {
          event.preventDefault();
          rememberLanguage(language);
          keepByCookie(language);
          delete document.documentElement.dataset.offer;
        }}
      >
        <Icon name="close" />
      </button>
    </PreferenceForm>
  );
}

const COOKIE_SECONDS = 365 * 24 * 3600;

/** Sets the cookie that the server sets with a chosen language: storage may be refused, and no form is sent. */
function keepByCookie(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS, which an onion service lacks
  document.cookie = `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`;
}
