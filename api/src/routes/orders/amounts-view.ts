import { formatRate } from "../../core/amount";
import { amountText } from "../../core/asset-amount";
import { type AssetCode, assetOf } from "../../core/assets";
import { ppmToPercent } from "../../core/fees";
import { amountsOf, type OrderAmounts, type ReceiptFigures } from "../../orders/machine/amounts";
import type { Order, OrderTerms } from "../../orders/machine/order";
import type { AmountsWire } from "./amounts-schema";

/** The amounts of an order as the contract writes them. */
export function amountsWire(order: Order): AmountsWire {
  const { terms } = order;
  const amounts = amountsOf(order);
  const figures = (of: ReceiptFigures | null) => of && figuresWire(terms, of);
  return {
    basis: amounts.basis,
    ordered: figuresWire(terms, amounts.ordered),
    current: figures(amounts.current),
    firm: amounts.isFirm,
    arrived: amounts.arrived && movedWire(amounts.arrived),
    credited: amounts.credited && movedWire(amounts.credited),
    exchanged: figures(amounts.exchanged),
    paid: amounts.paid && landedWire(amounts.paid),
    refunded: amounts.refunded && { ...landedWire(amounts.refunded), sent: amounts.refunded.isSent },
    recalculated: amounts.recalculatedBy,
  };
}

function figuresWire({ sendAsset, receiveAsset, feePpm }: OrderTerms, of: ReceiptFigures) {
  const received = (units: bigint): string => amountText(receiveAsset, units);
  return {
    sendAmount: amountText(sendAsset, of.sendUnits),
    sendCurrency: sendAsset,
    exchangeRate: formatRate(of.rate, {
      send: assetOf(sendAsset).decimals,
      receive: assetOf(receiveAsset).decimals,
    }),
    converted: received(of.convertedUnits),
    fee: received(of.feeUnits),
    feeRate: ppmToPercent(feePpm),
    networkFee: received(of.networkFeeUnits),
    receiveAmount: received(of.receiveUnits),
    receiveCurrency: receiveAsset,
  };
}

type Moved = { asset: AssetCode; units: bigint };
const movedWire = ({ asset, units }: Moved) => ({ amount: amountText(asset, units), currency: asset });

const landedWire = (of: NonNullable<OrderAmounts["paid"]>) => ({
  ...movedWire(of),
  networkFee: amountText(of.asset, of.networkFeeUnits),
});
