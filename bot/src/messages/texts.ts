import type { Language } from "../languages";
import { en, type Texts } from "./en";

/** The texts of each language. */
export const TEXTS: Readonly<Record<Language, Texts>> = {
  en,
  "zh-cn": en,
  "zh-tw": en,
  es: en,
  fr: en,
  ja: en,
};
