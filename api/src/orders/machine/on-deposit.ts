import { assert, unreachable } from "../../core/assert";
import type { DepositId } from "../../core/ids";
import { claimEntry, creditEntry } from "../../ledger/entry";
import type { Market } from "../../market/market";
import { isWorthless, setAllAside, setAside } from "./aside";
import { proceed } from "./assess";
import { effects, hold, inPhase, joinEffects, onHold, quarantine, withDeposit } from "./effects";
import type { Effects, EventOf } from "./events";
import { offerAgain } from "./offer";
import { type DepositRef, isClaimed, isDecided, isOwn, type Order } from "./order";
import { isForReview, reviewOf } from "./review";
import {
  changesWhatIsDue,
  earliest,
  furtherUntil,
  isCompletedLate,
  isEnoughWithout,
  isMinor,
  wasPaidInTime,
} from "./share";

/** A deposit appears, in the mempool or already in a block. The same deposit may come back after it was gone. */
export function onDepositSeen(order: Order, event: EventOf<"deposit_seen">): Effects {
  const seen: DepositRef = {
    ...event.deposit,
    seenAt: event.at,
    status: "pending",
    replaced: false,
    screening: "open",
    childId: null,
    ...(event.at >= furtherUntil(order) && { unawaited: true }),
  };
  const known = order.deposits.find((deposit) => deposit.id === seen.id);
  assert(known === undefined || known.status === "gone", "deposit seen twice", { id: seen.id });
  const deposits =
    known === undefined
      ? [...order.deposits, seen]
      : order.deposits.map((deposit) =>
          deposit.id === seen.id ? { ...seen, seenAt: deposit.seenAt } : deposit,
        );
  const next: Order = { ...order, deposits };
  if (isDecided(order) || seen.asset !== order.terms.sendAsset) return effects(next);
  switch (order.phase.state) {
    case "waiting":
      return effects(inPhase({ ...next, late: cameLate(order, seen) }, { state: "confirming" }));
    case "expired":
    case "cancelled":
      return effects(
        inPhase(
          {
            ...next,
            late: order.phase.state === "cancelled" || cameLate(order, seen),
            closedAs: order.phase.state,
          },
          { state: "confirming" },
        ),
      );
    case "confirming":
      return effects(begunInTime(next));
    case "screening":
    case "exchanging":
    case "mixing":
    case "sending":
    case "completed":
    case "action_required":
    case "hold":
    case "refunding":
    case "refunded":
    case "failed":
      return effects(next);
    default:
      return unreachable(order.phase);
  }
}

/** A fixed rate needs the deposit in a block in time; a floating one needs it seen in time. */
const cameLate = (order: Order, deposit: DepositRef): boolean =>
  (order.terms.orderType === "fixed" ? (deposit.blockAt ?? deposit.seenAt) : earliest(deposit)) >
  order.terms.expiresAt;

/** A floating order is not late after all where a block shows that a payment was there in time, before it was seen. */
function begunInTime(order: Order): Order {
  const { terms, phase, closedAs, deposits } = order;
  if (terms.orderType === "fixed" || phase.state !== "confirming" || closedAs === "cancelled") return order;
  const isInTime = deposits.some(
    (deposit) => isOwn(deposit) && deposit.asset === terms.sendAsset && !cameLate(order, deposit),
  );
  return isInTime ? { ...order, late: false } : order;
}

/** A deposit of the mempool has come into a block. */
export const onDepositMined = (order: Order, event: EventOf<"deposit_mined">): Effects =>
  effects(
    begunInTime(withDeposit(order, event.depositId, (deposit) => ({ ...deposit, blockAt: event.blockAt }))),
  );

/** An unconfirmed deposit is replaced or reorged away before it was credited. */
export function onDepositGone(order: Order, event: EventOf<"deposit_gone">): Effects {
  const next = withDeposit(order, event.depositId, (deposit) => {
    assert(deposit.status === "pending", "a credited deposit cannot be gone", { id: deposit.id });
    // A rate is kept for who has paid, whatever others drop again.
    const replaced = event.replaced && !isMinor(order, deposit) && !isEnoughWithout(order, deposit);
    return { ...deposit, status: "gone", replaced: deposit.replaced || replaced };
  });
  return withoutOne(next, event.at);
}

