import { addressTypeOf } from "../../chains/addresses/address-type";
import type { Cursor } from "../../chains/cursor-store";
import { formatRate } from "../../core/amount";
import { assert } from "../../core/assert";
import { amountText } from "../../core/asset-amount";
import type { ChainId } from "../../core/assets";
import { type AssetCode, assetOf, isAssetCode } from "../../core/assets";
import { feeUnits, ppmToPercent } from "../../core/fees";
import type { LegId } from "../../core/ids";
import { isoOf } from "../../core/instant";
import type { TimeMs } from "../../core/ports";
import type { DepositRow } from "../../deposits/store";
import type { Language } from "../../language/languages";
import {
  creditedUnits,
  type DepositRef,
  isDecided,
  isOwn,
  type LegRef,
  type Order,
  type Settlement,
} from "../../orders/machine/order";
import { isLate } from "../../orders/machine/share";
import { statusOf } from "../../orders/machine/status";
import type { ObserverWire } from "../mixer/schema";
import { amountsWire } from "./amounts-view";
import { awaitsWire } from "./awaits-view";
import { paymentInstructions } from "./instructions";
import { mixWire } from "./mix-view";
import type { PaymentWire, VerificationWire } from "./payment-schema";
import { paymentUri } from "./payment-uri";
import type { OrderWire } from "./schema";

/** What a view needs beside the order: its deposits as the chain shows them, how far the chains are, and who reads. */
export type ViewContext = {
  language: Language;
  deposits: ReadonlyMap<string, DepositRow>;
  cursors: ReadonlyMap<ChainId, Cursor>;
  explorerUrl(asset: AssetCode, txId: string): string | null;
  confirmationsRequired(asset: AssetCode, units: bigint): number;
  /** From payment to payout, where the deposit needs so many confirmations. */
  estimatedSeconds(order: Order, confirmations: number): number;
  /** Of it, what the rounds and the delay of a mix take; zero for a plain exchange. */
  mixSeconds(order: Order): number;
  /** Of a mix whose payout has not begun; else null. */
  observer: ObserverWire | null;
  /** Where the legs of a mix go that pays several addresses. */
  destinations: ReadonlyMap<LegId, string>;
  /** The keys that prove payouts, where the chain does not show these. */
  txKeys: ReadonlyMap<LegId, string>;
};

/** What happens at the deadline, by what is possible now: a refund needs its address, and a deposit above its fee. */
function defaultChoiceOf({ refundAddress, phase }: Order): OrderWire["defaultChoice"] {
  if (phase.state !== "action_required") return null;
  return refundAddress !== null && phase.offer.refund !== null ? "refund" : "wait";
}

/** The order as its customer sees it. */
export function orderWire(order: Order, context: ViewContext): OrderWire {
  const { terms, phase } = order;
  const question = phase.state === "action_required" ? phase : null;
  const { confirmations, required } = confirmationsOf(order, context);
  const landed = order.legs.filter((leg) => leg.txId !== null);
  return {
    id: order.id,
    trackingCode: order.trackingCode,
    status: statusOf(phase.state),
    state: phase.state,
    reason: "reason" in phase ? phase.reason : null,
    choices: choicesOf(order),
    deadline: question === null ? null : isoOf(question.deadline),
    awaits: awaitsWire(order),
    defaultChoice: defaultChoiceOf(order),
    amounts: amountsWire(order),
    ...figuresWire(order),
    receiveAddress: receiveAddressOf(order),
    receiveMemo: terms.receiveMemo,
    refundAddress: order.refundAddress,
    orderType: terms.orderType,
    depositAddress: terms.depositAddress,
    depositAddressType: addressTypeOf(assetOf(terms.sendAsset).chain, terms.depositAddress),
    memo: null,
    paymentInstructions: instructions(order, required, context.language),
    createdAt: isoOf(terms.createdAt),
    expiresAt: isoOf(terms.expiresAt),
    completedAt: endedAt(order),
    confirmations,
    confirmationsRequired: required,
    deposits: order.deposits.filter((d) => d.status !== "gone").map((d) => depositWire(d, context)),
    payouts: order.legs.map((leg) => payoutWire(order, leg, context)),
    txHash: landed.at(-1)?.txId ?? null,
    estimatedTime: context.estimatedSeconds(order, required),
    outcome: outcomeOf(order),
    mismatch: {
      less: terms.mismatch.less ?? null,
      more: terms.mismatch.more ?? null,
      late: terms.mismatch.late ?? null,
    },
    late: isLate(order),
    closedAs: order.closedAs,
    revision: order.revision,
    children: [...order.children],
    ...mixWire(order, context),
    guarantee: null,
  };
}

