import type { Messages } from "../messages/en";
import { fallbackLanguage, isLanguage, type Language, languageOfTag, languages } from "./languages";

/** A language is on as soon as its catalogue is registered here: one file, one line. */
const catalogues: Partial<Record<Language, () => Promise<{ messages: Messages }>>> = {
  en: () => import("../messages/en"),
  "zh-cn": () => import("../messages/zh-cn"),
};

/** The languages that have a catalogue, in the switcher's order. */
export const registeredLanguages: readonly Language[] = languages.filter((code) => code in catalogues);

/** Tells whether a language can be shown. */
export function isRegistered(language: Language | undefined): language is Language {
  return language !== undefined && language in catalogues;
}

/** Loads the catalogue of one language; an unregistered one is a programming error. */
export async function loadMessages(language: Language): Promise<Messages> {
  const load = catalogues[language];
  if (load === undefined) throw new Error(`no catalogue for ${language}`);
  return (await load()).messages;
}

/** Chooses a language by the saved preference, then Accept-Language, then zh-cn (design of section 9). */
export function preferredLanguage(saved: string | undefined, acceptLanguage: string): Language {
  if (isLanguage(saved) && isRegistered(saved)) return saved;
  const wanted = acceptLanguage
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters
        .find((item) => item.trim().startsWith("q="))
        ?.trim()
        .slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const language = languageOfTag(tag);
    if (isRegistered(language)) return language;
  }
  return fallbackLanguage;
}
