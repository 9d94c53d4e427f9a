import { checkAddress } from "../../address/checks";
import { appendAudit } from "../../audit/audit";
import type { Chain } from "../../chains/chain";
import { loadCursors } from "../../chains/cursor-store";
import { parseUnits } from "../../core/amount";
import { unreachable } from "../../core/assert";
import { type AssetCode, assetOf, type ChainId } from "../../core/assets";
import { type Problem, type ProblemCode, problem } from "../../core/errors";
import type { TimeMs } from "../../core/ports";
import { err, ok, type Result } from "../../core/result";
import type { Tx } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import { transaction } from "../../db/transaction";
import { depositsOf } from "../../deposits/store";
import { type Kept, once } from "../../idempotency/idempotency";
import type { Language } from "../../language/languages";
import { DELAY_MINUTES } from "../../mixer/settings";
import type { ObserverWire } from "../../routes/mixer/schema";
import { observerWire } from "../../routes/mixer/view";
import type { DecisionBody, OrderWire, VerificationWire } from "../../routes/orders/schema";
import {
  confirmationsOf,
  endedAt,
  orderIn,
  orderWire,
  paymentUri,
  paymentWire,
  trackWire,
  type ViewContext,
} from "../../routes/orders/view";
import { observeMix } from "../anonymity-set";
import type { ApplyFailure, Engine } from "../engine/apply";
import { createMarketForOrder } from "../engine/market-for-order";
import type { OrderEvent } from "../machine/events";
import { type Order, refundable } from "../machine/order";
import { readCrowd } from "../store/crowd-store";
import { countWaiting, loadOrder, loadOrderByCode } from "../store/store";
import { createInspection } from "./admin-service";
import { type CreateParts, createOrder } from "./create";
import type { AdminContext, OrderVerbs, VerbContext } from "./verbs";

export type OrderParts = Omit<CreateParts, "view"> & {
  engine: Engine;
  notifier: Notifier;
  explorers: ReadonlyMap<ChainId, Pick<Chain, "explorerUrl">>;
  confirmationsRequired(asset: AssetCode, units: bigint): number;
  estimatedSeconds(order: Order): number;
};

/** The longest delay of a mix: others in this time may be its company. */
const CROWD_MS = DELAY_MINUTES.max * 60_000;
/** How long verify-payment waits for the worker to look at the chain. */
const LOOK_MS_MAX = 1_500;

/** Everything that visitors and administrators can do with an order; each verb is one transaction. */
export function createOrderService(parts: OrderParts): OrderVerbs {
  const view = async (order: Order, language?: Language): Promise<OrderWire> =>
    orderWire(order, await contextOf(parts, order, { language }));
  const creating: CreateParts = { ...parts, view };
  return {
    ...createInspection({ database: parts.database, view }),
    create: (input, context) => createOrder(creating, input, context),
    read: (id, language) => read(parts, id, language),
    payment: (id, language) =>
      withOrder(parts, id, async (order) =>
        ok(paymentWire(order, await contextOf(parts, order, { language }))),
      ),
    qrText: (id) =>
      withOrder(parts, id, async (order) => ok(paymentUri(order) ?? order.terms.depositAddress)),
    verifyPayment: (id) => verifyPayment(parts, id),
    decide: (id, input, context) => decide(parts, id, input, context),
    setRefundAddress: (id, input, context) =>
      withOrder(parts, id, async (order) => {
        const { asset } = refundable(order);
        const checked = await checkAddress(parts.checks, {
          asset,
          address: input.address,
          pointer: "/address",
        });
        if (!checked.ok) return checked;
        const event: OrderEvent = { type: "refund_address", at: parts.clock.now(), address: checked.value };
        return act(parts, id, { source: "holder", event, context });
      }),
    cancel: (id, context) =>
      act(parts, id, { source: "holder", event: { type: "cancel", at: parts.clock.now() }, context }),
    delay: (id, { delayMinutes }, context) =>
      act(parts, id, {
        source: "holder",
        event: { type: "mix_delayed", at: parts.clock.now(), delayMinutes },
        context,
      }),
    async track(code) {
      const order = await loadOrderByCode(parts.database, code);
      return order === undefined ? err(problem("track/unknown")) : ok(trackWire(order));
    },
    countWaiting: (ids) => countWaiting(parts.database, ids),
    release: (id, context) => decideFor(parts, id, context, "release"),
    refundHeld: (id, context) => decideFor(parts, id, context, "refund_held"),
    watch: (id, listener) => parts.notifier.onOrder(id, listener),
  };
}

