import { en, type ProblemTexts } from "./messages/en";
import { zhCn } from "./messages/zh-cn";

/** The six languages of the product (specification, section 9); those without texts of their own yet answer in English. */
export const LANGUAGES = ["zh-cn", "zh-tw", "en", "es", "fr", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

const TEXTS: Readonly<Partial<Record<Language, ProblemTexts>>> = { en, "zh-cn": zhCn };
const RANGES_MAX = 20;

/** The language that an Accept-Language header prefers (RFC 9110, section 12.5.4); English when it names none of ours. */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? "")
    .slice(0, 500)
    .split(",")
    .slice(0, RANGES_MAX)
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const q = parameters
        .map((parameter) => parameter.trim())
        .find((parameter) => parameter.startsWith("q="));
      const weight = q === undefined ? 1 : Number(q.slice(2));
      return { language: languageOf(tag.trim()), weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter((range) => range.language !== undefined && range.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return ranges[0]?.language ?? "en";
}

function languageOf(tag: string): Language | undefined {
  const [primary, ...rest] = tag.split("-");
  // Chinese of Taiwan, Hong Kong and Macao is written in traditional characters (specification, section 9).
  if (primary === "zh")
    return rest.some((part) => ["tw", "hk", "mo", "hant"].includes(part)) ? "zh-tw" : "zh-cn";
  return LANGUAGES.find((language) => language === primary);
}

/** The texts of a language and the language that they are really in. */
export function problemTexts(language: Language): { texts: ProblemTexts; language: Language } {
  const texts = TEXTS[language];
  if (texts) return { texts, language };
  return language === "zh-tw" ? { texts: zhCn, language: "zh-cn" } : { texts: en, language: "en" };
}
