import { en, type Texts } from "./en";
import { zhCn } from "./zh-cn";

/** The texts and the API's language for a user's language code (IETF); English where we have no other. */
export const textsFor = (languageCode: string | undefined): { texts: Texts; tag: string } =>
  languageCode?.toLowerCase().startsWith("zh") ? { texts: zhCn, tag: "zh-CN" } : { texts: en, tag: "en" };
