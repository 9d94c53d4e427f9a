import type { SottoClient } from "@sotto/openapi";
import type { Context } from "grammy";

/** What the features need from outside. */
export type BotParts = {
  client: SottoClient;
  /** Where the web app is, for links. */
  webUrl: string;
  log(line: string): void;
};

/** The user's language, as Telegram tells it. */
export const languageOf = (context: Context): string | undefined => context.from?.language_code;
