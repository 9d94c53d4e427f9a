import type { Language } from "./languages";
import { en, type ProblemTexts } from "./problem-texts/en";
import { es } from "./problem-texts/es";
import { fr } from "./problem-texts/fr";
import { ja } from "./problem-texts/ja";
import { zhCn } from "./problem-texts/zh-cn";
import { zhTw } from "./problem-texts/zh-tw";

/** What each problem says, in every language. */
export const PROBLEM_TEXTS: Readonly<Record<Language, ProblemTexts>> = {
  "zh-cn": zhCn,
  "zh-tw": zhTw,
  en,
  es,
  fr,
  ja,
};
