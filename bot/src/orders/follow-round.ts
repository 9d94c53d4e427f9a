import type { Order, SottoClient } from "@sotto/openapi";
import type { ApiFailure } from "../api";
import { faultText } from "../fault";
import type { FollowState } from "./progress";
import { lookAtOrder, watchOrder } from "./watch-order";

export type FollowedOrder = { chatId: number; orderId: string; signal: AbortSignal };

/** How a round of following ended: the order's end, a reason to wait, or something to try again. */
export type Round = { kind: "ended" | "dormant" | "looked" } | { kind: "retry"; afterS: number };

export type RoundOptions = {
  client: SottoClient;
  clientKey(chatId: number): string;
  /** Notifies the chat of what changed, and says how to follow the order from here. */
  notify(chatId: number, order: Order): Promise<FollowState>;
  /** The API no longer knows the order. */
  onUnknown(chatId: number, orderId: string): Promise<void>;
  log(line: string): void;
};

/** Streams open at a time; further orders are looked at now and then. */
const STREAMS_MAX = 500;
/** After a refusal that is not the order's: a limit, for example. */
const REFUSED_RETRY_S = 15;

/**
 * Returns what follows an order for one round: its event stream until that ends, or one look where too many streams are
 * open. It never throws; whatever fails is to be tried again, so that no change goes unnoticed.
 */
export function createRounds(options: RoundOptions): (order: FollowedOrder) => Promise<Round> {
  let streams = 0;
  return async (order) => {
    try {
      if (streams >= STREAMS_MAX) return await look(options, order);
      streams++;
      try {
        return await stream(options, order);
      } finally {
        streams--;
      }
    } catch (error) {
      if (!order.signal.aborted)
        options.log(`an order is followed again after a failure: ${faultText(error)}`);
      return { kind: "retry", afterS: 0 };
    }
  };
}

async function stream(options: RoundOptions, { chatId, orderId, signal }: FollowedOrder): Promise<Round> {
  let state: FollowState = "active";
  const watched = await watchOrder({
    client: options.client,
    clientKey: options.clientKey(chatId),
    id: orderId,
    signal,
    onOrder: async (order) => {
      state = await options.notify(chatId, order);
      return state === "active";
    },
  });
  if (!watched.ok) return afterFailure(options, { chatId, orderId }, watched.error);
  return state === "active" ? { kind: "retry", afterS: 0 } : { kind: state };
}

async function look(options: RoundOptions, { chatId, orderId }: FollowedOrder): Promise<Round> {
  const { client, clientKey } = options;
  const seen = await lookAtOrder({ client, clientKey: clientKey(chatId), id: orderId });
  if (!seen.ok) return afterFailure(options, { chatId, orderId }, seen.error);
  const state = await options.notify(chatId, seen.value);
  return { kind: state === "active" ? "looked" : state };
}

async function afterFailure(
  options: RoundOptions,
  { chatId, orderId }: { chatId: number; orderId: string },
  failure: ApiFailure,
): Promise<Round> {
  if (failure.kind === "down") return { kind: "retry", afterS: failure.retryAfterS };
  if (failure.problem.status !== 404) return { kind: "retry", afterS: REFUSED_RETRY_S };
  await options.onUnknown(chatId, orderId);
  return { kind: "ended" };
}
