import { orderUnitsMax } from "../chains/policy";
import { signedFeeMax } from "../chains/signer";
import { minUnits, mulDivFloor, type Rate } from "../core/amount";
import { registryUnits } from "../core/asset-amount";
import { type AssetCode, assetOf, CHAIN_MODEL, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { TimeMs } from "../core/ports";
import { type MixMoves, mixCosts } from "../mixer/network-cost";
import { type Reserve, roomOf } from "../reserves/reserve-change";
import {
  dearestUnits,
  FEE_HEADROOM,
  feeCap,
  type PaymentStep,
  paymentSteps,
  stepFor,
  type WalletCosts,
} from "./payment-cost";
import { PRICE_SCALE, type PriceScaled, rateBetween, valueInCeil, valueInFloor } from "./price";
import { PRICE_AGE_MS_MAX } from "./rates";

/** What the world costs and offers at one moment, for one order: handed in with the events that need it. */
export type Market = {
  at: TimeMs;
  /** Receive units per send unit; null while the pair is paused. */
  rate: Rate | null;
  /** Charged for all that the order does on the networks when it is exchanged, in the received asset. */
  payoutFeeUnits: bigint;
  /** The part of it that is charged for deposits after the first: a quote knows of one. */
  furtherDepositsFeeUnits: bigint;
  /** The maximum native units that the payout's transactions may spend, and whether its recipient costs more. */
  payoutFeeUnitsMax: bigint;
  isPayeeTooDear: boolean;
  /** Of a mix: what each round is charged, in the received asset, and native units that its transaction may spend. */
  roundUnits: bigint;
  roundFeeUnitsMax: bigint;
  /** Charged for refunding, in the asset that would be refunded. */
  refundFeeUnits: bigint;
  refundFeeUnitsMax: bigint;
  /** The least that can be paid out and refunded (dust), in the received and the refunded asset. */
  payoutUnitsMin: bigint;
  refundUnitsMin: bigint;
  /** Send units that are worth as much as one order may be; null while the sent asset has no price. */
  sendUnitsMax: bigint | null;
  /** What spending or sweeping one deposit costs, in the sent asset: a smaller one brings nothing. */
  spendUnits: bigint;
  /** Receive units that the reserve can pay for this order now, its own hold included. */
  payableUnits: bigint;
};

export type Pair = { send: AssetCode; receive: AssetCode };

/** What the process knows of the market, fees, reserves and chains at one moment; read from the database. */
export type CurrentPrices = {
  at: TimeMs;
  prices: ReadonlyMap<AssetCode, { price: PriceScaled; at: TimeMs; paused: boolean }>;
  networkFees: ReadonlyMap<AssetCode, WalletCosts>;
  reserves: ReadonlyMap<AssetCode, Reserve>;
  /** Chains that answer and are not halted. */
  chains: ReadonlySet<ChainId>;
  /** Assets whose adapter runs in this network mode. */
  assets: ReadonlySet<AssetCode>;
  /** The assets that an administrator paused: nothing new is begun with them, and what has begun continues. */
  paused: ReadonlySet<AssetCode>;
};

/** The most that one order may be worth, in whole USDT; on proof-of-work chains its depth may allow less. */
export const ORDER_VALUE_USDT_MAX = 250_000n;
/** Network fees kept back in the native coin of a hot wallet, for sweeps, top-ups and tokens. */
const GAS_SET_ASIDE = 25n;

/** Whether orders may be made with the asset. */
export const isActive = (current: CurrentPrices, asset: AssetCode): boolean =>
  isRunning(current, asset) && !current.paused.has(asset);

/** Whether orders with the asset continue. */
const isRunning = (current: CurrentPrices, asset: AssetCode): boolean =>
  current.assets.has(asset) && current.chains.has(assetOf(asset).chain) && current.networkFees.has(asset);

/** The asset with its price, while that is fresh; undefined pauses its pairs. */
export function pricedAsset(
  current: CurrentPrices,
  asset: AssetCode,
  now: TimeMs,
): { asset: AssetCode; price: PriceScaled } | undefined {
  const known = current.prices.get(asset);
  if (known === undefined || known.paused || now - known.at > PRICE_AGE_MS_MAX) return undefined;
  return { asset, price: known.price };
}

/** Receive units per send unit; null while either price is missing, stale or paused. One asset to itself is 1. */
export function rateOf(
  current: CurrentPrices,
  pair: { send: AssetCode; receive: AssetCode },
  now: TimeMs,
): Rate | null {
  if (pair.send === pair.receive) return { numerator: 1n, denominator: 1n };
  const send = pricedAsset(current, pair.send, now);
  const receive = pricedAsset(current, pair.receive, now);
  return send && receive ? rateBetween(send, receive) : null;
}

/** A native network fee as a charge in `asset`, rounded up; null without prices. */
function chargeIn(
  current: CurrentPrices,
  nativeUnits: bigint,
  native: AssetCode,
  asset: AssetCode,
  now: TimeMs,
): bigint | null {
  if (native === asset) return nativeUnits;
  const from = pricedAsset(current, native, now);
  const to = pricedAsset(current, asset, now);
  return from && to ? valueInCeil(nativeUnits, from, to) : null;
}

const nativeOf = (asset: AssetCode): AssetCode => NATIVE_ASSET[assetOf(asset).chain];

/**
 * What an order does on the networks: the sweep or the spending of each deposit, and one payout or a mix. `furtherUnits` are the
 * sent units of each deposit beside the largest: none of them is charged more than it brings.
 */
export type Moves = { furtherUnits: readonly bigint[]; mix: MixMoves | null };

/** What a plain order does that is paid as agreed. */
export const ONE_PAYOUT: Moves = { furtherUnits: [], mix: null };

/**
 * What an order is charged for the networks, in the received asset: `furtherUnits` of it for deposits beside the largest, and
 * `roundUnits` for each round of a mix.
 */
export type NetworkCharge = { units: bigint; furtherUnits: bigint; roundUnits: bigint };

/** What an order is to be paid, and what the reserve holds for it already, in receive units. */
export type Payment = { units: bigint; heldUnits: bigint };

/** What payments of an asset cost now, cheapest first: none while that is unknown. */
export function stepsOf(current: CurrentPrices, asset: AssetCode, heldUnits: bigint): PaymentStep[] {
  const costs = current.networkFees.get(asset);
  const own = current.reserves.get(asset);
  const native = nativeOf(asset);
  const gas = current.reserves.get(native);
  const asideUnits = gasAsideUnits(current, asset);
  if (costs === undefined) return [];
  const isPaid = native === asset || (gas !== undefined && roomOf(gas).free >= asideUnits);
  const freeUnits = own === undefined || !isPaid ? 0n : roomOf(own).free;
  const dustUnits = registryUnits(asset, "dustAmount");
  return paymentSteps(costs, {
    freeUnits,
    heldUnits,
    asideUnits: native === asset ? asideUnits : 0n,
    dustUnits,
  });
}

/** The step of a payment; of one of an unknown amount, the cheapest. */
const stepOf = (current: CurrentPrices, asset: AssetCode, payment: Payment | null): PaymentStep | undefined =>
  stepFor(stepsOf(current, asset, payment?.heldUnits ?? 0n), payment?.units ?? 0n);

/** What these moves and this payment are charged now, each part rounded up. Null while unknown. */
export function networkChargeOf(
  current: CurrentPrices,
  pair: Pair,
  now: TimeMs,
  moves: Moves = ONE_PAYOUT,
  payment: Payment | null = null,
): NetworkCharge | null {
  const step = stepOf(current, pair.receive, payment);
  return step === undefined ? null : chargeAt(current, pair, now, { moves, step });
}

/** What these moves are charged where the payment is one of this step. Null while unknown. */
export function chargeAt(
  current: CurrentPrices,
  pair: Pair,
  now: TimeMs,
  { moves, step }: { moves: Moves; step: PaymentStep },
): NetworkCharge | null {
  const paying = current.networkFees.get(pair.receive);
  const receiving = current.networkFees.get(pair.send);
  if (paying === undefined || receiving === undefined) return null;
  const inReceived = (nativeUnits: bigint) =>
    chargeIn(current, nativeUnits, nativeOf(pair.receive), pair.receive, now);
  const model = CHAIN_MODEL[assetOf(pair.receive).chain];
  const depositUnits = chargeIn(current, receiving.sweepUnits, nativeOf(pair.send), pair.receive, now);
  const leg = moves.mix === null ? step.payoutUnits : mixCosts(model, { ...paying, ...step }).legUnits;
  const payoutUnits = inReceived(leg);
  const roundUnits = inReceived(mixCosts(model, paying).roundUnits);
  if (depositUnits === null || payoutUnits === null || roundUnits === null) return null;
  const { rounds, legs } = moves.mix ?? { rounds: 0, legs: 1 };
  const rate = rateOf(current, pair, now);
  const worthOf = (sent: bigint) => rate && mulDivFloor(sent, rate.numerator, rate.denominator);
  const charged = moves.furtherUnits.map((sent) => minUnits(depositUnits, worthOf(sent) ?? depositUnits));
  const furtherUnits = charged.reduce((sum, one) => sum + one, 0n);
  const units = depositUnits + furtherUnits + roundUnits * BigInt(rounds) + payoutUnits * BigInt(legs);
  return { units, furtherUnits, roundUnits };
}

/** The network fee of networkChargeOf, without its parts. */
export const networkFeeOf = (
  current: CurrentPrices,
  pair: Pair,
  now: TimeMs,
  moves: Moves = ONE_PAYOUT,
  payment: Payment | null = null,
): bigint | null => networkChargeOf(current, pair, now, moves, payment)?.units ?? null;

/**
 * The maximum native units that a payment of the asset may spend, and whether it would cost more now. `payeeUnits` is
 * what the node says that it costs; null where it was not asked. Of several `legs`, that of each; at most what is signed.
 */
export function feeCapOf(
  current: CurrentPrices,
  asset: AssetCode,
  now: TimeMs,
  given: { payment: Payment | null; payeeUnits: bigint | null; legs?: number },
): { feeUnitsMax: bigint; isTooDear: boolean } {
  const { payment, payeeUnits, legs = 1 } = given;
  const step = stepOf(current, asset, payment);
  const costs = current.networkFees.get(asset);
  const isPromisable = step !== undefined && (payment === null || payment.units <= step.unitsMax);
  const payoutUnits = isPromisable || costs === undefined ? (step?.payoutUnits ?? 0n) : dearestUnits(costs);
  const native = nativeOf(asset);
  const units = (payment?.units ?? 0n) / BigInt(legs);
  const paid = pricedAsset(current, asset, now);
  const to = pricedAsset(current, native, now);
  const paymentUnits = native === asset ? units : paid && to ? valueInFloor(units, paid, to) : 0n;
  const { chain } = assetOf(asset);
  const wantedUnits = feeCap(CHAIN_MODEL[chain], { payoutUnits, payeeUnits, paymentUnits });
  const feeUnitsMax = minUnits(wantedUnits, signedFeeMax(chain));
  return { feeUnitsMax, isTooDear: payeeUnits !== null && payeeUnits > feeUnitsMax };
}

/** Native units that are kept back in a hot wallet which pays the asset, for sweeps, top-ups and tokens. */
export const gasAsideUnits = (current: CurrentPrices, asset: AssetCode): bigint =>
  (current.networkFees.get(asset)?.payoutUnits ?? 0n) * FEE_HEADROOM * GAS_SET_ASIDE;

/** Units of an asset that can be promised to a new payout: confirmed hot coins of our own less what is set aside, gas included. */
export const payableUnits = (current: CurrentPrices, asset: AssetCode, heldUnits = 0n): bigint =>
  stepsOf(current, asset, heldUnits).at(-1)?.unitsMax ?? heldUnits;

/** What an order's event is priced for. `refund` is what a refund would send, before its network fee. */
export type MarketQuestion = Pair & {
  /** What is credited, in send units. */
  sendUnits: bigint;
  refund: { asset: AssetCode; units: bigint };
  heldUnits: bigint;
  moves: Moves;
  /** What the node says that a transaction to the recipient costs, in native units; null where it was not asked. */
  payoutPayeeUnits: bigint | null;
  refundPayeeUnits: bigint | null;
};

/** Everything an order's event needs to know of the world. */
export function marketFor(current: CurrentPrices, order: MarketQuestion, now: TimeMs): Market | null {
  const { moves, heldUnits, refund, payoutPayeeUnits: payeeUnits } = order;
  const pair = { send: order.send, receive: order.receive };
  const rate = rateOf(current, pair, now);
  const payment = rate && {
    units: mulDivFloor(order.sendUnits, rate.numerator, rate.denominator),
    heldUnits,
  };
  const back = { units: refund.units, heldUnits: refund.units };
  const payoutFee = networkChargeOf(current, pair, now, moves, payment);
  const refunded = { send: refund.asset, receive: refund.asset };
  const refundFee = networkFeeOf(current, refunded, now, { ...moves, mix: null }, back);
  const legs = moves.mix?.legs ?? 1;
  const payoutCap = feeCapOf(current, order.receive, now, { payment, payeeUnits, legs });
  const refundCap = { payment: back, payeeUnits: order.refundPayeeUnits };
  const costs = current.networkFees.get(order.receive);
  const sweepUnits = current.networkFees.get(order.send)?.sweepUnits ?? 0n;
  const spendUnits = chargeIn(current, sweepUnits, nativeOf(order.send), order.send, now);
  if (payoutFee === null || refundFee === null || costs === undefined || spendUnits === null) return null;
  return {
    at: now,
    rate: isRunning(current, order.receive) ? rate : null,
    payoutFeeUnits: payoutFee.units,
    furtherDepositsFeeUnits: payoutFee.furtherUnits,
    payoutFeeUnitsMax: payoutCap.feeUnitsMax,
    isPayeeTooDear: payoutCap.isTooDear,
    roundUnits: payoutFee.roundUnits,
    roundFeeUnitsMax: mixCosts(CHAIN_MODEL[assetOf(order.receive).chain], costs).roundFeeUnitsMax,
    refundFeeUnits: refundFee,
    refundFeeUnitsMax: feeCapOf(current, refund.asset, now, refundCap).feeUnitsMax,
    payoutUnitsMin: registryUnits(order.receive, "dustAmount"),
    refundUnitsMin: registryUnits(refund.asset, "dustAmount"),
    sendUnitsMax: orderCapUnits(current, order.send, now),
    spendUnits,
    payableUnits: payableUnits(current, order.receive, heldUnits),
  };
}

/** USDT of value in units of the asset, rounded down; null without a price. */
export function valueInUnits(
  current: CurrentPrices,
  asset: AssetCode,
  usdt: bigint,
  now: TimeMs,
): bigint | null {
  const priced = pricedAsset(current, asset, now);
  if (priced === undefined) return null;
  return (usdt * PRICE_SCALE * 10n ** BigInt(assetOf(asset).decimals)) / priced.price;
}

/** The most that one order may send, in units of the asset: by worth, and by depth on its chain. Null without a price. */
export function orderCapUnits(current: CurrentPrices, asset: AssetCode, now: TimeMs): bigint | null {
  const byWorth = valueInUnits(current, asset, ORDER_VALUE_USDT_MAX, now);
  const byDepth = orderUnitsMax(assetOf(asset).chain);
  return byWorth === null || byDepth === null ? byWorth : minUnits(byWorth, byDepth);
}
