import type { SottoClient } from "@sotto/openapi";
import { createSottoApi, type SottoApi } from "./api";
import type { Language } from "./languages";
import type { Texts } from "./messages/en";
import { TEXTS } from "./messages/texts";

/** A chat's language: its texts, and the API whose messages are in this language. */
export type ChatLocale = { language: Language; texts: Texts; api: SottoApi };

export type LocaleParts = {
  client: SottoClient;
  /** Names a chat to the API for its limits; empty where the bot has no secret for it. */
  clientKey(chatId: number): string;
  log(line: string): void;
};

/** The locale of one chat; an update without a chat has no limits of its own. */
export const localeOf = (
  parts: LocaleParts,
  chat: { language: Language; id: number | undefined },
): ChatLocale => ({
  language: chat.language,
  texts: TEXTS[chat.language],
  api: createSottoApi(
    parts.client,
    { language: chat.language, clientKey: chat.id === undefined ? "" : parts.clientKey(chat.id) },
    parts.log,
  ),
});
