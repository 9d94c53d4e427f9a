/** The languages of the bot, the same as on the web, in the order in which /language lists them. */
export const LANGUAGES = ["en", "zh-cn", "zh-tw", "es", "fr", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

type LanguageRecord = {
  nativeName: string;
  /** BCP 47 tag, for Accept-Language and Intl. */
  tag: string;
  /** Digit grouping and decimal marks, as on the web. */
  group: string;
  decimal: string;
};

export const LANGUAGE_RECORDS: Readonly<Record<Language, LanguageRecord>> = {
  en: { nativeName: "English", tag: "en", group: ",", decimal: "." },
  "zh-cn": { nativeName: "简体中文", tag: "zh-CN", group: ",", decimal: "." },
  "zh-tw": { nativeName: "繁體中文", tag: "zh-TW", group: ",", decimal: "." },
  es: { nativeName: "Español", tag: "es", group: "\u202f", decimal: "," },
  fr: { nativeName: "Français", tag: "fr", group: "\u202f", decimal: "," },
  ja: { nativeName: "日本語", tag: "ja", group: ",", decimal: "." },
};

/** Narrows a stored or received text to one of the six. */
export const isLanguage = (text: unknown): text is Language =>
  typeof text === "string" && (LANGUAGES as readonly string[]).includes(text);

/** The language for a client's language code (IETF); Chinese of Taiwan, Hong Kong and Macao is zh-tw, others English. */
export function languageOf(code: string | undefined): Language {
  const lower = code?.toLowerCase() ?? "";
  if (lower.startsWith("zh")) return /tw|hk|mo|hant/.test(lower) ? "zh-tw" : "zh-cn";
  const base = lower.split(/[-_]/, 1)[0];
  return isLanguage(base) ? base : "en";
}
