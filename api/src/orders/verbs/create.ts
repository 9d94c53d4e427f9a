import { type AddressChecks, checkAddress } from "../../address/checks";
import type { AddressBook } from "../../address/deposit-address";
import { formatRate, mulDivFloor, parseUnits } from "../../core/amount";
import { type AssetCode, assetOf } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import type { OrderType } from "../../core/fees";
import type { Clock, Random } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Database, Tx } from "../../db/client";
import { transaction } from "../../db/transaction";
import { claim, remember } from "../../idempotency/idempotency";
import type { Language } from "../../language/languages";
import type { BoardReader } from "../../market/board";
import { amountText, type Board, networkFeeOf, rateOf, valueInUnits } from "../../market/market";
import { figuresOf } from "../../market/price";
import { checkLimits, type Pair, parseAmount, parseOrderType, parsePair } from "../../market/service";
import { type FixedQuote, fixedExposure, loadQuote, useQuote } from "../../market/store";
import type { MixerOffer, OrderKind } from "../../mixer/kind";
import type { CreateOrderBody, OrderWire } from "../../routes/orders/schema";
import { orderIn } from "../../routes/orders/view";
import { pausedAssets } from "../../switches/switches";
import { isReserveShort } from "../engine/apply";
import { newBookId, newOrderId, newTrackingCode } from "../ids";
import type { Order, OrderTerms } from "../machine/order";
import { placeOrder } from "../store/store";
import { draftKind, draftReceiveAddresses, mixTerms } from "./mixed";
import type { VerbContext } from "./verbs";

export type CreateParts = {
  database: Database;
  board: BoardReader;
  clock: Clock;
  random: Random;
  checks: AddressChecks;
  addresses: AddressBook;
  mixer: MixerOffer;
  paymentWindowMs: number;
  view(order: Order, language?: Language): Promise<OrderWire>;
};

/** A server's figure that is worse than the client's by more than this is not accepted silently (design 1). */
const MOVED_PPM = 5_000n;
/** How long after the payment window the deposit address is still looked at for native receipts. */
const WATCH_AFTER_MS = 7 * 24 * 3_600_000;

type Draft = {
  pair: Pair;
  orderType: OrderType;
  sendUnits: bigint;
  receiveAddress: string;
  refundAddress: string | null;
  feePpm: OrderKind["feePpm"];
  mixer: OrderTerms["mixer"] | null;
  figures: {
    receiveUnits: bigint;
    rate: { numerator: bigint; denominator: bigint };
    networkFeeUnits: bigint;
  };
  limits: { min: bigint; max: bigint };
  quote: FixedQuote | null;
};

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

async function draftOf(parts: CreateParts, input: CreateOrderBody): Promise<Result<Draft, Problem>> {
  // At most half a second old; the reserve itself is compared when the order is written.
  const board = parts.board.current();
  const now = parts.clock.now();
  const pair = parsePair(
    board,
    { from: input.sendCurrency, to: input.receiveCurrency },
    { from: "/sendCurrency", to: "/receiveCurrency" },
  );
  if (!pair.ok) return pair;
  const kind = await draftKind(parts, input);
  if (!kind.ok) return kind;
  const { feePpm, settings } = kind.value;
  if (settings === null && pair.value.send === pair.value.receive)
    return err(problem("pair/same", { pointer: "/receiveCurrency" }));
  const amount = parseAmount(input.sendAmount, pair.value.send, "/sendAmount");
  if (!amount.ok) return amount;
  const addresses = await draftAddresses(parts, pair.value, input);
  if (!addresses.ok) return addresses;
  const limits = checkLimits(board, pair.value, amount.value, { now, pointer: "/sendAmount" });
  if (!limits.ok) return limits;
  const orderType = parseOrderType(input.orderType);
  const quote =
    orderType === "fixed" ? await draftQuote(parts, pair.value, amount.value, input.quoteId) : ok(null);
  if (!quote.ok) return quote;
  if (quote.value !== null && (await exposureExceeded(parts, board, quote.value, now))) {
    return err(problem("pair/paused", { pointer: "/orderType" }));
  }
  const figures = quote.value ?? floatingFigures(board, pair.value, { sendUnits: amount.value, feePpm, now });
  if (figures === null) return err(problem("pair/paused"));
  const mixer =
    settings === null
      ? ok(null)
      : mixTerms(board, settings, {
          asset: pair.value.receive,
          units: figures.receiveUnits,
          networkFeeUnits: figures.networkFeeUnits,
          addresses: addresses.value.receiveAddresses,
        });
  if (!mixer.ok) return mixer;
  const moved = movedSince(pair.value, figures, input);
  if (moved !== null) return err(moved);
  return ok({
    pair: pair.value,
    orderType,
    sendUnits: amount.value,
    receiveAddress: addresses.value.receiveAddresses[0] ?? input.receiveAddress,
    refundAddress: addresses.value.refundAddress,
    feePpm,
    mixer: mixer.value,
    figures,
    limits: limits.value,
    quote: quote.value,
  });
}