async function withOrder<Value>(
  parts: OrderParts,
  id: string,
  then: (order: Order) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem>> {
  const order = await loadOrder(parts.database, id);
  return order === undefined ? err(problem("order/unknown")) : then(order);
}

/** Reads what a view needs; inside a transaction through it, because a second connection may never come free. */
async function contextOf(
  parts: OrderParts,
  order: Order,
  { language = "en", tx = parts.database }: { language?: Language | undefined; tx?: Tx },
): Promise<ViewContext> {
  const owner = order.terms.parentId ?? order.id;
  const rows = order.deposits.length === 0 ? [] : await depositsOf(tx, [owner]);
  const cursors = order.deposits.length === 0 ? new Map() : await loadCursors(tx);
  return {
    language,
    deposits: new Map(rows.map((row) => [row.id, row])),
    cursors,
    explorerUrl: (asset, txId) => parts.explorers.get(assetOf(asset).chain)?.explorerUrl(txId) ?? null,
    confirmationsRequired: parts.confirmationsRequired,
    estimatedSeconds: parts.estimatedSeconds,
    observer: await observerOf(parts, order, tx),
  };
}

/** What an observer could infer of a mix until its payout begins; null afterwards, and for plain exchanges. */
async function observerOf(parts: OrderParts, order: Order, tx: Tx): Promise<ObserverWire | null> {
  const { mixer, sendAsset } = order.terms;
  if (mixer === undefined || (order.mix?.legsPlanned ?? 0) > 0 || endedAt(order) !== null) return null;
  const now = parts.clock.now();
  const crowd = await readCrowd(tx, { since: now - CROWD_MS, now, exceptOrderId: order.id });
  const delayMinutes = order.mix?.delayMinutes ?? mixer.settings.delayMinutes;
  return observerWire(observeMix(crowd, order, now), { ...mixer.settings, delayMinutes, send: sendAsset });
}

/** Grows with every event, and with every confirmation in between. */
const versionOf = (order: Order, wire: OrderWire): number =>
  order.version * 1_000 +
  Math.min(
    999,
    wire.deposits.reduce((sum, deposit) => sum + Math.min(deposit.confirmations, 99), 0),
  );

async function read(
  parts: OrderParts,
  id: string,
  language: Language | undefined,
): Promise<Result<{ order: OrderWire; version: number }, Problem>> {
  return withOrder(parts, id, async (loaded) => {
    const order = await withFreshOffer(parts, loaded);
    const wire = orderWire(order, await contextOf(parts, order, { language }));
    return ok({ order: wire, version: versionOf(order, wire) });
  });
}

/** The figures of an open question hold for a minute; whoever looks later gets new ones, under a new revision. */
async function withFreshOffer(parts: OrderParts, order: Order): Promise<Order> {
  if (order.phase.state !== "action_required" || parts.clock.now() < order.phase.offer.validUntil)
    return order;
  const market = await createMarketForOrder(parts)(order.id);
  if (market === null) return order;
  const refreshed = await parts.engine.apply({
    orderId: order.id,
    source: "offer",
    externalId: `${order.id}:${order.revision + 1}`,
    event: { type: "offer_refreshed", at: parts.clock.now(), market },
  });
  return refreshed.ok ? refreshed.value.order : ((await loadOrder(parts.database, order.id)) ?? order);
}

async function verifyPayment(parts: OrderParts, id: string): Promise<Result<VerificationWire, Problem>> {
  return withOrder(parts, id, async (order) => {
    await askForLook(parts, order);
    const found = (await loadOrder(parts.database, id)) ?? order;
    const context = await contextOf(parts, found, {});
    const wire = orderWire(found, context);
    const { confirmations, required } = confirmationsOf(found, context);
    const first = found.deposits.find((deposit) => deposit.status !== "gone");
    return ok({
      verified: first !== undefined,
      state: wire.state,
      status: wire.status,
      confirmations,
      confirmationsRequired: required,
      transactionTime: first === undefined ? null : new Date(first.blockAt ?? first.seenAt).toISOString(),
    });
  });
}

/** Wakes the worker for this chain, and waits a moment for what it finds. */
async function askForLook(parts: OrderParts, order: Order): Promise<void> {
  if (order.deposits.some((deposit) => deposit.status !== "gone")) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, LOOK_MS_MAX);
    const unsubscribe = parts.notifier.onOrder(order.id, done);
    parts.notifier.wake(`chain:${assetOf(order.terms.sendAsset).chain}`);
  });
}

