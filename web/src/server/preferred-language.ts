import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";
import { FALLBACK_LANGUAGE, isLanguage, type Language } from "../lib/languages";

const HEADER_LENGTH_MAX = 500;
const RANGES_MAX = 20;

/** The BCP 47 tags that lead to a language. Taiwan, Hong Kong and Macao write Chinese in traditional characters. */
const LANGUAGE_BY_TAG: Readonly<Record<string, Language>> = {
  en: "en",
  es: "es",
  fr: "fr",
  ja: "ja",
  zh: "zh-cn",
  "zh-Hant": "zh-tw",
  "zh-TW": "zh-tw",
  "zh-HK": "zh-tw",
  "zh-MO": "zh-tw",
};
const TAGS = Object.keys(LANGUAGE_BY_TAG);

/** Chooses a language by the saved preference, then Accept-Language (RFC 9110, section 12.5.4), then zh-cn. */
export function preferredLanguage(saved: string | undefined, acceptLanguage: string): Language {
  if (isLanguage(saved)) return saved;
  const headers = { "accept-language": acceptLanguage.slice(0, HEADER_LENGTH_MAX) };
  for (const tag of new Negotiator({ headers }).languages().slice(0, RANGES_MAX)) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return FALLBACK_LANGUAGE;
}

/** The lookup of RFC 4647, section 3.4: the tag, then the tag without its last part, and so on. */
export function languageOfTag(tag: string): Language | undefined {
  try {
    return LANGUAGE_BY_TAG[match([tag], TAGS, "", { algorithm: "lookup" })];
  } catch (error) {
    // What a browser sends need not be a tag: `*` and `en_US` are not.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
