import type { AddressBook } from "../../address/deposit-address";
import { assert } from "../../core/assert";
import { ASSET_CODES, type AssetCode, assetOf } from "../../core/assets";
import { type Problem, problem } from "../../core/errors";
import { gatherOrEach } from "../../core/gather";
import type { OrderId } from "../../core/ids";
import type { Random } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Tx } from "../../db/client";
import { CommitUnknown, type Outcome, rollback, transaction } from "../../db/transaction";
import { answered, keepAnswer } from "../../idempotency/idempotency";
import type { Pair } from "../../market/market";
import { useQuotes } from "../../market/quote-store";
import { RESERVE_SHORT } from "../../reserves/store";
import { pausedAssets } from "../../switches/switches";
import { newBookId, newOrderId, newTrackingCode } from "../ids";
import { create } from "../machine/on-created";
import type { Order } from "../machine/order";
import { placeOrders } from "../store/place-store";
import type { Call } from "./call";
import { type DraftParts, draftOf, type OrderDraft } from "./draft";
import { exceedExposure } from "./exposure";
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

/** Checks what an order is to be, and writes it. */
export type CreateOrder<Answer> = (
  input: OrderInput,
  call: CreateCall<Answer>,
) => Promise<Result<Answer, Problem>>;

/** An order that is checked and priced, and the call that asks for it. */
type Asked<Answer> = {
  draft: OrderDraft;
  input: OrderInput;
  call: CreateCall<Answer>;
  /** Of its own, or its idempotency key's: one transaction would not lock that key for the second of two requests. */
  key: string;
};

/** Orders that are written at once: more make a transaction longer, and hardly cheaper for each. */
const ORDERS_MAX = 32;
/** One transaction is prepared while another is being written. */
const TRANSACTIONS_MAX = 2;

/**
 * Makes the verb that creates an order: everything is checked first (body, currency, pair, amount, address, limits), then
 * written at once. Orders share one transaction with those that are made at the same time; at fixed rates, those that receive one asset.
 * Errors: those of draftOf, `currency/paused`, `chain/full`, `quote/used`, `reserve/insufficient`, `service/unavailable`,
 * and `pair/paused` where too much is promised at fixed rates.
 */
export function createOrders<Answer>(parts: CreateParts): CreateOrder<Answer> {
  const gathered = (groupsMax: number) =>
    gatherOrEach<Asked<Answer>, Result<Answer, Problem>>(
      {
        allAtOnce: (group) => writeTogether(parts, group),
        one: (asked) => writeOne(parts, asked),
        // Each would be made a second time.
        isInDoubt: (error) => error instanceof CommitUnknown,
      },
      { itemsMax: ORDERS_MAX, groupsMax, keyOf: ({ key }) => key },
    );
  // The answers of mixes read much: others are not to wait for them.
  const [plain, mixed] = [gathered(TRANSACTIONS_MAX), gathered(TRANSACTIONS_MAX)];
  // Promises lock the reserve that they hold of, and so one transaction follows the other.
  const promising = new Map(ASSET_CODES.map((received) => [received, gathered(1)]));
  let count = 0;
  return async (input, call) => {
    const draft = await draftOf(parts, input);
    if (!draft.ok) return (await firstAnswer(parts, call)) ?? draft;
    const key = call.idempotency?.scopeHash ?? `${++count}`;
    const asked = { draft: draft.value, input, call, key };
    const { quote, mixer, pair } = draft.value;
    const fixed = quote === null ? undefined : promising.get(pair.receive);
    return (fixed ?? (mixer === null ? plain : mixed))(asked);
  };
}

/** A request that was answered before gets that answer, even where it would be refused today; null for a new one. */
async function firstAnswer<Answer>(
  { database }: CreateParts,
  { idempotency }: Call<Answer>,
): Promise<Result<Answer, Problem> | null> {
  return idempotency === undefined ? null : transaction(database, (tx) => answered<Answer>(tx, idempotency));
}

async function writeOne<Answer>(parts: CreateParts, asked: Asked<Answer>): Promise<Result<Answer, Problem>> {
  const written = await transaction(parts.database, (tx) => writeAll(tx, parts, [asked]), {
    constraint: RESERVE_SHORT,
    error: problem("reserve/insufficient"),
  });
  if (!written.ok) return written;
  const [answer] = written.value;
  assert(answer !== undefined, "an order without an answer");
  return answer;
}

/** Writes orders in one transaction; throws where one of them cannot be written as it is. */
async function writeTogether<Answer>(
  parts: CreateParts,
  group: readonly Asked<Answer>[],
): Promise<Result<Answer, Problem>[]> {
  const written = await transaction(parts.database, (tx) => writeAll(tx, parts, group));
  if (!written.ok) throw new Error(written.error.code);
  return written.value;
}

/**
 * Writes what may be written of new orders, and answers each. A rollback takes all of them back, for one that cannot be written
 * beside the others.
 */
