import type { Context, SessionFlavor } from "grammy";
import type { CurrencyList } from "./currencies";
import type { FeeList, MixOffer } from "./fees";
import type { ChatLocale, LocaleParts } from "./locale";
import type { Follower } from "./orders/follower";
import type { Session } from "./session/session";

/** Time and chance, which are passed in. */
export type Ports = {
  now(): number;
  /** Letters and digits that cannot be guessed. */
  randomText(): string;
};

/** What the features need from outside. */
export type BotParts = Ports &
  LocaleParts & {
    currencies: CurrencyList;
    fees: FeeList;
    mixOffer: MixOffer;
    follower: Follower;
    /** The web app's address, for links; without a trailing slash. */
    webUrl: string;
  };

/** An update with its chat's session and language. */
export type BotContext = Context & SessionFlavor<Session> & { locale: ChatLocale };