/** A deposit is no longer the order's, or never was: it may be all that the others waited for. */
function withoutOne(order: Order, at: number): Effects {
  const { state } = order.phase;
  if (state === "confirming" && nothingLeft(order)) return backToStart(order, at);
  if (state === "confirming" && isClear(order)) return lookAgain(order, null, at);
  return state === "exchanging" ? proceed(order, null, at) : effects(order);
}

/** Whether all that is the order's is credited, and from no source that a person has to look at. */
const isClear = ({ deposits }: Order): boolean =>
  deposits.filter(isOwn).every(({ status, screening }) => status === "credited" && screening === "clear");

/** Every deposit is gone, set aside, or has become a child's. */
const nothingLeft = (order: Order): boolean => !order.deposits.some(isOwn);

/** To where the order was before anything was seen; one that had ended holds no reserve again. */
function backToStart(order: Order, at: number): Effects {
  if (order.closedAs !== null) {
    const released = hold(order, { heldUnits: 0n, unpaidUnits: 0n });
    return effects(inPhase(released.order, { state: order.closedAs, at }), { reserve: released.reserve });
  }
  return effects(inPhase({ ...order, late: false }, { state: "waiting" }));
}

/** At policy depth: the ledger credits the deposit, to this order or, where this one is decided, to a child. */
export function onDepositFinal(order: Order, event: EventOf<"deposit_final">): Effects {
  const deposit = order.deposits.find((candidate) => candidate.id === event.depositId);
  assert(deposit?.status === "pending", "only a pending deposit becomes final", { id: event.depositId });
  const isWrong = deposit.asset !== order.terms.sendAsset;
  if (isDecided(order) || (isWrong && hasOtherMoney(order, deposit.id))) {
    return effects(order, { commands: [{ kind: "open_child", depositId: deposit.id }] });
  }
  const credited = begunInTime(
    withDeposit(order, deposit.id, (d) => ({ ...d, status: "credited", blockAt: event.blockAt })),
  );
  const credit = effects(credited, {
    ledger: [
      creditEntry({
        id: deposit.id,
        asset: deposit.asset,
        units: deposit.units,
        holding: event.holding,
        owedTo: `customer:${order.terms.book}`,
      }),
    ],
    commands: [{ kind: "screen", depositId: deposit.id }],
  });
  const isMixed = order.terms.mixer !== undefined && event.holding === "chain" && !isWrong;
  const apart = quarantine(afterCredit(credited, deposit, event), isMixed ? deposit.units : 0n);
  return joinEffects(credit, effects(apart.order, { reserve: apart.reserve }));
}

/** A deposit that belonged to no order is now booked to this one; its source is still to be screened. */
export function onDepositClaimed(order: Order, event: EventOf<"deposit_claimed">): Effects {
  const deposit = order.deposits.find(({ id }) => id === event.depositId);
  assert(isClaimed(order) && deposit?.status === "pending", "nothing to claim", { id: event.depositId });
  const claimed = withDeposit(order, deposit.id, (d) => ({ ...d, status: "credited" }));
  return effects(inPhase(claimed, { state: "screening" }), {
    ledger: [claimEntry({ ...deposit, book: order.terms.book })],
    commands: [{ kind: "screen", depositId: deposit.id }],
  });
}

function afterCredit(credited: Order, deposit: DepositRef, event: EventOf<"deposit_final">): Order {
  const isFixed = credited.terms.orderType === "fixed";
  const isMinorPart = isMinor(credited, deposit);
  const cameTooLate =
    event.blockAt > credited.terms.expiresAt && !isMinorPart && !wasPaidInTime(credited, deposit);
  const late = credited.late || (isFixed && (cameTooLate || isCompletedLate(credited)));
  const state = credited.phase.state;
  const isEnded = state === "expired" || state === "cancelled";
  const closedAs = isEnded ? state : credited.closedAs;
  if (deposit.asset !== credited.terms.sendAsset)
    return inPhase({ ...credited, closedAs }, { state: "screening" });
  // It was seen before the order ended for want of more.
  if (isEnded) return inPhase({ ...credited, late: true, closedAs }, { state: "screening" });
  // The question stays as it was put.
  if (state === "action_required" && isMinorPart && !changesWhatIsDue(credited, deposit))
    return offerAgain(credited);
  // It may have to be set aside; then nothing has come yet.
  if (state === "confirming" && isMinorPart) return { ...credited, late };
  return state === "confirming" || state === "exchanging" || state === "action_required"
    ? inPhase({ ...credited, late, approval: null }, { state: "screening" })
    : { ...credited, late };
}

