import type { Order, SottoClient } from "@sotto/openapi";
import type { Trouble } from "../api";
import { pause } from "../pause";
import type { Told } from "./teller";
import { lookAtOrder, watchOrder } from "./watch-order";

/** Follows the open orders of all chats, and has each change told. */
export type Follower = {
  follow(chatId: number, orderId: string): void;
  /** Stops following all orders of a chat. */
  forget(chatId: number): void;
  stop(): Promise<void>;
};

/** Streams open at a time; further orders are looked at now and then. */
const STREAMS_MAX = 500;
const LOOK_MS = 60_000;
/** An order that nobody paid in time may still get a late payment. */
const REST_LOOK_MS = 600_000;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 120_000;

export function createFollower(options: {
  client: SottoClient;
  clientKey(chatId: number): string;
  /** Tells the chat what changed, and says how the order is to be followed from here. */
  tell(chatId: number, order: Order): Promise<Told>;
  /** The API no longer knows the order. */
  onUnknown(chatId: number, orderId: string): Promise<void>;
  /** The order is followed no more. */
  onEnd(orderId: string): void;
  log(line: string): void;
}): Follower {
  const followed = new Map<string, { chatId: number; abort: AbortController; done: Promise<void> }>();
  let streams = 0;

  const follow = (chatId: number, orderId: string): void => {
    if (followed.has(orderId)) return;
    const abort = new AbortController();
    const done = keepFollowing({ chatId, orderId, signal: abort.signal }).finally(() => {
      followed.delete(orderId);
      options.onEnd(orderId);
    });
    followed.set(orderId, { chatId, abort, done });
  };

  async function keepFollowing(order: Followed): Promise<void> {
    let retryMs = RETRY_MS_MIN;
    while (!order.signal.aborted) {
      const round = await once(order);
      if (round === "ended") return;
      if (round === "rests") await pause(REST_LOOK_MS, order.signal);
      else if (round === "looked") await pause(LOOK_MS, order.signal);
      if (typeof round === "string") {
        retryMs = RETRY_MS_MIN;
        continue;
      }
      await pause(Math.max(retryMs, round.retryAfterS * 1000), order.signal);
      retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
    }
  }

  /** One stream to its end, or one look; whatever fails is tried again later, so that no change stays untold. */
  async function once(order: Followed): Promise<Round> {
    try {
      return streams < STREAMS_MAX ? await stream(order) : await look(order);
    } catch {
      // The network, or Telegram: its own error may name addresses.
      if (!order.signal.aborted) options.log("an order is followed again after a failure");
      return { retryAfterS: 0 };
    }
  }

  async function stream({ chatId, orderId, signal }: Followed): Promise<Round> {
    let told: Told = "follow";
    streams++;
    try {
      const watched = await watchOrder({
        client: options.client,
        clientKey: options.clientKey(chatId),
        id: orderId,
        signal,
        onOrder: async (order) => {
          told = await options.tell(chatId, order);
          return told === "follow";
        },
      });
      if (!watched.ok) return await afterTrouble({ chatId, orderId }, watched.trouble);
    } finally {
      streams--;
    }
    return told === "follow" ? { retryAfterS: 0 } : told;
  }

  async function look({ chatId, orderId }: Followed): Promise<Round> {
    const { client, clientKey } = options;
    const seen = await lookAtOrder({ client, clientKey: clientKey(chatId), id: orderId });
    if (!seen.ok) return afterTrouble({ chatId, orderId }, seen.trouble);
    const told = await options.tell(chatId, seen.value);
    return told === "follow" ? "looked" : told;
  }

  async function afterTrouble(
    { chatId, orderId }: { chatId: number; orderId: string },
    trouble: Trouble,
  ): Promise<Round> {
    if (trouble.kind === "down") return { retryAfterS: trouble.retryAfterS };
    if (trouble.problem.status !== 404) return { retryAfterS: 15 };
    await options.onUnknown(chatId, orderId);
    return "ended";
  }

  return {
    follow,
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

type Followed = { chatId: number; orderId: string; signal: AbortSignal };

/** How a round of following ended: as told, after one look, or to be tried again. */
type Round = "ended" | "rests" | "looked" | { retryAfterS: number };
