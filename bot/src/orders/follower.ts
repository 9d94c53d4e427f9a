import { unreachable } from "@sotto/openapi/unreachable";
import { pause } from "../pause";
import { createRounds, type FollowedOrder, type RoundOptions } from "./follow-round";

/** Follows the open orders of all chats, so that each change is notified. */
export type Follower = {
  follow(chatId: number, orderId: string): void;
  /** Stops following all orders of a chat. */
  forget(chatId: number): void;
  stop(): Promise<void>;
};

/** Between two looks at an order without a stream. */
const LOOK_MS = 60_000;
/** An order that was not paid in time may still get a late payment. */
const DORMANT_LOOK_MS = 600_000;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 120_000;

export function createFollower(options: RoundOptions): Follower {
  const followed = new Map<string, { chatId: number; abort: AbortController; done: Promise<void> }>();
  const followRound = createRounds(options);

  async function followToEnd(order: FollowedOrder): Promise<void> {
    let retryMs = RETRY_MS_MIN;
    while (!order.signal.aborted) {
      const round = await followRound(order);
      switch (round.kind) {
        case "ended":
          return;
        case "dormant":
        case "looked":
          await pause(round.kind === "dormant" ? DORMANT_LOOK_MS : LOOK_MS, order.signal);
          retryMs = RETRY_MS_MIN;
          break;
        case "retry":
          await pause(Math.max(retryMs, round.afterS * 1000), order.signal);
          retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
          break;
        default:
          return unreachable(round);
      }
    }
  }

  return {
    follow: (chatId, orderId) => {
      if (followed.has(orderId)) return;
      const abort = new AbortController();
      const done = followToEnd({ chatId, orderId, signal: abort.signal }).finally(() =>
        followed.delete(orderId),
      );
      followed.set(orderId, { chatId, abort, done });
    },
    forget: (chatId) => {
      for (const order of followed.values()) if (order.chatId === chatId) order.abort.abort();
    },
    stop: async () => {
      const all = [...followed.values()];
      for (const { abort } of all) abort.abort();
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
