import type { Language } from "./languages";
import { EN } from "./problem-texts/en";
import { ES } from "./problem-texts/es";
import { FR } from "./problem-texts/fr";
import { JA } from "./problem-texts/ja";
import type { ProblemTexts } from "./problem-texts/problem-text";
import { ZH_CN } from "./problem-texts/zh-cn";
import { ZH_TW } from "./problem-texts/zh-tw";

/** What each problem says, in every language. */
export const PROBLEM_TEXTS: Readonly<Record<Language, ProblemTexts>> = {
  "zh-cn": ZH_CN,
  "zh-tw": ZH_TW,
  en: EN,
  es: ES,
  fr: FR,
  ja: JA,
};
