import { encodeQR } from "qr";
import type { Problem } from "../core/errors";
import { problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";
import type { Edge } from "../http/edge";
import { mount, mountAdmin, mountRaw, overLimit } from "../http/mount";
import type { Streams } from "../http/streams";
import {
  cancelExchange,
  createExchange,
  decideExchange,
  readExchange,
  readPayment,
  readPaymentQr,
  refundExchange,
  releaseExchange,
  setRefundAddress,
  trackExchange,
  verifyPayment,
  watchExchange,
} from "./operations";
import type { TrackWire } from "./schema";
import { createUnpaidCap } from "./unpaid";
import type { OrderVerbs } from "./verbs";

/** Serves everything that can be done with an order. */
export function mountOrderRoutes(edge: Edge, services: { orders: OrderVerbs; streams: Streams }): void {
  const { orders } = services;
  const unpaid = createUnpaidCap({
    lifted: edge.limits.lifted,
    areWaiting: (ids) => orders.countWaiting(ids),
  });
  mount(edge, createExchange, async ({ body, clientKey, context }) => {
    const client = { key: clientKey, replayOf: context.idempotency?.scopeHash };
    const created = await unpaid.run(
      client,
      () => orders.create(body, context),
      ({ order }) => order.id,
    );
    return created.ok ? ok(created.value.order) : created;
  });
  mount(edge, readExchange, async ({ params }) => {
    const read = await orders.read(params.id);
    return read.ok ? ok(read.value.order) : read;
  });
  mount(edge, verifyPayment, ({ params, body }) =>
    orders.verifyPayment(params.id, body.txHash === undefined ? {} : { txHash: body.txHash }),
  );
  mount(edge, decideExchange, ({ params, body, context }) => orders.decide(params.id, body, context));
  mount(edge, setRefundAddress, ({ params, body, context }) =>
    orders.setRefundAddress(params.id, body, context),
  );
  mount(edge, cancelExchange, ({ params, context }) => orders.cancel(params.id, context));
  mount(edge, trackExchange, ({ params }) => trackOnce(edge, orders, params.code));
  mountAdmin(edge, releaseExchange, ({ params, body, context }, admin) =>
    orders.release(params.id, { ...context, reason: body.reason, adminId: admin.id }),
  );
  mountAdmin(edge, refundExchange, ({ params, body, context }, admin) =>
    orders.refundHeld(params.id, { ...context, reason: body.reason, adminId: admin.id }),
  );
  mountPaymentRoutes(edge, orders);
  mountEvents(edge, services);
}

function mountPaymentRoutes(edge: Edge, orders: OrderVerbs): void {
  mount(edge, readPayment, ({ params }) => orders.payment(params.id));
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

function mountEvents(edge: Edge, services: { orders: OrderVerbs; streams: Streams }): void {
  const { orders, streams } = services;
  mountRaw(edge, watchExchange, async ({ params, headers }) => {
    const read = await orders.read(params.id);
    if (!read.ok) return read;
    return streams.open({
      topic: params.id,
      read: async () => {
        const now = await orders.read(params.id);
        return now.ok ? { id: String(now.value.version), event: "order", json: now.value.order } : undefined;
      },
      watch: (listener) => orders.watch(params.id, listener),
      lastEventId: headers.get("last-event-id") ?? undefined,
    });
  });
}

/** Misses of everybody count together; taken before the look-up, so that many at once cannot slip through. */
async function trackOnce(edge: Edge, orders: OrderVerbs, code: string): Promise<Result<TrackWire, Problem>> {
  const refused = overLimit(edge, "track-miss", "everybody");
  if (refused) return err(refused);
  const found = await orders.track(code);
  if (found.ok) edge.limits.giveBack("track-miss", "everybody");
  return found.ok || found.error.code !== "order/unknown" ? found : err(problem("track/unknown"));
}
