import { type Api, GrammyError } from "grammy";
import type { Update } from "grammy/types";
import { pause } from "../pause";
import type { Dispatch } from "./dispatch";
import { telegramSignal } from "./telegram-signal";

/** The kinds of update that the bot asks for. */
export const ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member"] as const;

/** How long Telegram may hold a request back when there is nothing new. */
export const LONG_POLL_S = 30;
const BATCH_MAX = 100;
/** The shortest time between two requests that bring nothing new. */
const PAUSE_MS = 100;
const RETRY_MS = 3_000;

/** The token is refused, or another process polls for the same bot: waiting would not help. */
export class TelegramRefused extends Error {
  override readonly name = "TelegramRefused";
}

/**
 * Asks for updates until `signal` aborts. An update is confirmed to Telegram once it and all before it are handled, so
 * that Telegram repeats what a crash interrupts. An update that still runs when a whole batch has come after it is
 * confirmed earlier, because nothing new would arrive behind it. Throws TelegramRefused.
 */
export async function pollUpdates(options: {
  api: Api;
  dispatch: Dispatch;
  signal: AbortSignal;
  log(line: string): void;
}): Promise<void> {
  const { signal } = options;
  const underWay = new Set<number>();
  let next = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const oldest = Math.min(next, ...underWay);
    const offset = next - oldest >= BATCH_MAX ? next : oldest;
    const updates = await fetchUpdates(options, { offset, timeoutS: underWay.size === 0 ? LONG_POLL_S : 0 });
    const fresh = updates.filter(({ update_id }) => update_id >= next);
    for (const update of fresh) {
      next = update.update_id + 1;
      underWay.add(update.update_id);
      void options.dispatch(update).then(() => underWay.delete(update.update_id));
    }
    if (fresh.length === 0 && performance.now() - startedAt < PAUSE_MS) await pause(PAUSE_MS, signal);
  }
}

/** Throws TelegramRefused for an error of the Bot API that trying again cannot solve. */
export function throwIfRefused(error: unknown): void {
  const status = error instanceof GrammyError ? error.error_code : undefined;
  if (status === 401 || status === 404) throw new TelegramRefused("Telegram refuses the token.");
  if (status === 409) throw new TelegramRefused("Another process polls for this bot.");
}

async function fetchUpdates(
  { api, signal, log }: Parameters<typeof pollUpdates>[0],
  { offset, timeoutS }: { offset: number; timeoutS: number },
): Promise<Update[]> {
  try {
    const parameters = { offset, limit: BATCH_MAX, timeout: timeoutS, allowed_updates: ALLOWED_UPDATES };
    return await api.getUpdates(parameters, telegramSignal(signal));
  } catch (error) {
    if (signal.aborted) return [];
    throwIfRefused(error);
    log("Telegram does not answer; asking again");
    await pause(RETRY_MS, signal);
    return [];
  }
}
