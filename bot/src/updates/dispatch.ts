import type { Bot, Context } from "grammy";
import type { Update } from "grammy/types";
import { faultText } from "../fault";
import type { ChatQueues } from "./queues";

/** Update ids that this process remembers. Sessions remember the last ones of their chat across restarts. */
const SEEN_MAX = 10_000;

/** Handles an update once, after all earlier ones of its chat; resolves when it is done. Never throws. */
export type Dispatch = (update: Update) => Promise<void>;

export function createDispatch<C extends Context>(options: {
  bot: Bot<C>;
  queues: ChatQueues;
  log(line: string): void;
}): Dispatch {
  const { bot, queues, log } = options;
  const seen = new Set<number>();
  return async (update) => {
    if (seen.has(update.update_id)) return;
    seen.add(update.update_id);
    const [oldest] = seen;
    if (seen.size > SEEN_MAX && oldest !== undefined) seen.delete(oldest);
    try {
      await queues.run(chatIdOf(update), () => bot.handleUpdate(update));
    } catch (error) {
      log(`an update failed: ${faultText(error)}`);
    }
  };
}

function chatIdOf(update: Update): number {
  const message = update.message ?? update.callback_query?.message ?? update.my_chat_member;
  return message?.chat.id ?? update.callback_query?.from.id ?? 0;
}