async function draftAddresses(
  parts: CreateParts,
  pair: Pair,
  input: CreateOrderBody,
): Promise<Result<{ receiveAddresses: string[]; refundAddress: string | null }, Problem>> {
  const receive = await draftReceiveAddresses(parts.checks, pair.receive, input);
  if (!receive.ok) return receive;
  if (input.receiveMemo !== undefined && input.receiveMemo !== "") {
    return err(problem("address/memo", { pointer: "/receiveMemo" }));
  }
  if (input.refundAddress === undefined || input.refundAddress === "") {
    return ok({ receiveAddresses: receive.value, refundAddress: null });
  }
  const refund = await checkAddress(parts.checks, {
    asset: pair.send,
    address: input.refundAddress,
    pointer: "/refundAddress",
  });
  return refund.ok ? ok({ receiveAddresses: receive.value, refundAddress: refund.value }) : refund;
}

function floatingFigures(
  board: Board,
  pair: Pair,
  { sendUnits, feePpm, now }: { sendUnits: bigint; feePpm: bigint; now: number },
): Draft["figures"] | null {
  const rate = rateOf(board, pair, now);
  const networkFeeUnits = networkFeeOf(board, pair, now);
  if (rate === null || networkFeeUnits === null) return null;
  const { receiveUnits } = figuresOf({ sendUnits, rate, feePpm, networkFeeUnits });
  return { receiveUnits, rate, networkFeeUnits };
}

async function draftQuote(
  parts: CreateParts,
  pair: Pair,
  sendUnits: bigint,
  quoteId: string | undefined,
): Promise<Result<FixedQuote, Problem>> {
  const pointer = "/quoteId";
  const quote = quoteId === undefined ? undefined : await loadQuote(parts.database, quoteId);
  if (quote === undefined) return err(problem("quote/unknown", { pointer }));
  if (quote.send !== pair.send || quote.receive !== pair.receive || quote.sendUnits !== sendUnits) {
    return err(problem("quote/mismatch", { pointer }));
  }
  if (quote.used) return err(problem("quote/used", { pointer }));
  if (quote.expiresAt <= parts.clock.now()) return err(problem("quote/expired", { pointer }));
  return ok(quote);
}

/** Open fixed-rate orders may shift any one asset by this much of value at most, net, in whole USDT (design 1). */
const FIXED_EXPOSURE_USDT_MAX = 1_000_000n;

async function exposureExceeded(
  parts: CreateParts,
  board: Board,
  quote: FixedQuote,
  now: number,
): Promise<boolean> {
  const open = await fixedExposure(parts.database);
  const net = (asset: AssetCode): bigint => {
    const row = open.find((exposure) => exposure.asset === asset);
    return (row?.promised ?? 0n) - (row?.expected ?? 0n);
  };
  const sides = [
    { asset: quote.receive, net: net(quote.receive) + quote.receiveUnits },
    { asset: quote.send, net: net(quote.send) - quote.sendUnits },
  ];
  return sides.some((side) => {
    const cap = valueInUnits(board, side.asset, FIXED_EXPOSURE_USDT_MAX, now);
    return cap === null || (side.net < 0n ? -side.net : side.net) > cap;
  });
}

/** What the client saw is never the truth; when ours is clearly worse, the client is told instead of surprised. */
function movedSince(pair: Pair, figures: Draft["figures"], input: CreateOrderBody): Problem | null {
  if (input.receiveAmount === undefined) return null;
  const { decimals } = assetOf(pair.receive);
  const seen = parseUnits(input.receiveAmount, decimals);
  if (!seen.ok)
    return problem(seen.error, {
      pointer: "/receiveAmount",
      params: { currency: pair.receive, decimals: String(decimals) },
    });
  if (figures.receiveUnits >= mulDivFloor(seen.value, 1_000_000n - MOVED_PPM, 1_000_000n)) return null;
  const rate = formatRate(figures.rate, { send: assetOf(pair.send).decimals, receive: decimals });
  return problem("quote/moved", {
    pointer: "/receiveAmount",
    extra: { receiveAmount: amountText(pair.receive, figures.receiveUnits), exchangeRate: rate },
  });
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
