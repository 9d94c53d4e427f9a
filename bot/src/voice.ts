import { createSottoApi } from "./api";
import type { BotParts, Voice } from "./context";
import type { Language } from "./languages";
import { TEXTS } from "./messages/texts";

/** Texts, figures and the API's answers in one language. */
export const voiceOf = (parts: Pick<BotParts, "client" | "log">, language: Language): Voice => ({
  language,
  texts: TEXTS[language],
  api: createSottoApi(parts.client, language, parts.log),
});
