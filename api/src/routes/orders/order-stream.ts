import type { ServerResponse } from "node:http";
import type { Problem } from "../../core/errors";
import type { Result } from "../../core/result";
import type { Budget } from "../../http/client";
import type { Streams } from "../../http/streams";
import { acceptedLanguage } from "../../language/accept-language";
import type { OrderAnswers } from "./answers";
import type { OrderWire } from "./schema";

/** Opens the live stream of an order. Errors: `order/unknown`, `limit/streams`. */
export async function orderStream(
  streams: Streams,
  orders: Pick<OrderAnswers, "read" | "watch">,
  call: {
    id: string;
    budgets: readonly Budget[];
    headers: Headers;
    outgoing: ServerResponse | undefined;
    acceptLanguage: string | undefined;
    /** Asked at each event; the stream ends where it is no longer so. */
    isAllowed?: () => Promise<boolean>;
  },
): Promise<Result<Response, Problem>> {
  // Kept as long as the stream, without the request that opened it.
  const { id, isAllowed } = call;
  const language = acceptedLanguage(call.acceptLanguage);
  const read = () => orders.read(id, language);
  const first = await read();
  if (!first.ok) return first;
  return streams.open({
    topic: id,
    budgets: call.budgets,
    first: orderEvent(first.value),
    read: async () => {
      // At once, so that streams of one order still share what is read.
      const [isStillAllowed, now] = await Promise.all([isAllowed?.() ?? true, read()]);
      return isStillAllowed && now.ok ? orderEvent(now.value) : undefined;
    },
    watch: (listener) => orders.watch(id, listener),
    lastEventId: call.headers.get("last-event-id") ?? undefined,
    outgoing: call.outgoing,
  });
}

const orderEvent = ({ order, version }: { order: OrderWire; version: number }) => ({
  id: String(version),
  event: "order",
  json: order,
  isLast: order.completedAt !== null,
});
