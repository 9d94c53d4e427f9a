import type { Administrator } from "../../admin/administrator";
import { mapOk, ok } from "../../core/result";
import { budgetsOf } from "../../http/client";
import type { Edge } from "../../http/edge";
import { type Call, mount, mountAdmin, mountRaw } from "../../http/mount";
import type { Streams } from "../../http/streams";
import { acceptedLanguage } from "../../language/accept-language";
import type { AdminOrderCall } from "./admin-answers";
import { inspectExchange, listExchanges, refundExchange, releaseExchange } from "./admin-operations";
import type { OrderAnswers } from "./answers";
import { orderCallOf } from "./call";
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
import { orderStream } from "./order-stream";
import { qrImage } from "./qr-image";
import { trackOnce } from "./track-once";
import { createUnpaidCap } from "./unpaid";

/** Serves everything that can be done with an order. */
export function mountOrderRoutes(edge: Edge, services: { orders: OrderAnswers; streams: Streams }): void {
  const { orders } = services;
  const unpaid = createUnpaidCap({
    lifted: edge.limits.lifted,
    countUnpaid: (ids) => orders.countUnpaid(ids),
  });
  mount(edge, createExchange, async (call) => {
    const client = { budgets: budgetsOf(call.client), replayOf: call.context.idempotency?.scopeHash };
    return unpaid.run(
      client,
      (others) => orders.create(call.body, { ...orderCallOf(call), others }),
      ({ id }) => id,
    );
  });
  mount(edge, readExchange, async ({ params, acceptLanguage }) => {
    const read = await orders.read(params.id, acceptedLanguage(acceptLanguage));
    return mapOk(read, ({ order }) => order);
  });
  mount(edge, verifyPayment, ({ params }) => orders.verifyPayment(params.id));
  mount(edge, decideExchange, (call) => orders.decide(call.params.id, call.body, orderCallOf(call)));
  mount(edge, setRefundAddress, (call) =>
    orders.setRefundAddress(call.params.id, call.body, orderCallOf(call)),
  );
  mount(edge, cancelExchange, (call) => orders.cancel(call.params.id, orderCallOf(call)));
  mount(edge, delayExchange, (call) => orders.delay(call.params.id, call.body, orderCallOf(call)));
  mount(edge, trackExchange, ({ params, query }) =>
    trackOnce(edge.limits, orders, { code: params.code, tail: query.tail }),
  );
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

const actorOf = (
  call: Call<unknown, { reason: string; seenSources?: number[] | undefined }>,
  admin: Administrator,
): AdminOrderCall => ({
  ...orderCallOf(call),
  reason: call.body.reason,
  seenSources: call.body.seenSources,
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
    const svg = qrImage(text.value);
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
  mountRaw(edge, watchExchange, (call) =>
    orderStream(streams, orders, { ...call, id: call.params.id, budgets: budgetsOf(call.client) }),
  );
}
