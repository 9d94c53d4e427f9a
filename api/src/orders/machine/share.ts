import { AMOUNT_TOLERANCE_PPM } from "../../core/asset-amount";
import { feeUnits } from "../../core/fees";
import type { TimeMs } from "../../core/ports";
import { type DepositRef, isOwn, type Order } from "./order";

/** A payment that is not above this part of the order's minimum is minor, too. */
const MINOR_PART_OF_MIN = 10n;

/** The least that may be credited to count as what was agreed. */
export const leastAgreed = ({ terms }: Order): bigint =>
  terms.sendUnits - feeUnits(terms.sendUnits, AMOUNT_TOLERANCE_PPM);

/**
 * Whether a payment is so small beside its order that it neither delays the order nor changes what was agreed: anybody can
 * pay to an address that they see on the chain.
 */
export const isMinor = ({ terms }: Order, { asset, units }: DepositRef): boolean =>
  asset === terms.sendAsset &&
  (units <= feeUnits(terms.sendUnits, AMOUNT_TOLERANCE_PPM) ||
    units * MINOR_PART_OF_MIN <= terms.sendUnitsMin);

/** Units of the order's own deposits in its sent asset, final or not, for which `counts` holds. */
export const ownUnits = (order: Order, counts: (deposit: DepositRef) => boolean = () => true): bigint =>
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

/** How long after the payment window a further deposit that is in no block is waited for. */
const FURTHER_WAIT_MS = 3_600_000;

/** Until when an order waits for further deposits that are in no block. */
export const furtherUntil = ({ terms }: Order): TimeMs => terms.expiresAt + FURTHER_WAIT_MS;

const isCredited = ({ status }: DepositRef): boolean => status === "credited";

/**
 * Whether a deposit is waited for before the others are exchanged: one in a block, unless it is minor; one in no block
 * only while less than agreed is credited, and not without an end.
 */
export const isAwaited = (order: Order, deposit: DepositRef): boolean =>
  isOwn(deposit) &&
  deposit.status === "pending" &&
  deposit.asset === order.terms.sendAsset &&
  !isMinor(order, deposit) &&
  (deposit.blockAt !== null ||
    (deposit.unawaited !== true && ownUnits(order, isCredited) < leastAgreed(order)));

/** Whether this credited deposit made the others what was agreed, or an amount that can be exchanged. */
export function changesWhatIsDue(order: Order, deposit: DepositRef): boolean {
  const after = ownUnits(order, isCredited);
  const before = after - deposit.units;
  return [leastAgreed(order), order.terms.sendUnitsMin].some((least) => before < least && after >= least);
}