function payoutWire(order: Order, leg: LegRef, context: ViewContext): OrderWire["payouts"][number] {
  const txKey = context.txKeys.get(leg.id);
  return {
    txHash: leg.txId,
    currency: leg.asset,
    amount: amountText(leg.asset, leg.units),
    address: destinationOf(order, leg, context),
    status: PAYOUT_STATUS[leg.status],
    url: leg.txId === null ? null : context.explorerUrl(leg.asset, leg.txId),
    ...(txKey !== undefined && { txKey }),
  };
}

/** Where the payout goes; empty where the money can only be refunded. */
export const receiveAddressOf = ({ terms: { payout } }: Order): string =>
  payout.kind === "to" ? payout.address : "";

function destinationOf(order: Order, leg: LegRef, { destinations }: ViewContext): string | null {
  if (leg.kind === "refund") return order.refundAddress;
  const addresses = order.terms.mixer?.receiveAddresses.length ?? 1;
  return addresses > 1 ? (destinations.get(leg.id) ?? null) : receiveAddressOf(order);
}

const PAYOUT_STATUS = { planned: "planned", sent: "sent", final: "confirmed", reversed: "failed" } as const;

/** The figures of one calculation, where `amounts` has all of them. */
function figuresWire(order: Order) {
  const { sendAsset, receiveAsset, sendUnits, feePpm } = order.terms;
  const figures = shownFigures(order);
  const decimals = { send: assetOf(sendAsset).decimals, receive: assetOf(receiveAsset).decimals };
  return {
    sendCurrency: sendAsset,
    sendAmount: amountText(sendAsset, sendUnits),
    receiveCurrency: receiveAsset,
    receiveAmount: amountText(receiveAsset, figures.receiveUnits),
    exchangeRate: formatRate(figures.rate, decimals),
    fee: amountText(sendAsset, figures.feeUnits),
    feeRate: ppmToPercent(feePpm),
    networkFee: amountText(receiveAsset, figures.networkFeeUnits),
  };
}

type ShownFigures = Pick<Settlement, "rate" | "feeUnits" | "networkFeeUnits" | "receiveUnits">;

/** The figures of one calculation: the settlement's; before that, the open question's offer for what arrived, else the quote's. */
function shownFigures(order: Order): ShownFigures {
  const { terms, phase, settlement } = order;
  if (settlement !== null) return settlement;
  const offered = phase.state === "action_required" ? phase.offer.exchange : null;
  const sendUnits = offered === null ? terms.sendUnits : creditedUnits(order);
  return { ...(offered ?? terms.quote), feeUnits: feeUnits(sendUnits, terms.feePpm) };
}

/** What lands by the figures that are shown. */
export const receiveUnits = (order: Order): bigint => shownFigures(order).receiveUnits;

function choicesOf(order: Order): OrderWire["choices"] {
  if (order.phase.state !== "action_required") return [];
  const { exchange, refund } = order.phase.offer;
  const { receiveAsset } = order.terms;
  const refundAsset = refundAssetOf(order);
  return [
    ...(exchange === null
      ? []
      : [
          {
            choice: "exchange" as const,
            sendsAmount: amountText(receiveAsset, exchange.receiveUnits),
            currency: receiveAsset,
            networkFee: amountText(receiveAsset, exchange.networkFeeUnits),
          },
        ]),
    ...(refund === null
      ? []
      : [
          {
            choice: "refund" as const,
            sendsAmount: amountText(refundAsset, refund.units),
            currency: refundAsset,
            networkFee: amountText(refundAsset, refund.networkFeeUnits),
          },
        ]),
  ];
}

const refundAssetOf = (order: Order): AssetCode =>
  order.deposits.find(
    (d) => d.status === "credited" && d.childId === null && d.asset !== order.terms.sendAsset,
  )?.asset ?? order.terms.sendAsset;

/** When the order ended; null until then. */
export const endedAt = (order: Order): string | null => ("at" in order.phase ? isoOf(order.phase.at) : null);

