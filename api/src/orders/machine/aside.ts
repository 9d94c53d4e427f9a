import { assert } from "../../core/assert";
import { registryUnits } from "../../core/asset-amount";
import type { DepositId } from "../../core/ids";
import { asideEntry, creditEntry } from "../../ledger/entry";
import type { Market } from "../../market/market";
import { effects, withDeposit } from "./effects";
import type { Effects, EventOf } from "./events";
import { figuresAt, offerOf } from "./offer";
import { cannotBeExchanged, type Order, refundable } from "./order";

/** Of an order's least amount: what is not above this part of it is worth no order of its own. */
const LITTLE_PART_OF_MIN = 20n;

/**
 * Whether the order's money is worth no order: it is not above a twentieth of an order's least amount, or it is below that
 * amount and can neither be exchanged nor sent back at these fees because it is too little, which is no fault that passes.
 */
export function isWorthless(order: Order, market: Market | null): boolean {
  const { asset, units } = refundable(order);
  const { sendAsset, sendUnitsMin, payout } = order.terms;
  // A child order in another asset than agreed has the limits of its parent's.
  const isAgreed = asset === sendAsset && payout.kind === "to";
  const least = isAgreed ? sendUnitsMin : registryUnits(asset, "minAmount");
  const isWithin = (part: bigint): boolean => units < least && units * part <= least;
  if (isWithin(LITTLE_PART_OF_MIN)) return true;
  if (!isWithin(1n) || market === null || offerOf(order, market, market.at).refund !== null) return false;
  if (cannotBeExchanged(order)) return true;
  const figures = figuresAt(order, market);
  return figures !== null && (figures.receiveUnits <= 0n || figures.receiveUnits < market.payoutUnitsMin);
}

/** Books credited deposits of the order to no owner: they are no payments for it any more. */
export function setAside(order: Order, ids: readonly DepositId[]): Effects {
  const entries = ids.map((id) => {
    const deposit = order.deposits.find((candidate) => candidate.id === id);
    assert(deposit?.status === "credited" && deposit.childId === null, "nothing to set aside", { id });
    return asideEntry({ ...deposit, book: order.terms.book });
  });
  return effects(asideIn(order, ids), { ledger: entries, asideDeposits: [...ids] });
}

const asideIn = (order: Order, ids: readonly DepositId[]): Order =>
  ids.reduce((left, id) => withDeposit(left, id, (deposit) => ({ ...deposit, status: "aside" })), order);

/** A final deposit of a decided order is too little for an order of its own: it is credited to no owner. */
export function onDepositAside(order: Order, event: EventOf<"deposit_aside">): Effects {
  const deposit = order.deposits.find(({ id }) => id === event.depositId);
  assert(deposit?.status === "pending" && deposit.childId === null, "nothing to set aside", {
    id: event.depositId,
  });
  const { depositId: id, asset, units, holding } = event;
  return effects(asideIn(order, [id]), {
    ledger: [creditEntry({ id, asset, units, holding, owedTo: "unallocated" })],
    asideDeposits: [id],
  });
}
