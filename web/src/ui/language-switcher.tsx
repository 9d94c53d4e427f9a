import { useTranslations } from "use-intl";
import { rememberLanguage } from "../lib/browser";
import { LANGUAGE_RECORDS, LANGUAGES } from "../lib/languages";
import { usePage } from "../lib/page-context";
import { Flag } from "./flags";
import { Icon } from "./icon";
import { Menu } from "./menu";
import { PreferenceForm } from "./preference-form";

/** The six languages by their own names; choosing one saves it and shows the same page under its prefix. */
export function LanguageSwitcher() {
  const t = useTranslations("header");
  const { language } = usePage();
  return (
    <Menu
      label={t("language")}
      face={
        <>
          <Flag language={language} />
          <Icon name="chevron" className="hidden size-3.5 sm:block" />
        </>
      }
    >
      <PreferenceForm>
        {LANGUAGES.map((code) => (
          <button
            key={code}
            type="submit"
            name="language"
            value={code}
            lang={LANGUAGE_RECORDS[code].tag}
            aria-current={code === language ? "true" : undefined}
            onClick={() => rememberLanguage(code)}
            className="menu-item"
          >
            <Flag language={code} isLazy />
            {LANGUAGE_RECORDS[code].nativeName}
            {code === language ? <Icon name="check" className="ml-auto size-4 text-accent" /> : null}
          </button>
        ))}
      </PreferenceForm>
    </Menu>
  );
}
