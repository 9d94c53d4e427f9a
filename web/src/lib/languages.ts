/** The six languages, in the order the switcher lists them. */
export const LANGUAGES = ["en", "zh-cn", "zh-tw", "es", "fr", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language where neither a preference nor a browser language decides. */
export const FALLBACK_LANGUAGE: Language = "zh-cn";

/** Cookie and local-storage key of the saved preference. */
export const LANGUAGE_KEY = "sotto-language";

interface LanguageRecord {
  nativeName: string;
  /** BCP 47 tag for `lang`, hreflang and Intl. */
  tag: string;
  /** Language and region as Open Graph names them; the region's flag stands for the language. */
  locale: string;
  /** Digit grouping and decimal marks for amounts. */
  group: string;
  decimal: string;
  /** After a figure in percent. The catalogues hold none, and Intl's differs between server and browser. */
  percent: string;
  /** Between two sentences: fullwidth punctuation brings its own space. */
  sentenceGap: string;
}

export const LANGUAGE_RECORDS: Record<Language, LanguageRecord> = {
  en: {
    nativeName: "English",
    tag: "en",
    locale: "en_GB",
    group: ",",
    decimal: ".",
    percent: "%",
    sentenceGap: " ",
  },
  "zh-cn": {
    nativeName: "简体中文",
    tag: "zh-CN",
    locale: "zh_CN",
    group: ",",
    decimal: ".",
    percent: "%",
    sentenceGap: "",
  },
  "zh-tw": {
    nativeName: "繁體中文",
    tag: "zh-TW",
    locale: "zh_TW",
    group: ",",
    decimal: ".",
    percent: "%",
    sentenceGap: "",
  },
  es: {
    nativeName: "Español",
    tag: "es",
    locale: "es_ES",
    group: "\u202f",
    decimal: ",",
    percent: "\u00a0%",
    sentenceGap: " ",
  },
  fr: {
    nativeName: "Français",
    tag: "fr",
    locale: "fr_FR",
    group: "\u202f",
    decimal: ",",
    percent: "\u202f%",
    sentenceGap: " ",
  },
  ja: {
    nativeName: "日本語",
    tag: "ja",
    locale: "ja_JP",
    group: ",",
    decimal: ".",
    percent: "%",
    sentenceGap: "",
  },
};

/** Narrows a path segment or a stored value to one of the six codes. */
export function isLanguage(value: string | undefined): value is Language {
  return value !== undefined && (LANGUAGES as readonly string[]).includes(value);
}

/** Splits a path into its language prefix, if it bears one, and the rest (which starts with a slash). */
export function splitPath(pathname: string): { language: Language | undefined; rest: string } {
  const [, first, ...others] = pathname.split("/");
  const lower = first?.toLowerCase();
  return isLanguage(lower)
    ? { language: lower, rest: `/${others.join("/")}` }
    : { language: undefined, rest: pathname };
}
