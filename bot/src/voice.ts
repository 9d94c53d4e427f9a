import { createSottoApi } from "./api";
import type { BotParts, Voice } from "./context";
import type { Language } from "./languages";
import { TEXTS } from "./messages/texts";

/** Texts, figures and the API's answers for one chat in its language. */
export const voiceOf = (
  parts: Pick<BotParts, "client" | "clientKey" | "log">,
  chat: { language: Language; id: number | undefined },
): Voice => ({
  language: chat.language,
  texts: TEXTS[chat.language],
  api: createSottoApi(
    parts.client,
    { language: chat.language, clientKey: chat.id === undefined ? "" : parts.clientKey(chat.id) },
    parts.log,
  ),
});
