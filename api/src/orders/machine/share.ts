import { AMOUNT_TOLERANCE_PPM } from "../../core/asset-amount";
import { feeUnits } from "../../core/fees";
import type { TimeMs } from "../../core/ports";
import { creditedUnits, type DepositRef, isOwn, type Order } from "./order";

/** A payment that is not above this part of the order's minimum is minor, too. */
const MINOR_PART_OF_MIN = 10n;

/** The least that may be credited to count as what was agreed. */
export const leastAgreed = (order: Order): bigint => order.terms.sendUnits - toleranceOf(order);

/** By how much what is credited may differ from what was agreed. */
export const toleranceOf = ({ terms }: Order): bigint => feeUnits(terms.sendUnits, AMOUNT_TOLERANCE_PPM);

/**
 * Whether a payment is so small beside its order that it neither delays the order nor changes what was agreed: anybody can
 * pay to an address that they see on the chain.
 */
export const isMinor = (order: Order, { asset, units }: DepositRef): boolean =>
  asset === order.terms.sendAsset && isLittle(order, units);

const isLittle = (order: Order, units: bigint): boolean =>
  units <= toleranceOf(order) || units * MINOR_PART_OF_MIN <= order.terms.sendUnitsMin;

/** Units of the order's own deposits in its sent asset, final or not, for which `counts` holds. */
export const ownUnits = (order: Order, counts: (deposit: DepositRef) => boolean): bigint =>
  order.deposits
    .filter((deposit) => isOwn(deposit) && deposit.asset === order.terms.sendAsset && counts(deposit))
    .reduce((sum, { units }) => sum + units, 0n);

/** Whether what was agreed, or more, is there without this deposit. */
export const isEnoughWithout = (order: Order, without: DepositRef): boolean =>
  ownUnits(order, ({ id }) => id !== without.id) >= leastAgreed(order);

/** Whether what was agreed, or more, was in blocks in time, without this deposit. */
export const wasPaidInTime = (order: Order, without: DepositRef): boolean =>
  ownUnits(
    order,
    ({ id, blockAt }) => id !== without.id && blockAt !== null && blockAt <= order.terms.expiresAt,
  ) >= leastAgreed(order);

/** Whether what is credited comes to what was agreed only with payments that were in blocks too late, however small each is. */
export function isCompletedLate(order: Order): boolean {
  const inTime = ownUnits(
    order,
    ({ status, blockAt }) => status === "credited" && blockAt !== null && blockAt <= order.terms.expiresAt,
  );
  return inTime < leastAgreed(order) && creditedUnits(order) >= leastAgreed(order);
}

/** When a deposit was there first, as far as is known: in the mempool or in a block. */
export const earliest = ({ seenAt, blockAt }: DepositRef): TimeMs => Math.min(seenAt, blockAt ?? seenAt);

/**
 * Whether a floating order is paid only with what was there after its window: what came in time is no more than a minor
 * payment, or is in no block and not waited for.
 */
function isPaidLate(order: Order): boolean {
  const { orderType, parentId, expiresAt } = order.terms;
  if (orderType === "fixed" || parentId !== null) return false;
  const inTime = ownUnits(
    order,
    (deposit) => earliest(deposit) <= expiresAt && (deposit.blockAt !== null || isAwaited(order, deposit)),
  );
  return isLittle(order, inTime) && !isLittle(order, creditedUnits(order));
}

/**
 * Whether the order was paid after its window. Of a floating order it is looked at each time, and stored by no event: an
 * administrator's or a customer's word may lead on an order that is paid late, and may not say so of one.
 */
export const isLate = (order: Order): boolean => order.late || isPaidLate(order);

/** How long after the payment window a further deposit that is in no block is waited for. */
const FURTHER_WAIT_MS = 3_600_000;

/** Until when an order waits for further deposits that are in no block. */
export const furtherUntil = ({ terms }: Order): TimeMs => terms.expiresAt + FURTHER_WAIT_MS;

/**
 * Whether a deposit is waited for before the others are exchanged: one in a block, unless it is minor; one in no block
 * only while less than agreed is credited, and not without an end.
 */
export const isAwaited = (order: Order, deposit: DepositRef): boolean =>
  isOwn(deposit) &&
  deposit.status === "pending" &&
  deposit.asset === order.terms.sendAsset &&
  !isMinor(order, deposit) &&
  (deposit.blockAt !== null || (deposit.unawaited !== true && creditedUnits(order) < leastAgreed(order)));

/** Whether this credited deposit made the others what was agreed, or an amount that can be exchanged. */
export function changesWhatIsDue(order: Order, deposit: DepositRef): boolean {
  const after = creditedUnits(order);
  const before = after - deposit.units;
  return [leastAgreed(order), order.terms.sendUnitsMin].some((least) => before < least && after >= least);
}