function outcomeOf(order: Order): OrderWire["outcome"] {
  if (order.phase.state === "completed") return "exchanged";
  if (order.phase.state === "refunded") return "refunded";
  return order.phase.state === "action_required" && order.phase.unclaimed ? "unclaimed" : null;
}

function depositWire(deposit: DepositRef, context: ViewContext): OrderWire["deposits"][number] {
  const row = context.deposits.get(deposit.id);
  const txHash = row?.txHash ?? deposit.txHash ?? "";
  return {
    txHash,
    currency: deposit.asset,
    amount: amountText(deposit.asset, deposit.units),
    confirmations: row === undefined ? 0 : confirmationsAt(row, context),
    setAside: deposit.status === "aside",
    seenAt: isoOf(deposit.seenAt),
    child: deposit.childId,
    url: txHash === "" ? null : context.explorerUrl(deposit.asset, txHash),
  };
}

function confirmationsAt(row: DepositRow, context: ViewContext): number {
  const tip = context.cursors.get(row.chain)?.tipHeight;
  if (row.height === null || tip === undefined) return 0;
  return Math.max(0, tip - row.height + 1);
}

/** Confirmations of the deposit that has fewest, and how many it needs; what comes once it is decided where the order's money goes is none of it. */
function confirmationsOf(order: Order, context: ViewContext): { confirmations: number; required: number } {
  const credited = order.deposits.filter((deposit) => isOwn(deposit) && deposit.status === "credited");
  const counted = isDecided(order) && credited.length > 0 ? credited : order.deposits.filter(isOwn);
  const rows = counted.flatMap((deposit) => context.deposits.get(deposit.id) ?? []);
  const [first, ...rest] = rows;
  if (first === undefined) {
    const required = context.confirmationsRequired(order.terms.sendAsset, order.terms.sendUnits);
    return { confirmations: 0, required };
  }
  const fewest = rest.reduce(
    (a, b) => (confirmationsAt(b, context) < confirmationsAt(a, context) ? b : a),
    first,
  );
  return { confirmations: confirmationsAt(fewest, context), required: fewest.required };
}

/** How to pay; none once something has arrived or the order has ended, so that no one sends coins by them again. */
function instructions(order: Order, required: number, language: Language): string[] {
  if (order.phase.state !== "waiting") return [];
  const { sendAsset, sendUnits } = order.terms;
  const amount = amountText(sendAsset, sendUnits);
  return paymentInstructions({ asset: sendAsset, amount, confirmationsRequired: required }, language);
}

/** What was found when the chain was looked at for a payment, at a time and up to which block. */
export function verificationWire(
  order: Order,
  context: ViewContext,
  { cursor, now }: { cursor: Cursor | undefined; now: TimeMs },
): VerificationWire {
  const { confirmations, required } = confirmationsOf(order, context);
  const first = order.deposits.find(({ status }) => status !== "gone" && status !== "aside");
  return {
    verified: first !== undefined,
    state: order.phase.state,
    status: statusOf(order.phase.state),
    confirmations,
    confirmationsRequired: required,
    transactionTime: first === undefined ? null : isoOf(first.blockAt ?? first.seenAt),
    lookedAt: isoOf(cursor?.answeredAt ?? now),
    blockHeight: cursor?.height ?? null,
  };
}

/** An order with the figures it was shown with before, and its sentences in this language. */
export function orderIn(language: Language, shown: OrderWire): OrderWire {
  if (shown.state !== "waiting") return shown;
  const { sendCurrency, sendAmount, confirmationsRequired } = shown;
  assert(isAssetCode(sendCurrency), "an order shows a currency that the registry has not", { sendCurrency });
  const payment = { asset: sendCurrency, amount: sendAmount, confirmationsRequired };
  return { ...shown, paymentInstructions: paymentInstructions(payment, language) };
}

export function paymentWire(order: Order, context: ViewContext): PaymentWire {
  const { terms } = order;
  const asset = assetOf(terms.sendAsset);
  return {
    address: terms.depositAddress,
    addressType: addressTypeOf(asset.chain, terms.depositAddress),
    memo: null,
    amount: amountText(terms.sendAsset, terms.sendUnits),
    currency: terms.sendAsset,
    network: asset.networkDisplayName,
    paymentUri: paymentUri(order),
    qrCode: `/api/exchanges/${order.id}/payment.svg`,
    instructions: instructions(order, confirmationsOf(order, context).required, context.language),
    expiresAt: isoOf(terms.expiresAt),
  };
}
