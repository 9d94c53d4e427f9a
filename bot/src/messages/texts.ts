import type { Language } from "../languages";
import { en, type Texts } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { ja } from "./ja";
import { zhCn } from "./zh-cn";
import { zhTw } from "./zh-tw";

/** The texts of each language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, "zh-cn": zhCn, "zh-tw": zhTw, es, fr, ja };
