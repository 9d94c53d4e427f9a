import { en, type ProblemTexts } from "./problem-texts/en";
import { es } from "./problem-texts/es";
import { fr } from "./problem-texts/fr";
import { ja } from "./problem-texts/ja";
import { zhCn } from "./problem-texts/zh-cn";
import { zhTw } from "./problem-texts/zh-tw";

/** The six languages of the product (specification, section 9). */
export const LANGUAGES = ["zh-cn", "zh-tw", "en", "es", "fr", "ja"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each problem says, in every language. */
export const PROBLEM_TEXTS: Readonly<Record<Language, ProblemTexts>> = {
  "zh-cn": zhCn,
  "zh-tw": zhTw,
  en,
  es,
  fr,
  ja,
};
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
  if (primary === "zh") {
    const isTraditional = rest.some((part) => ["tw", "hk", "mo", "hant"].includes(part));
    return isTraditional && !rest.includes("hans") ? "zh-tw" : "zh-cn";
  }
  return LANGUAGES.find((language) => language === primary);
}
