import { assert } from "../../core/assert";
import { assetOf, NATIVE_ASSET } from "../../core/assets";
import type { DepositId, LegId } from "../../core/ids";
import type { TimeMs } from "../../core/ports";
import type { ReserveChange } from "../../reserves/reserve-change";
import type { Effects } from "./events";
import type { HoldReason, LegRef, Order, Phase } from "./order";

/** No effect but the order itself. */
export const effects = (order: Order, more: Partial<Omit<Effects, "order">> = {}): Effects => ({
  order,
  ledger: more.ledger ?? [],
  reserve: more.reserve ?? [],
  plannedLegs: more.plannedLegs ?? [],
  closedLegs: more.closedLegs ?? [],
  recappedLegs: more.recappedLegs ?? [],
  asideDeposits: more.asideDeposits ?? [],
  commands: more.commands ?? [],
});

/** Both effects, in this order, with the second's order. */
export const joinEffects = (first: Effects, second: Effects): Effects => ({
  order: second.order,
  ledger: [...first.ledger, ...second.ledger],
  reserve: [...first.reserve, ...second.reserve],
  plannedLegs: [...first.plannedLegs, ...second.plannedLegs],
  closedLegs: [...first.closedLegs, ...second.closedLegs],
  recappedLegs: [...first.recappedLegs, ...second.recappedLegs],
  asideDeposits: [...first.asideDeposits, ...second.asideDeposits],
  commands: [...first.commands, ...second.commands],
});

export const inPhase = (order: Order, phase: Phase): Order => ({ ...order, phase });

/** On hold until an administrator or its deadline lets it continue; since when does not change with a further reason. */
export const onHold = (order: Order, reason: HoldReason, at: TimeMs): Order =>
  inPhase(order, { state: "hold", reason, since: order.phase.state === "hold" ? order.phase.since : at });

/** Releases what the reserve held for an order that will not be exchanged, or whose legs now hold it. */
export function releaseHold(order: Order): { order: Order; reserve: ReserveChange[] } {
  return hold(order, { heldUnits: 0n, unpaidUnits: 0n });
}

/** Has the reserve hold so much for an order, `unpaidUnits` of it for what is not in a block. */
export function hold(
  order: Order,
  { heldUnits, unpaidUnits }: Pick<Order, "heldUnits" | "unpaidUnits">,
): { order: Order; reserve: ReserveChange[] } {
  const held = heldUnits - order.heldUnits;
  const unpaid = unpaidUnits - order.unpaidUnits;
  if (held === 0n && unpaid === 0n) return { order, reserve: [] };
  return {
    order: { ...order, heldUnits, unpaidUnits },
    reserve: [{ asset: order.terms.receiveAsset, held, planned: 0n, ...(unpaid !== 0n && { unpaid }) }],
  };
}

/**
 * Sets aside what a mix's own deposits brought, so that nothing else is promised against them. Until the mix is settled
 * they are the customer's, and no reserve anyway.
 */
export function quarantine(order: Order, units: bigint): { order: Order; reserve: ReserveChange[] } {
  if (units === 0n) return { order, reserve: [] };
  return {
    order: { ...order, quarantinedUnits: (order.quarantinedUnits ?? 0n) + units },
    reserve: quarantineReserve(order, units),
  };
}

/** The reserve that a settled mix's deposits take, or (negative) return. */
export const quarantineReserve = (order: Order, units: bigint): ReserveChange[] =>
  order.mix === undefined ? [] : [{ asset: order.terms.sendAsset, held: 0n, planned: units }];

/** The mix is over, or its money goes back: its deposits are the pool's again. */
export function releaseQuarantine(order: Order): { order: Order; reserve: ReserveChange[] } {
  const { quarantinedUnits: units = 0n, ...rest } = order;
  if (units === 0n) return { order, reserve: [] };
  return { order: rest, reserve: quarantineReserve(order, -units) };
}

/**
 * The reserve that a leg sets aside (`sign` 1n) or releases (-1n): its amount, and its network fee in the native
 * coin.
 */
export function legReserve(
  leg: Pick<LegRef, "asset" | "units" | "feeUnitsMax">,
  sign: 1n | -1n,
): ReserveChange[] {
  const native = NATIVE_ASSET[assetOf(leg.asset).chain];
  if (native === leg.asset)
    return [{ asset: leg.asset, held: 0n, planned: sign * (leg.units + leg.feeUnitsMax) }];
  return [
    { asset: leg.asset, held: 0n, planned: sign * leg.units },
    { asset: native, held: 0n, planned: sign * leg.feeUnitsMax },
  ];
}

/** Replaces one leg of the order. */
export function withLeg(order: Order, legId: LegId, change: (leg: LegRef) => LegRef): Order {
  assert(
    order.legs.some((leg) => leg.id === legId),
    "leg of another order",
    { legId },
  );
  return { ...order, legs: order.legs.map((leg) => (leg.id === legId ? change(leg) : leg)) };
}

/** Replaces one deposit of the order. */
export function withDeposit(
  order: Order,
  depositId: DepositId,
  change: (deposit: Order["deposits"][number]) => Order["deposits"][number],
): Order {
  assert(
    order.deposits.some((deposit) => deposit.id === depositId),
    "deposit of another order",
    { depositId },
  );
  return {
    ...order,
    deposits: order.deposits.map((deposit) => (deposit.id === depositId ? change(deposit) : deposit)),
  };
}