const hasOtherMoney = (order: Order, depositId: DepositId): boolean =>
  order.deposits.some((deposit) => deposit.id !== depositId && (isOwn(deposit) || deposit.childId !== null));

/** The sources of a credited deposit were looked up in the lists. */
export function onDepositScreened(order: Order, event: EventOf<"deposit_screened">): Effects {
  const next = withDeposit(order, event.depositId, (deposit) => ({
    ...deposit,
    screening: event.source,
  }));
  const deposit = next.deposits.find(({ id }) => id === event.depositId);
  if (deposit?.status === "aside") return effects(next);
  if (isForReview(event.source)) {
    if (next.legs.some((leg) => leg.status !== "reversed")) return effects(next);
    const isLittle = next.closedAs !== null && isWorthless(next, null);
    if (deposit?.status === "credited" && (isLittle || isMinor(next, deposit)))
      return leave(next, deposit.id, event);
    return effects(onHold(next, reviewOf(next), event.at));
  }
  return afterScreening(next, event);
}

/** The order is looked at again, unless it waits for something else than the screening of its deposits. */
function afterScreening(order: Order, { market, at }: EventOf<"deposit_screened">): Effects {
  const { state } = order.phase;
  if (state !== "screening" && !(state === "confirming" && isClear(order))) return effects(order);
  return lookAgain(order, market, at);
}

/** Decides by what is clean; an order that had ended is not opened again by what can neither be exchanged nor sent back. */
function lookAgain(order: Order, market: Market | null, at: number): Effects {
  const isOver = order.closedAs !== null && isClear(order) && isWorthless(order, market);
  const aside = isOver ? setAllAside(order) : effects(order);
  return joinEffects(aside, withLeft(aside.order, market, at));
}

/** By what is credited; where that is nothing, the order waits for the rest, or is where it was. */
function withLeft(order: Order, market: Market | null, at: number): Effects {
  if (nothingLeft(order)) return backToStart(order, at);
  const isCredited = order.deposits.some((deposit) => isOwn(deposit) && deposit.status === "credited");
  return isCredited ? proceed(order, market, at) : effects(inPhase(order, { state: "confirming" }));
}

/** Takes a deposit out of the order, which continues with the others, or as if nothing had come. */
function leave(order: Order, id: DepositId, event: EventOf<"deposit_screened">): Effects {
  const aside = setAside(order, [id]);
  return joinEffects(aside, afterScreening(offerAgain(aside.order), event));
}

/** A deposit that came too late for this order has become a child's. */
export function onChildOpened(order: Order, event: EventOf<"child_opened">): Effects {
  const opened = withDeposit(order, event.depositId, (deposit) => ({
    ...deposit,
    status: "credited",
    childId: event.childId,
    screening: "clear",
  }));
  // Its coins are at a mix's deposit address and stay unspent until the mix has ended: nothing is promised against them.
  const child = opened.deposits.find(({ id }) => id === event.depositId);
  const isApart = (order.quarantinedUnits ?? 0n) > 0n && child?.asset === order.terms.sendAsset;
  const apart = quarantine(opened, isApart ? child.units : 0n);
  const next: Order = { ...apart.order, children: [...order.children, event.childId] };
  return joinEffects(effects(next, { reserve: apart.reserve }), withoutOne(next, event.at));
}

/** The order continues without a deposit that was set aside. */
export const afterAside = (aside: Effects, at: number): Effects =>
  joinEffects(aside, withoutOne(aside.order, at));
