import type { AssetCode } from "../../core/assets";
import { exchangeFeePpm } from "../../core/fees";
import type { TimeMs } from "../../core/ports";
import type { Order, OrderId } from "./order";

/** What is known of money that came to a forgotten order's deposit address. */
export type ClaimedDeposit = {
  id: string;
  txHash: string | null;
  asset: AssetCode;
  units: bigint;
  address: string;
  firstSeenAt: TimeMs;
  /** Null while it is unconfirmed. */
  blockAt: TimeMs | null;
};

/**
 * The order that sends back money which came to the address of a forgotten order, for whoever holds its deletion note:
 * it can only be refunded, and starts where its deposit is still to be booked to it (`deposit_claimed`).
 */
export function claimedOrder(
  deposit: ClaimedDeposit,
  birth: { id: OrderId; trackingCode: string; book: string; refundAddress: string; at: TimeMs },
): Order {
  const { asset, units } = deposit;
  return {
    id: birth.id,
    trackingCode: birth.trackingCode,
    version: 1,
    terms: {
      parentId: null,
      claimed: true,
      orderType: "floating",
      sendAsset: asset,
      receiveAsset: asset,
      sendUnits: units,
      receiveAddress: "",
      receiveMemo: null,
      depositAddress: deposit.address,
      book: birth.book,
      feePpm: exchangeFeePpm("floating"),
      sendUnitsMin: 0n,
      sendUnitsMax: units,
      quote: { rate: { numerator: 1n, denominator: 1n }, networkFeeUnits: 0n, receiveUnits: 0n },
      mismatch: {},
      createdAt: birth.at,
      expiresAt: birth.at,
    },
    phase: { state: "confirming" },
    deposits: [
      {
        id: deposit.id,
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
    refundAddress: birth.refundAddress,
    late: true,
    closedAs: null,
    children: [],
    heldUnits: 0n,
    revision: 0,
    approval: null,
    settlement: null,
    legs: [],
  };
}
