import type { AddressBook } from "../../address/deposit-address";
import { assetOf } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import type { Random } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Tx } from "../../db/client";
import { transaction } from "../../db/transaction";
import { claim, remember } from "../../idempotency/idempotency";
import type { Language } from "../../language/languages";
import type { Pair } from "../../market/market";
import { useQuote } from "../../market/store";
import { isReserveShort } from "../../reserves/store";
import type { CreateOrderBody, OrderWire } from "../../routes/orders/schema";
import { orderIn } from "../../routes/orders/view";
import { pausedAssets } from "../../switches/switches";
import { newBookId, newOrderId, newTrackingCode } from "../ids";
import type { Order, OrderTerms } from "../machine/order";
import { placeOrder } from "../store/store";
import { type Draft, type DraftParts, draftOf } from "./draft";
import type { VerbContext } from "./verbs";

export type CreateParts = DraftParts & {
  random: Random;
  addresses: AddressBook;
  paymentWindowMs: number;
  view(order: Order, language?: Language): Promise<OrderWire>;
};

/** How long after the payment window the deposit address is still looked at for native receipts. */
const WATCH_AFTER_MS = 7 * 24 * 3_600_000;

type Created = { status: 201; order: OrderWire };

/** Makes an order: everything is checked first (body, currency, pair, amount, address, limits), then written at once. */
export async function createOrder(
  parts: CreateParts,
  input: CreateOrderBody,
  context: VerbContext,
): Promise<Result<Created, Problem>> {
  const draft = await draftOf(parts, input);
  if (!draft.ok) return (await replayOf(parts, context)) ?? draft;
  try {
    return await transaction(parts.database, (tx) => write(parts, tx, draft.value, input, context));
  } catch (error) {
    if (error instanceof Refused) return err(error.problem);
    if (isReserveShort(error)) return err(problem("reserve/insufficient"));
    throw error;
  }
}

/** A request that was answered before gets that answer, even where it would be refused today. */
async function replayOf(parts: CreateParts, context: VerbContext): Promise<Result<Created, Problem> | null> {
  const wanted = context.idempotency;
  if (wanted === undefined) return null;
  const known = await transaction(parts.database, (tx) => claim(tx, wanted));
  if (known.kind === "replay") return ok(replayed(known.body, context));
  return known.kind === "problem" ? err(known.problem) : null;
}

const replayed = (body: unknown, context: VerbContext): Created => ({
  status: 201,
  order: orderIn(context.language ?? "en", body as OrderWire),
});

/** Leaves the transaction with a problem; nothing of it is written. */
class Refused extends Error {
  override readonly name = "Refused";
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

async function write(
  parts: CreateParts,
  tx: Tx,
  draft: Draft,
  input: CreateOrderBody,
  context: VerbContext,
): Promise<Result<Created, Problem>> {
  if (context.idempotency !== undefined) {
    const known = await claim(tx, context.idempotency);
    if (known.kind === "replay") return ok(replayed(known.body, context));
    if (known.kind === "problem") return err(known.problem);
  }
  await refusePaused(tx, draft.pair);
  const chain = assetOf(draft.pair.send).chain;
  const place = await parts.addresses.next(tx, chain);
  if (place === null) throw new Refused(problem("service/unavailable", { retryAfterS: 5 }));
  const order = orderOf(parts, draft, input, place.address);
  const watchedUntil = order.terms.expiresAt + WATCH_AFTER_MS;
  if (!(await placeOrder(tx, order, { ...place, watchedUntil })))
    throw new Refused(problem("reserve/insufficient"));
  if (draft.quote !== null && !(await useQuote(tx, draft.quote.id, order.id))) {
    throw new Refused(problem("quote/used", { pointer: "/quoteId" }));
  }
  const wire = await parts.view(order, context.language);
  if (context.idempotency !== undefined) {
    await remember(tx, context.idempotency, { orderId: order.id, status: 201, body: wire });
  }
  return ok({ status: 201, order: wire });
}

/**
 * The board may be half a second old; whoever asks once a pause has been answered is refused. Without the switches' lock:
 * an order that was being made at that moment harms nobody, and a pause that waits must not hold up all others.
 */
async function refusePaused(tx: Tx, pair: Pair): Promise<void> {
  const paused = await pausedAssets(tx);
  for (const [asset, pointer] of [
    [pair.send, "/sendCurrency"],
    [pair.receive, "/receiveCurrency"],
  ] as const) {
    if (paused.has(asset))
      throw new Refused(problem("currency/paused", { pointer, params: { currency: asset } }));
  }
}

function orderOf(parts: CreateParts, draft: Draft, input: CreateOrderBody, depositAddress: string): Order {
  const { pair, figures, orderType } = draft;
  const createdAt = parts.clock.now();
  const { less, more, late } = input.mismatch ?? {};
  const terms: OrderTerms = {
    parentId: null,
    orderType,
    sendAsset: pair.send,
    receiveAsset: pair.receive,
    sendUnits: draft.sendUnits,
    receiveAddress: draft.receiveAddress,
    receiveMemo: null,
    depositAddress,
    book: newBookId(parts.random),
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
    createdAt,
    expiresAt: draft.quote?.expiresAt ?? createdAt + parts.paymentWindowMs,
  };
  return {
    id: newOrderId(parts.random),
    trackingCode: newTrackingCode(parts.random),
    version: 1,
    terms,
    phase: { state: "waiting" },
    deposits: [],
    refundAddress: draft.refundAddress,
    late: false,
    closedAs: null,
    children: [],
    heldUnits: figures.receiveUnits,
    revision: 0,
    approval: null,
    settlement: null,
    legs: [],
  };
}
