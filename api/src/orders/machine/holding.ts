import { maxUnits, minUnits } from "../../core/amount";
import { figuresOf } from "../../core/exchange-figures";
import type { TimeMs } from "../../core/ports";
import type { ReserveRoom } from "../../reserves/reserve-change";
import { effects, hold, joinEffects } from "./effects";
import type { Effects } from "./events";
import { cannotBeExchanged, consentOf, type DepositRef, isOwn, type Order } from "./order";
import { isLate } from "./share";

const NO_ROOM: ReserveRoom = { free: 0n, unpaidFree: 0n };

/** Receive units that this money would bring, as the order was quoted and as far as its limits go. */
function worthOf({ terms }: Order, deposits: readonly DepositRef[]): bigint {
  const sum = deposits.reduce((units, deposit) => units + deposit.units, 0n);
  const sendUnits = minUnits(sum, terms.sendUnitsMax);
  return maxUnits(figuresOf({ ...terms.quote, feePpm: terms.feePpm, sendUnits }).receiveUnits, 0n);
}

/** What the reserve is to hold for an order: for deposits in a block, and for all that may still be paid at its rate. */
function wantedUnits(order: Order, at: TimeMs): { confirmed: bigint; all: bigint } {
  const { terms } = order;
  if (isLate(order) || cannotBeExchanged(order)) return { confirmed: 0n, all: 0n };
  const seen = order.deposits.filter((deposit) => isOwn(deposit) && deposit.asset === terms.sendAsset);
  const confirmed = worthOf(
    order,
    seen.filter(({ status, blockAt }) => status === "credited" || blockAt !== null),
  );
  const isPromised = terms.orderType === "fixed" && at < terms.expiresAt;
  return { confirmed, all: maxUnits(worthOf(order, seen), isPromised ? terms.quote.receiveUnits : 0n) };
}

/** Whether the order may be holding more than it is paid for, because its rate is promised until its quote ends. */
export const holdsQuote = (order: Order): boolean =>
  order.terms.orderType === "fixed" && order.heldUnits > wantedUnits(order, order.terms.expiresAt).all;

/** Whether the order can come to be settled as it was agreed, and is not yet. */
function isHolding(order: Order): boolean {
  switch (order.phase.state) {
    case "waiting":
    case "confirming":
      return true;
    case "screening":
    case "exchanging":
      return consentOf(order) === null;
    default:
      return false;
  }
}

/**
 * Has the reserve hold what the order now wants of it, as far as there is room: what is in a block first, and what is not
 * in the part for unpaid orders. Less can always be held, and nothing is refused: where the reserve is gone at settlement
 * the customer is asked.
 */
export function withHold(done: Effects, at: TimeMs, room: ReserveRoom = NO_ROOM): Effects {
  const { order } = done;
  if (!isHolding(order)) return done;
  const wanted = wantedUnits(order, at);
  const unitsMax = order.heldUnits + room.free;
  const confirmed = minUnits(wanted.confirmed, unitsMax);
  const unpaidMax = minUnits(order.unpaidUnits + room.unpaidFree, unitsMax - confirmed);
  const unpaidUnits = minUnits(maxUnits(wanted.all - wanted.confirmed, 0n), unpaidMax);
  const held = hold(order, { heldUnits: confirmed + unpaidUnits, unpaidUnits });
  return joinEffects(done, effects(held.order, { reserve: held.reserve }));
}
