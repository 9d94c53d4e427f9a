import type { AddressBook } from "../../address/deposit-address";
import { assetOf } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import type { OrderId } from "../../core/ids";
import type { Random } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Tx } from "../../db/client";
import { isRollback, type Outcome, rollback, transaction } from "../../db/transaction";
import { answered, once } from "../../idempotency/idempotency";
import type { Pair } from "../../market/market";
import { useQuote } from "../../market/store";
import { RESERVE_SHORT } from "../../reserves/store";
import { pausedAssets } from "../../switches/switches";
import { newBookId, newOrderId, newTrackingCode } from "../ids";
import { create } from "../machine/on-created";
import type { Order } from "../machine/order";
import { placeOrder } from "../store/store";
import type { Call } from "./call";
import { type DraftParts, draftOf, type OrderDraft } from "./draft";
import { exceedsExposure } from "./exposure";
import type { OrderInput } from "./order-input";

export type CreateParts = DraftParts & {
  random: Random;
  addresses: AddressBook;
  paymentWindowMs: number;
};

/**
 * A call that creates an order; `record` notes whose order it is, in the order's own transaction. `others` are the ids of the
 * orders that the client has made besides, as far as that is known.
 */
export type CreateCall<Answer> = Call<Answer> & {
  record?: ((tx: Tx, id: OrderId) => Promise<void>) | undefined;
  others?: readonly string[];
};

/**
 * Creates an order: everything is checked first (body, currency, pair, amount, address, limits), then written at once.
 * Errors: those of draftOf, `currency/paused`, `chain/full`, `quote/used`, `reserve/insufficient`, `service/unavailable`,
 * and `pair/paused` where too much is promised at fixed rates.
 */
export async function createOrder<Answer>(
  parts: CreateParts,
  input: OrderInput,
  call: CreateCall<Answer>,
): Promise<Result<Answer, Problem>> {
  const draft = await draftOf(parts, input);
  if (!draft.ok) return (await firstAnswer(parts, call)) ?? draft;
  return transaction(
    parts.database,
    (tx) =>
      once<Answer>(tx, call.idempotency, async () => {
        const order = await write(parts, tx, draft.value, { input, others: call.others ?? [] });
        if (isRollback(order) || !order.ok) return order;
        await call.record?.(tx, order.value.id);
        const answer = await call.answer(order.value, tx);
        return ok({ answer, orderId: order.value.id, status: 201 });
      }),
    { constraint: RESERVE_SHORT, error: problem("reserve/insufficient") },
  );
}

/** A request that was answered before gets that answer, even where it would be refused today; null for a new one. */
async function firstAnswer<Answer>(
  { database }: CreateParts,
  { idempotency }: Call<Answer>,
): Promise<Result<Answer, Problem> | null> {
  return idempotency === undefined ? null : transaction(database, (tx) => answered<Answer>(tx, idempotency));
}

async function write(
  parts: CreateParts,
  tx: Tx,
  draft: OrderDraft,
  { input, others }: { input: OrderInput; others: readonly string[] },
): Promise<Outcome<Order, Problem>> {
  const chain = assetOf(draft.pair.send).chain;
  // Sent together, as one round trip: where the currency is paused, an index is left out.
  const [paused, assigned] = await Promise.all([
    pausedProblem(tx, draft.pair),
    parts.addresses.nextForOrder(tx, chain, input.depositAddressType),
  ]);
  if (paused !== null) return err(paused);
  if (assigned === "full") return rollback(problem("chain/full", { pointer: "/sendCurrency" }));
  if (assigned === null) return rollback(problem("service/unavailable", { retryAfterS: 5 }));
  const order = createdOrder(parts, draft, input, assigned.address);
  if (!(await placeOrder(tx, order, assigned))) return rollback(problem("reserve/insufficient"));
  if (draft.quote !== null && !(await useQuote(tx, draft.quote.id, order.id)))
    return rollback(problem("quote/used", { pointer: "/quoteId" }));
  const market = { current: parts.prices.current(), now: parts.clock.now(), unpaidOf: [...others, order.id] };
  if (draft.quote !== null && (await exceedsExposure(tx, draft.pair, market)))
    return rollback(problem("pair/paused", { pointer: "/orderType" }));
  return ok(order);
}

/**
 * Refuses a paused currency: the prices that the draft was made of are a moment old. Without the switches' lock:
 * an order that is created at that moment does no harm, and a pause that waits must not hold up all others.
 */
async function pausedProblem(tx: Tx, pair: Pair): Promise<Problem | null> {
  const paused = await pausedAssets(tx);
  for (const [asset, pointer] of [
    [pair.send, "/sendCurrency"],
    [pair.receive, "/receiveCurrency"],
  ] as const) {
    if (paused.has(asset)) return problem("currency/paused", { pointer, params: { currency: asset } });
  }
  return null;
}

function createdOrder(
  parts: CreateParts,
  draft: OrderDraft,
  input: OrderInput,
  depositAddress: string,
): Order {
  const { pair, figures } = draft;
  const at = parts.clock.now();
  const { less, more, late } = input.mismatch ?? {};
  const created = create({
    type: "created",
    at,
    id: newOrderId(parts.random),
    trackingCode: newTrackingCode(parts.random),
    book: newBookId(parts.random),
    agreed: {
      orderType: draft.orderType,
      sendAsset: pair.send,
      receiveAsset: pair.receive,
      sendUnits: draft.sendUnits,
      payout: { kind: "to", address: draft.receiveAddress },
      depositAddress,
      feePpm: draft.feePpm,
      sendUnitsMin: draft.limits.min,
      sendUnitsMax: draft.limits.max,
      quote: {
        rate: figures.rate,
        networkFeeUnits: figures.networkFeeUnits,
        receiveUnits: figures.receiveUnits,
      },
      mismatch: { ...(less && { less }), ...(more && { more }), ...(late && { late }) },
      ...(draft.mixer && { mixer: draft.mixer }),
      expiresAt: draft.quote?.expiresAt ?? at + parts.paymentWindowMs,
    },
    refundAddress: draft.refundAddress,
  });
  return created.order;
}
