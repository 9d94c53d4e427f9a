import { exchangeFeePpm } from "../../core/fees";
import type { TimeMs } from "../../core/ports";
import { creditEntry, type Holding } from "../../ledger/entry";
import type { Market } from "../../market/market";
import { effects } from "./effects";
import type { Effects } from "./events";
import { ask } from "./offer";
import type { DepositRef, Order, OrderId } from "./order";

/**
 * The order that money opens which came after its order was decided, or in another asset than agreed: born
 * `action_required` (or `hold`, when its source is listed), with the parent's addresses and its own book.
 */
export function openChild(
  parent: Order,
  birth: {
    id: OrderId;
    trackingCode: string;
    book: string;
    deposit: DepositRef;
    listed: boolean;
    holding: Holding;
    market: Market | null;
    at: TimeMs;
  },
): Effects {
  const { deposit, at } = birth;
  // Money that comes after the mix was decided is a plain exchange's, or goes back.
  const { mixer: _mixer, ...terms } = parent.terms;
  const isWrong = deposit.asset !== parent.terms.sendAsset;
  const born: Order = {
    id: birth.id,
    trackingCode: birth.trackingCode,
    version: 1,
    terms: {
      ...terms,
      parentId: parent.id,
      orderType: "floating",
      feePpm: exchangeFeePpm("floating"),
      sendAsset: deposit.asset,
      sendUnits: deposit.units,
      // Coins in another asset than agreed can only go back.
      receiveAddress: isWrong ? "" : parent.terms.receiveAddress,
      book: birth.book,
      mismatch: {},
      createdAt: at,
      expiresAt: at,
    },
    phase: { state: "screening" },
    deposits: [
      { ...deposit, status: "credited", screening: birth.listed ? "listed" : "clear", childId: null },
    ],
    refundAddress: parent.refundAddress,
    late: false,
    closedAs: null,
    children: [],
    heldUnits: 0n,
    revision: 0,
    approval: null,
    settlement: null,
    legs: [],
  };
  const asked: Order = birth.listed
    ? { ...born, phase: { state: "hold", reason: "listed" } }
    : ask(born, isWrong ? "wrong_asset" : "repeat", birth.market, at);
  return effects(asked, {
    ledger: [
      creditEntry({
        id: deposit.id,
        asset: deposit.asset,
        units: deposit.units,
        holding: birth.holding,
        owedTo: `customer:${birth.book}`,
      }),
    ],
  });
}
