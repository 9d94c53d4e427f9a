import { encodeQR } from "qr";
import type { Administrator } from "../../admin/administrator";
import type { Problem } from "../../core/errors";
import { problem } from "../../core/errors";
import { err, mapOk, ok, type Result } from "../../core/result";
import type { Edge } from "../../http/edge";
import { type Call, mount, mountAdmin, mountRaw, overLimit } from "../../http/mount";
import type { Streams } from "../../http/streams";
import { acceptedLanguage } from "../../language/accept-language";
import { LIMITS } from "../limits";
import type { AdminOrderCall } from "./admin-answers";
import { inspectExchange, listExchanges, refundExchange, releaseExchange } from "./admin-operations";
import type { OrderAnswers } from "./answers";
import type { OrderCall } from "./call";
import {
  cancelExchange,
  createExchange,
  decideExchange,
  delayExchange,
  readExchange,
  readPayment,
  readPaymentQr,
  setRefundAddress,
  trackExchange,
  verifyPayment,
  watchExchange,
} from "./operations";
import type { TrackWire } from "./track-schema";
import { createUnpaidCap } from "./unpaid";

/** Serves everything that can be done with an order. */
export function mountOrderRoutes(edge: Edge, services: { orders: OrderAnswers; streams: Streams }): void {
  const { orders } = services;
  const unpaid = createUnpaidCap({
    lifted: edge.limits.lifted,
    areWaiting: (ids) => orders.countWaiting(ids),
  });
  mount(edge, createExchange, async (call) => {
    const client = { key: call.clientKey, replayOf: call.context.idempotency?.scopeHash };
    return unpaid.run(
      client,
      () => orders.create(call.body, contextOf(call)),
      ({ id }) => id,
    );
  });
  mount(edge, readExchange, async ({ params, acceptLanguage }) => {
    const read = await orders.read(params.id, acceptedLanguage(acceptLanguage));
    return mapOk(read, ({ order }) => order);
  });
  mount(edge, verifyPayment, ({ params }) => orders.verifyPayment(params.id));
  mount(edge, decideExchange, (call) => orders.decide(call.params.id, call.body, contextOf(call)));
  mount(edge, setRefundAddress, (call) =>
    orders.setRefundAddress(call.params.id, call.body, contextOf(call)),
  );
  mount(edge, cancelExchange, (call) => orders.cancel(call.params.id, contextOf(call)));
  mount(edge, delayExchange, (call) => orders.delay(call.params.id, call.body, contextOf(call)));
  mount(edge, trackExchange, ({ params }) => trackOnce(edge, orders, params.code));
  mountPaymentRoutes(edge, orders);
  mountEvents(edge, services);
}

/** Serves what administrators do with orders. */
export function mountAdminOrderRoutes(edge: Edge, orders: OrderAnswers): void {
  mountAdmin(edge, listExchanges, ({ query }, { role }) => orders.list(query, role));
  mountAdmin(edge, inspectExchange, ({ params, acceptLanguage }, { role }) =>
    orders.under(params.id, role, (id) => orders.inspect(id, acceptedLanguage(acceptLanguage))),
  );
  mountAdmin(edge, releaseExchange, (call, admin) =>
    orders.under(call.params.id, admin.role, (id) => orders.release(id, actorOf(call, admin))),
  );
  mountAdmin(edge, refundExchange, (call, admin) =>
    orders.under(call.params.id, admin.role, (id) => orders.refundHeld(id, actorOf(call, admin))),
  );
}

/** The claim of the request's idempotency key, and the language that its sender reads. */
const contextOf = (call: Pick<Call<unknown, unknown>, "context" | "acceptLanguage">): OrderCall => ({
  ...call.context,
  language: acceptedLanguage(call.acceptLanguage),
});

const actorOf = (call: Call<unknown, { reason: string }>, admin: Administrator): AdminOrderCall => ({
  ...contextOf(call),
  reason: call.body.reason,
  adminId: admin.id,
  admin: admin.username,
});

function mountPaymentRoutes(edge: Edge, orders: OrderAnswers): void {
  mount(edge, readPayment, ({ params, acceptLanguage }) =>
    orders.payment(params.id, acceptedLanguage(acceptLanguage)),
  );
  mountRaw(edge, readPaymentQr, async ({ params }) => {
    const text = await orders.qrText(params.id);
    if (!text.ok) return text;
    const svg = encodeQR(text.value, "svg", { ecc: "medium", border: 2 });
    return ok(
      new Response(svg, {
        headers: {
          ...edge.headers,
          "content-type": "image/svg+xml; charset=utf-8",
          "cache-control": "no-store",
        },
      }),
    );
  });
}

function mountEvents(edge: Edge, services: { orders: OrderAnswers; streams: Streams }): void {
  const { orders, streams } = services;
  mountRaw(edge, watchExchange, async ({ params, headers, acceptLanguage }) => {
    const language = acceptedLanguage(acceptLanguage);
    const read = await orders.read(params.id, language);
    if (!read.ok) return read;
    return streams.open({
      topic: params.id,
      read: async () => {
        const now = await orders.read(params.id, language);
        return now.ok ? { id: String(now.value.version), event: "order", json: now.value.order } : undefined;
      },
      watch: (listener) => orders.watch(params.id, listener),
      lastEventId: headers.get("last-event-id") ?? undefined,
    });
  });
}

/** Misses of everybody count together; taken before the look-up, so that many at once cannot slip through. */
async function trackOnce(
  edge: Edge,
  orders: OrderAnswers,
  code: string,
): Promise<Result<TrackWire, Problem>> {
  const refused = overLimit(edge, LIMITS.trackMiss, "everybody");
  if (refused) return err(refused);
  const found = await orders.track(code);
  if (found.ok) edge.limits.giveBack(LIMITS.trackMiss, "everybody");
  return found.ok || found.error.code !== "order/unknown" ? found : err(problem("track/unknown"));
}