async function writeAll<Answer>(
  tx: Tx,
  parts: CreateParts,
  group: readonly Asked<Answer>[],
): Promise<Outcome<Result<Answer, Problem>[], Problem>> {
  const outcomes = new Map<Asked<Answer>, Result<Answer, Problem>>();
  await Promise.all(
    group.map(async (asked) => {
      const { idempotency } = asked.call;
      const known = idempotency && (await answered<Answer>(tx, idempotency));
      if (known) outcomes.set(asked, known);
    }),
  );
  const asking = group.filter((asked) => !outcomes.has(asked));
  for (const asked of repeatedQuotes(asking)) outcomes.set(asked, err(QUOTE_USED));
  const places = await placesOf(
    tx,
    parts,
    asking.filter((asked) => !outcomes.has(asked)),
  );
  for (const { asked, place } of places) if (!place.ok) outcomes.set(asked, place);
  const made = places.flatMap(({ asked, place }) => {
    if (!place.ok) return [];
    return { asked, assigned: place.value, order: createdOrder(parts, asked, place.value.address) };
  });
  if (made.length > 0 && !(await placeOrders(tx, made))) return rollback(problem("reserve/insufficient"));
  const refused = await promiseRates(tx, parts, made);
  if (refused !== null) return rollback(refused);
  // All come to their end before a failure is thrown: none may be at work when the transaction is taken back.
  const answers = await Promise.allSettled(
    made.map(async ({ asked, order }) => outcomes.set(asked, ok(await answerOf(tx, asked.call, order)))),
  );
  for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
  return ok(
    group.map((asked) => {
      const outcome = outcomes.get(asked);
      assert(outcome !== undefined, "an order without an outcome");
      return outcome;
    }),
  );
}

const QUOTE_USED = problem("quote/used", { pointer: "/quoteId" });

/** Those whose quote another one before them has asked for: they would be refused, and take back what is written of all. */
function repeatedQuotes<Answer>(group: readonly Asked<Answer>[]): Asked<Answer>[] {
  const quoted = new Set<string>();
  return group.filter(({ draft: { quote } }) => {
    if (quote === null) return false;
    const isRepeated = quoted.has(quote.id);
    quoted.add(quote.id);
    return isRepeated;
  });
}

type Place = { address: string; index: number };

/** Where new orders are to be paid, or why there may be none. */
async function placesOf<Answer>(
  tx: Tx,
  parts: CreateParts,
  group: readonly Asked<Answer>[],
): Promise<{ asked: Asked<Answer>; place: Result<Place, Problem> }[]> {
  if (group.length === 0) return [];
  const wanted = group.map(({ draft, input }) => ({
    chain: assetOf(draft.pair.send).chain,
    type: input.depositAddressType,
  }));
  // Sent together, as one round trip: where the currency is paused, an index is left out.
  const [paused, assigned] = await Promise.all([pausedAssets(tx), parts.addresses.nextForOrders(tx, wanted)]);
  return group.map((asked, at) => {
    const refused = pausedProblem(paused, asked.draft.pair);
    if (refused !== null) return { asked, place: err(refused) };
    const place = assigned[at] ?? null;
    if (place === "full") return { asked, place: err(problem("chain/full", { pointer: "/sendCurrency" })) };
    if (place === null) return { asked, place: err(problem("service/unavailable", { retryAfterS: 5 })) };
    return { asked, place: ok(place) };
  });
}

/** Takes the quotes of orders at fixed rates; why these may not be promised, where one of them may not. */
async function promiseRates<Answer>(
  tx: Tx,
  parts: CreateParts,
  made: readonly { asked: Asked<Answer>; order: Order }[],
): Promise<Problem | null> {
  const promises = made.flatMap(({ asked: { draft, call }, order: { id } }) =>
    draft.quote === null
      ? []
      : { quoteId: draft.quote.id, orderId: id, pair: draft.pair, unpaidOf: [...(call.others ?? []), id] },
  );
  if (promises.length === 0) return null;
  if (!(await useQuotes(tx, promises))) return QUOTE_USED;
  const market = { current: parts.prices.current(), now: parts.clock.now() };
  return (await exceedExposure(tx, promises, market))
    ? problem("pair/paused", { pointer: "/orderType" })
    : null;
}

/** Notes whose order it is, and answers; under an idempotency key the answer is kept. */
async function answerOf<Answer>(tx: Tx, call: CreateCall<Answer>, order: Order): Promise<Answer> {
  await call.record?.(tx, order.id);
  const answer = await call.answer(order, tx);
  if (call.idempotency) await keepAnswer(tx, call.idempotency, { answer, orderId: order.id, status: 201 });
  return answer;
}

/**
 * Refuses a paused currency: the prices that the draft was made of are a moment old. Without the switches' lock:
 * an order that is created at that moment does no harm, and a pause that waits must not hold up all others.
 */
function pausedProblem(paused: ReadonlySet<AssetCode>, pair: Pair): Problem | null {
  for (const [asset, pointer] of [
    [pair.send, "/sendCurrency"],
    [pair.receive, "/receiveCurrency"],
  ] as const) {
    if (paused.has(asset)) return problem("currency/paused", { pointer, params: { currency: asset } });
  }
  return null;
}

function createdOrder<Answer>(
  parts: CreateParts,
  { draft, input }: Asked<Answer>,
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
