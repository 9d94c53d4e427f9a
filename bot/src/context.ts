import type { SottoClient } from "@sotto/openapi";
import type { Context, SessionFlavor } from "grammy";
import type { SottoApi } from "./api";
import type { CurrencyList } from "./currencies";
import type { Language } from "./languages";
import type { Texts } from "./messages/en";
import type { Follower } from "./orders/follower";
import type { Session } from "./session/session";

/** Time and chance, handed in. */
export type Ports = {
  now(): number;
  /** Letters and digits that nobody guesses. */
  randomText(): string;
};

/** What the features need from outside. */
export type BotParts = Ports & {
  client: SottoClient;
  /** What the API tells a chat's limits by; empty where it would not believe it. */
  clientKey(chatId: number): string;
  currencies: CurrencyList;
  follower: Follower;
  /** Where the web app is, for links; without a trailing slash. */
  webUrl: string;
  log(line: string): void;
};

/** What a chat's language brings. */
export type Voice = { language: Language; texts: Texts; api: SottoApi };

/** An update with its chat's session and voice. */
export type BotContext = Context & SessionFlavor<Session> & { voice: Voice };
