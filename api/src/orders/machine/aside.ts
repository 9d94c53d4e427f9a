import { assert } from "../../core/assert";
import { registryUnits } from "../../core/asset-amount";
import type { DepositId } from "../../core/ids";
import { asideEntry, creditEntry } from "../../ledger/entry";
import type { Market } from "../../market/market";
import { effects, withDeposit } from "./effects";
import type { Effects, EventOf } from "./events";
import { figuresAt, offerOf } from "./offer";
import { cannotBeExchanged, isOwn, type Order } from "./order";

/**
 * Whether the order's money can neither be exchanged nor sent back because it is too little, at these fees: no fault that
 * passes, and less than the least amount of an order.
 */
export function isWorthless(order: Order, market: Market): boolean {
  const own = order.deposits.filter((deposit) => isOwn(deposit) && deposit.status === "credited");
  const { sendAsset, sendUnitsMin } = order.terms;
  const isLittle = own.every(
    ({ asset, units }) => units < (asset === sendAsset ? sendUnitsMin : registryUnits(asset, "minAmount")),
  );
  if (!isLittle || offerOf(order, market, market.at).refund !== null) return false;
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