async function decide(
  parts: OrderParts,
  id: string,
  input: DecisionBody,
  context: VerbContext,
): Promise<Result<OrderWire, Problem>> {
  return withOrder(parts, id, async (loaded) => {
    const order = await withFreshOffer(parts, loaded);
    const refund = await decisionRefundAddress(parts, order, input);
    if (!refund.ok) return refund;
    const minReceive =
      input.minReceive === undefined
        ? null
        : parseUnits(input.minReceive, assetOf(order.terms.receiveAsset).decimals);
    if (minReceive !== null && !minReceive.ok)
      return err(problem(minReceive.error, { pointer: "/minReceive" }));
    const event: OrderEvent = {
      type: "decision",
      at: parts.clock.now(),
      choice: input.choice,
      refundAddress: refund.value,
      revision: input.revision ?? null,
      receiveUnitsMin: minReceive?.value ?? null,
    };
    return act(parts, id, { source: "holder", event, context });
  });
}

async function decisionRefundAddress(
  parts: OrderParts,
  order: Order,
  input: DecisionBody,
): Promise<Result<string | null, Problem>> {
  if (input.refundAddress === undefined || input.refundAddress === "" || input.choice === "exchange")
    return ok(null);
  return checkAddress(parts.checks, {
    asset: refundable(order).asset,
    address: input.refundAddress,
    pointer: "/refundAddress",
  });
}

/** An administrator decides in the holder's place, at the market of this moment. */
async function decideFor(
  parts: OrderParts,
  id: string,
  context: AdminContext,
  type: "release" | "refund_held",
): Promise<Result<OrderWire, Problem>> {
  const market = await createMarketForOrder(parts)(id);
  const event: OrderEvent = {
    type,
    at: parts.clock.now(),
    admin: context.adminId,
    reason: context.reason,
    market,
  };
  const action = type === "release" ? "exchange.release" : "exchange.refund";
  return act(parts, id, { source: "admin", event, context, by: { ...context, action } });
}

/** Applies what somebody asked for; the idempotency key and its answer are in the same transaction. */
async function act(
  parts: OrderParts,
  id: string,
  request: { source: "holder" | "admin"; event: OrderEvent; context: VerbContext; by?: Actor },
): Promise<Result<OrderWire, Problem>> {
  const { source, event, context, by } = request;
  const { language } = context;
  const externalId = `${id}:${Buffer.from(parts.random.bytes(9)).toString("base64url")}`;
  const work = async (tx: Tx): Promise<Result<Kept<OrderWire>, Problem>> => {
    const applied = await parts.engine.applyIn(tx, { orderId: id, source, externalId, event });
    if (!applied.ok) {
      const refusal = problemOf(applied.error);
      if (by) await record(tx, by, { at: event.at, id, outcome: "refused", reason: refusal.code });
      return err(refusal);
    }
    const { order } = applied.value;
    const answer = orderWire(order, await contextOf(parts, order, { language, tx }));
    if (by) await record(tx, by, { at: event.at, id, outcome: "done", reason: by.reason });
    return ok({ answer, orderId: id, status: 200 });
  };
  const outcome = await transaction(parts.database, (tx) => once(tx, context.idempotency, () => work(tx)));
  if (outcome.ok) {
    parts.notifier.orderChanged(id);
    return ok(orderIn(language ?? "en", outcome.value));
  }
  if (outcome.error.code !== "decision/stale") return outcome;
  const fresh = await read(parts, id, language);
  return fresh.ok ? err({ ...outcome.error, extra: { order: fresh.value.order } }) : outcome;
}

type Actor = { admin: string; reason: string; action: "exchange.release" | "exchange.refund" };

/** In the audit log an order goes by its tracking code; one that is unknown has none. */
async function record(
  tx: Tx,
  { admin, action }: Actor,
  deed: { at: TimeMs; id: string; outcome: "done" | "refused"; reason: string },
): Promise<void> {
  const { id, ...draft } = deed;
  const order = await loadOrder(tx, id);
  await appendAudit(tx, { ...draft, admin, action, subject: order?.trackingCode ?? null });
}

function problemOf(failure: ApplyFailure): Problem {
  const code = codeOf(failure);
  return problem(code, failure === "refund_address_missing" ? { pointer: "/refundAddress" } : {});
}

function codeOf(failure: ApplyFailure): ProblemCode {
  switch (failure) {
    case "order_unknown":
      return "order/unknown";
    case "order_not_waiting":
      return "order/not-cancellable";
    case "refund_address_set":
      return "order/refund-address-set";
    case "refund_address_missing":
      return "order/refund-address-missing";
    case "no_question_open":
    case "choice_unavailable":
      return "decision/unavailable";
    case "decision_stale":
      return "decision/stale";
    case "rate_unavailable":
      return "rate/unavailable";
    case "order_not_held":
      return "order/not-held";
    case "order_decided":
    case "already_done":
    case "not_due":
      return "order/closed";
    case "delay_not_longer":
      return "mixer/delay";
    case "reserve_insufficient":
      return "reserve/insufficient";
    default:
      return unreachable(failure);
  }
}
