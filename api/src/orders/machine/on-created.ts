import { assert, unreachable } from "../../core/assert";
import { figuresOf } from "../../core/exchange-figures";
import { exchangeFeePpm, type Ppm } from "../../core/fees";
import { creditEntry } from "../../ledger/entry";
import { effects } from "./effects";
import type { CreationEvent, CreationEventOf, Effects } from "./events";
import { ask } from "./offer";
import type { DepositRef, Order, OrderTerms } from "./order";
import { isForReview, reviewOf } from "./review";

/**
 * The effects of an event that creates an order: the order at version 1, and everything that must be written with it
 * in one database transaction. Pure, as `transition` is for all later events.
 */
export function create(event: CreationEvent): Effects {
  switch (event.type) {
    case "created":
      return onCreated(event);
    case "child_created":
      return onChildCreated(event);
    case "claimed":
      return onClaimed(event);
    default:
      return unreachable(event);
  }
}

/** An order to which nothing has happened yet; `given` is what its event says of it. */
const newOrder = (
  { id, trackingCode }: CreationEvent,
  given: Pick<Order, "terms" | "phase" | "refundAddress"> &
    Partial<Pick<Order, "deposits" | "late" | "heldUnits" | "unpaidUnits">>,
): Order => ({
  id,
  trackingCode,
  version: 1,
  deposits: [],
  late: false,
  closedAs: null,
  children: [],
  heldUnits: 0n,
  unpaidUnits: 0n,
  revision: 0,
  approval: null,
  settlement: null,
  legs: [],
  ...given,
});

/**
 * A visitor's order: it waits for its payment. The reserve holds what a fixed rate promises, until its quote ends;
 * `placeOrders` writes that hold in the order's own statement. A floating order holds nothing before its deposit is seen.
 */
function onCreated(event: CreationEventOf<"created">): Effects {
  const { agreed, book, at } = event;
  const heldUnits = agreed.orderType === "fixed" ? agreed.quote.receiveUnits : 0n;
  const terms: OrderTerms = { ...agreed, parentId: null, receiveMemo: null, book, createdAt: at };
  return effects(
    newOrder(event, {
      terms,
      phase: { state: "waiting" },
      refundAddress: event.refundAddress,
      heldUnits,
      unpaidUnits: heldUnits,
    }),
    { reserve: [{ asset: terms.receiveAsset, held: heldUnits, planned: 0n, unpaid: heldUnits }] },
  );
}

/**
 * The order of money that came after its parent was decided, or in another asset than agreed. It asks the customer at
 * once (or is held, when the money's source is to be reviewed), with the parent's addresses and its own book.
 */
function onChildCreated(event: CreationEventOf<"child_created">): Effects {
  const { parent, deposit, at, book } = event;
  const { terms, deposits, refundAddress } = childOf(parent, deposit);
  const order = newOrder(event, {
    terms: { ...terms, book, createdAt: at, expiresAt: at },
    phase: { state: "screening" },
    deposits: deposits.map((own) => ({ ...own, screening: event.source })),
    refundAddress,
  });
  const { id, asset, units } = deposit;
  const credit = creditEntry({ id, asset, units, holding: event.holding, owedTo: `customer:${book}` });
  const isWrong = asset !== parent.terms.sendAsset;
  const asked: Order = isForReview(event.source)
    ? { ...order, phase: { state: "hold", reason: reviewOf(order), since: at } }
    : ask(order, isWrong ? "wrong_asset" : "repeat", event.market, at);
  return effects(asked, { ledger: [credit] });
}

/** What the child order of a deposit has of its parent, and how far it may go. */
export function childOf(parent: Order, deposit: DepositRef): Order {
  // Money that comes after the mix was decided is a plain exchange's, or goes back.
  const { mixer: _mixer, ...terms } = parent.terms;
  const { payout } = terms;
  assert(
    payout.kind === "to" || payout.because !== "claimed",
    "a claimed order's address receives nothing more",
  );
  const isWrong = deposit.asset !== terms.sendAsset;
  const feePpm = exchangeFeePpm("floating");
  return {
    ...parent,
    terms: {
      ...terms,
      parentId: parent.id,
      orderType: "floating",
      feePpm,
      quote: quoteFor(deposit.units, terms.quote, feePpm),
      sendAsset: deposit.asset,
      sendUnits: deposit.units,
      payout: isWrong ? { kind: "refund_only", because: "wrong_asset" } : payout,
      mismatch: {},
    },
    deposits: [{ ...deposit, status: "credited", childId: null }],
    heldUnits: 0n,
  };
}

/** What so many units bring at the rate and the network fee of a quote; nothing where that does not pay the fees. */
function quoteFor(
  sendUnits: bigint,
  { rate, networkFeeUnits }: OrderTerms["quote"],
  feePpm: Ppm,
): OrderTerms["quote"] {
  const { receiveUnits } = figuresOf({ sendUnits, rate, feePpm, networkFeeUnits });
  return receiveUnits > 0n
    ? { rate, networkFeeUnits, receiveUnits }
    : { rate, networkFeeUnits: 0n, receiveUnits: 0n };
}

/**
 * The order that sends back money which came to the address of a forgotten order, by its deletion note: it
 * can only be refunded, and begins where its deposit is still to be booked to it (`deposit_claimed`).
 */
function onClaimed(event: CreationEventOf<"claimed">): Effects {
  const { deposit, at } = event;
  const { id, asset, units } = deposit;
  const terms: OrderTerms = {
    parentId: null,
    orderType: "floating",
    sendAsset: asset,
    receiveAsset: asset,
    sendUnits: units,
    payout: { kind: "refund_only", because: "claimed" },
    receiveMemo: null,
    depositAddress: deposit.address,
    book: event.book,
    feePpm: exchangeFeePpm("floating"),
    sendUnitsMin: 0n,
    sendUnitsMax: units,
    quote: { rate: { numerator: 1n, denominator: 1n }, networkFeeUnits: 0n, receiveUnits: 0n },
    mismatch: {},
    createdAt: at,
    expiresAt: at,
  };
  const order = newOrder(event, {
    terms,
    phase: { state: "confirming" },
    deposits: [
      {
        id,
        txHash: deposit.txHash,
        asset,
        units,
        seenAt: deposit.firstSeenAt,
        blockAt: deposit.blockAt,
        status: "pending",
        replaced: false,
        screening: "open",
        childId: null,
      },
    ],
    refundAddress: event.refundAddress,
    late: true,
  });
  return effects(order, { commands: [{ kind: "claim", depositId: id }] });
}
