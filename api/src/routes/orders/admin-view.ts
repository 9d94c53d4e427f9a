import { amountText } from "../../core/asset-amount";
import { isoOf } from "../../core/instant";
import type { Order } from "../../orders/machine/order";
import { sourcesForReview } from "../../orders/machine/review";
import { statusOf } from "../../orders/machine/status";
import type { InspectedOrder } from "../../orders/verbs/inspect";
import type { AdminOrderRowWire, AdminOrderWire } from "./admin-schema";
import { amountsWire } from "./amounts-view";
import { endedAt, receiveUnits } from "./view";

/** A row of the list of orders. */
export function rowWire(order: Order, { showsId }: { showsId: boolean }): AdminOrderRowWire {
  const { terms, phase } = order;
  return {
    id: showsId ? order.id : order.trackingCode,
    trackingCode: order.trackingCode,
    status: statusOf(phase.state),
    state: phase.state,
    reason: "reason" in phase ? phase.reason : null,
    amounts: amountsWire(order),
    sendCurrency: terms.sendAsset,
    sendAmount: amountText(terms.sendAsset, terms.sendUnits),
    receiveCurrency: terms.receiveAsset,
    receiveAmount: amountText(terms.receiveAsset, receiveUnits(order)),
    orderType: terms.orderType,
    mixed: terms.mixer !== undefined,
    createdAt: isoOf(terms.createdAt),
    completedAt: endedAt(order),
  };
}

/** What only administrators see of an order. */
export function insideWire({
  order,
  events,
  attempts,
  entries,
}: InspectedOrder): Pick<AdminOrderWire, "parentId" | "sourcesForReview" | "events" | "legs" | "ledger"> {
  return {
    parentId: order.terms.parentId,
    sourcesForReview: sourcesForReview(order).map(({ no, deposit, found }) => ({
      ...{ no, found },
      txHash: deposit.txHash,
      currency: deposit.asset,
      amount: amountText(deposit.asset, deposit.units),
    })),
    events: events.map((event) => ({ ...event, at: isoOf(event.at) })),
    legs: order.legs.map((leg) => ({
      id: leg.id,
      kind: leg.kind,
      currency: leg.asset,
      amount: amountText(leg.asset, leg.units),
      status: leg.status,
      txHash: leg.txId,
      attempts: attempts
        .filter(({ legId }) => legId === leg.id)
        .map(({ txHash, state, createdAt }) => ({ txHash, state, createdAt: isoOf(createdAt) })),
    })),
    ledger: entries.map(({ at, account, asset, units, kind }) => ({
      at: isoOf(at),
      // Without the random names of the order's own accounts, which mean nothing to a reader.
      account: account.replace(/:.*$/, ""),
      asset,
      amount: amountText(asset, units),
      kind,
    })),
  };
}
