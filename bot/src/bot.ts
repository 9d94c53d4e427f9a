import { autoRetry } from "@grammyjs/auto-retry";
import { apiThrottler } from "@grammyjs/transformer-throttler";
import { Bot, Composer, session } from "grammy";
import { setChatCommands } from "./commands";
import type { BotContext, BotParts, Ports } from "./context";
import { createCurrencyList } from "./currencies";
import { faultText } from "./fault";
import { againFeature } from "./features/again";
import { decideFeature } from "./features/decide";
import { exchangeFeature } from "./features/exchange";
import { forgetFeature } from "./features/forget";
import { groupFeature } from "./features/groups";
import { helpFeature } from "./features/help";
import { languageFeature } from "./features/language";
import { ratesFeature } from "./features/rates";
import { startFeature } from "./features/start";
import { statusFeature } from "./features/status";
import { trackFeature, trackQuestionFeature } from "./features/track";
import { unhandledFeature } from "./features/unhandled";
import { createFeeList, createMixOffer } from "./fees";
import { forgetChat } from "./forget-chat";
import { languageOf } from "./languages";
import { type LocaleParts, localeOf } from "./locale";
import { createFollower } from "./orders/follower";
import { isChatGone } from "./orders/notice";
import { createOrderNotifier } from "./orders/notifier";
import { newSession, type Session, UPDATES_MAX } from "./session/session";
import type { SessionStorage } from "./session/storage";
import { createDispatch, type Dispatch } from "./updates/dispatch";
import { LONG_POLL_S } from "./updates/polling";
import { createChatQueues } from "./updates/queues";

export type SottoBotOptions = Ports &
  LocaleParts & {
    token: string;
    /** The address of another Bot API server. */
    apiRoot: string | undefined;
    webUrl: string;
    storage: SessionStorage;
    /** Whether Telegram's limits apply: 30 messages a second, one a second for each chat. */
    isThrottled: boolean;
  };

export type SottoBot = {
  bot: Bot<BotContext>;
  dispatch: Dispatch;
  /** Follows the open orders of every chat again, after a start. */
  resume(): Promise<void>;
  /** Finishes what is in progress; call it once no more updates are dispatched. */
  stop(): Promise<void>;
};

/** One message a second for each chat, with the short bursts that Telegram allows. */
const CHAT_LIMIT = {
  maxConcurrent: 1,
  reservoir: 5,
  reservoirIncreaseAmount: 1,
  reservoirIncreaseInterval: 1_000,
  reservoirIncreaseMaximum: 5,
};
/** Longer than Telegram holds back a request for updates. */
const CALL_S_MAX = LONG_POLL_S + 30;
const RETRIES_MAX = 3;
const RETRY_AFTER_S_MAX = 120;

/** The bot with its features; nothing runs until updates are dispatched to it. */
export function createSottoBot(options: SottoBotOptions): SottoBot {
  const { storage, log } = options;
  const bot = createTelegramBot(options);
  const queues = createChatQueues();
  const currencies = createCurrencyList(options.now);
  const notifier = createOrderNotifier({
    ...options,
    currencies,
    api: bot.api,
    queues,
    onChild: (chatId, orderId) => follower.follow(chatId, orderId),
    onChatGone: (chatId) => follower.forget(chatId),
  });
  const follower = createFollower({
    client: options.client,
    clientKey: options.clientKey,
    notify: notifier.notify,
    onUnknown: notifier.drop,
    log,
  });
  bot.use(groupFeature());
  bot.use(chatMiddleware(options));
  const offers = { fees: createFeeList(options.now), mixOffer: createMixOffer(options.now) };
  bot.use(featuresOf({ ...options, ...offers, currencies, follower }));
  const dispatch = createDispatch({ bot, queues, log });
  return {
    bot,
    dispatch,
    resume: async () => {
      for await (const key of storage.readAllKeys()) {
        const kept = await Promise.resolve(storage.read(key)).catch((error: unknown) =>
          log(`a session cannot be read: ${faultText(error)}`),
        );
        for (const id of kept?.orders ?? []) follower.follow(Number(key), id);
      }
    },
    stop: async () => {
      await follower.stop();
      await queues.idle();
    },
  };
}

/** grammY's bot, which retries what Telegram's limits refuse. */
function createTelegramBot({ token, apiRoot, isThrottled }: SottoBotOptions): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, {
    client: { timeoutSeconds: CALL_S_MAX, ...(apiRoot !== undefined && { apiRoot }) },
  });
  // After a server error the call may have had its effect, so it is not repeated.
  bot.api.config.use(
    autoRetry({
      maxRetryAttempts: RETRIES_MAX,
      maxDelaySeconds: RETRY_AFTER_S_MAX,
      rethrowInternalServerErrors: true,
      rethrowHttpErrors: true,
    }),
  );
  if (isThrottled) bot.api.config.use(apiThrottler({ out: CHAT_LIMIT }));
  return bot;
}

/** The chat's session, a filter for repeated updates, and its locale; in that order. */
function chatMiddleware({ storage, client, clientKey, log }: SottoBotOptions): Composer<BotContext> {
  const middleware = new Composer<BotContext>();
  middleware.use(
    session<Session, BotContext>({
      storage,
      getSessionKey: ({ chat }) => (chat === undefined ? undefined : String(chat.id)),
      initial: newSession,
    }),
  );
  middleware.use(async (context, next) => {
    const { session: kept, update } = context;
    if (kept.updates.includes(update.update_id)) return;
    kept.updates = [...kept.updates, update.update_id].slice(-UPDATES_MAX);
    if (kept.language === null) {
      kept.language = languageOf(context.from?.language_code);
      if (kept.language === "zh-tw") void setChatCommands(context, kept.language, log);
    }
    context.locale = localeOf({ client, clientKey, log }, { language: kept.language, id: context.chat?.id });
    await next();
  });
  return middleware;
}

/** All features. An update that fails is answered in its chat and does not stop the others. */
function featuresOf(parts: BotParts): Composer<BotContext> {
  const features = new Composer<BotContext>();
  const guarded = features.errorBoundary(async ({ error, ctx }) => {
    if (isChatGone(error)) {
      forgetChat(ctx, parts);
      return;
    }
    parts.log(`an update failed: ${faultText(error)}`);
    await ctx.reply(ctx.locale.texts.failed).catch(() => undefined);
  });
  guarded.use(
    trackQuestionFeature(parts),
    startFeature(parts),
    helpFeature(parts),
    forgetFeature(parts),
    statusFeature(parts),
    trackFeature(parts),
    ratesFeature(parts),
    languageFeature(parts),
    decideFeature(parts),
    againFeature(parts),
    exchangeFeature(parts),
    unhandledFeature(),
  );
  return features;
}
