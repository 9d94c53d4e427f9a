import { orderUnitsMax } from "../chains/policy";
import { maxUnits, minUnits, type Rate } from "../core/amount";
import { registryUnits } from "../core/asset-amount";
import { type AssetCode, assetOf, CHAIN_MODEL, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { OrderType } from "../core/fees";
import type { TimeMs } from "../core/ports";
import { type MixMoves, type MoveCosts, mixCosts } from "../mixer/network-cost";
import { type Reserve, roomOf } from "../reserves/reserve-change";
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
  /** The maximum native units that the payout's transactions may spend. */
  payoutFeeUnitsMax: bigint;
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
  networkFees: ReadonlyMap<AssetCode, MoveCosts>;
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
/** A leg may spend this many times the expected network fee before it waits for calmer times. */
const FEE_HEADROOM = 3n;
/** Network fees kept back in the native coin of a hot wallet, for sweeps, top-ups and tokens. */
const GAS_SET_ASIDE = 25n;
/** A minimum is at least this many times the network fee, so that the fee never takes most of what is sent. */
const MIN_TO_FEE_RATIO = 10n;

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

/** What an order does on the networks: the sweep or the spending of each deposit, and one payout or a mix. */
export type Moves = { deposits: number; mix: MixMoves | null };

/** What a plain order does that is paid as agreed. */
export const ONE_PAYOUT: Moves = { deposits: 1, mix: null };

/** What an order is charged for the networks, in the received asset; `roundUnits` of it for each round of a mix. */
export type NetworkCharge = { units: bigint; depositUnits: bigint; roundUnits: bigint };

/** What these moves are charged now, each part rounded up. Null while unknown. */
export function networkChargeOf(
  current: CurrentPrices,
  pair: Pair,
  now: TimeMs,
  moves: Moves = ONE_PAYOUT,
): NetworkCharge | null {
  const paying = current.networkFees.get(pair.receive);
  const receiving = current.networkFees.get(pair.send);
  if (paying === undefined || receiving === undefined) return null;
  const inReceived = (nativeUnits: bigint) =>
    chargeIn(current, nativeUnits, nativeOf(pair.receive), pair.receive, now);
  const mix = mixCosts(CHAIN_MODEL[assetOf(pair.receive).chain], paying);
  const depositUnits = chargeIn(current, receiving.sweepUnits, nativeOf(pair.send), pair.receive, now);
  const payoutUnits = inReceived(moves.mix === null ? paying.payoutUnits : mix.legUnits);
  const roundUnits = inReceived(mix.roundUnits);
  if (depositUnits === null || payoutUnits === null || roundUnits === null) return null;
  const { rounds, legs } = moves.mix ?? { rounds: 0, legs: 1 };
  const units =
    depositUnits * BigInt(moves.deposits) + roundUnits * BigInt(rounds) + payoutUnits * BigInt(legs);
  return { units, depositUnits, roundUnits };
}

/** The network fee of networkChargeOf, without its parts. */
export const networkFeeOf = (
  current: CurrentPrices,
  pair: Pair,
  now: TimeMs,
  moves: Moves = ONE_PAYOUT,
): bigint | null => networkChargeOf(current, pair, now, moves)?.units ?? null;

/** The maximum native units that a payout or refund of the asset may spend. */
export const feeUnitsMaxOf = (current: CurrentPrices, asset: AssetCode): bigint =>
  (current.networkFees.get(asset)?.payoutUnits ?? 0n) * FEE_HEADROOM;

/** Native units that are kept back in a hot wallet which pays the asset, for sweeps, top-ups and tokens. */
export const gasAsideUnits = (current: CurrentPrices, asset: AssetCode): bigint =>
  feeUnitsMaxOf(current, asset) * GAS_SET_ASIDE;

/** Units of an asset that can be promised to a new payout: confirmed hot coins of our own less what is set aside, gas included. */
export function payableUnits(current: CurrentPrices, asset: AssetCode): bigint {
  const own = current.reserves.get(asset);
  const native = nativeOf(asset);
  const gas = current.reserves.get(native);
  const aside = gasAsideUnits(current, asset);
  if (own === undefined || gas === undefined) return 0n;
  const { free } = roomOf(own);
  if (native === asset) return maxUnits(free - aside, 0n);
  return roomOf(gas).free >= aside ? free : 0n;
}

/** Units that a new order may promise: a fixed rate is held from the start, in what unpaid orders may hold together. */
export function promisableUnits(current: CurrentPrices, asset: AssetCode, orderType: OrderType): bigint {
  const own = current.reserves.get(asset);
  const payable = payableUnits(current, asset);
  return own === undefined || orderType === "floating" ? payable : minUnits(payable, roomOf(own).unpaidFree);
}

/** Everything an order's event needs to know of the world. `refundAsset` is what a refund would send. */
export function marketFor(
  current: CurrentPrices,
  order: Pair & { refundAsset: AssetCode; heldUnits: bigint; moves: Moves },
  now: TimeMs,
): Market | null {
  const { moves } = order;
  const pair = { send: order.send, receive: order.receive };
  const refunded = { send: order.refundAsset, receive: order.refundAsset };
  const payoutFee = networkChargeOf(current, pair, now, moves);
  const refundFee = networkFeeOf(current, refunded, now, { ...moves, mix: null });
  const costs = current.networkFees.get(order.receive);
  const sweepUnits = current.networkFees.get(order.send)?.sweepUnits ?? 0n;
  const spendUnits = chargeIn(current, sweepUnits, nativeOf(order.send), order.send, now);
  if (payoutFee === null || refundFee === null || costs === undefined || spendUnits === null) return null;
  return {
    at: now,
    rate: isRunning(current, order.receive) ? rateOf(current, pair, now) : null,
    payoutFeeUnits: payoutFee.units,
    furtherDepositsFeeUnits: payoutFee.depositUnits * BigInt(moves.deposits - 1),
    payoutFeeUnitsMax: feeUnitsMaxOf(current, order.receive),
    roundUnits: payoutFee.roundUnits,
    roundFeeUnitsMax: mixCosts(CHAIN_MODEL[assetOf(order.receive).chain], costs).roundFeeUnitsMax,
    refundFeeUnits: refundFee,
    refundFeeUnitsMax: feeUnitsMaxOf(current, order.refundAsset),
    payoutUnitsMin: registryUnits(order.receive, "dustAmount"),
    refundUnitsMin: registryUnits(order.refundAsset, "dustAmount"),
    sendUnitsMax: orderCapUnits(current, order.send, now),
    spendUnits,
    payableUnits: payableUnits(current, order.receive) + order.heldUnits,
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

/** The least and most that an order of this type and with these moves may send, in sent units; null while there is no rate. */
export function limitsOf(
  current: CurrentPrices,
  pair: Pair,
  now: TimeMs,
  { moves = ONE_PAYOUT, orderType = "floating" }: { moves?: Moves; orderType?: OrderType } = {},
): { min: bigint; max: bigint } | null {
  const fee = networkFeeOf(current, pair, now, moves);
  const cap = orderCapUnits(current, pair.send, now);
  const send = pricedAsset(current, pair.send, now);
  const receive = pricedAsset(current, pair.receive, now);
  if (fee === null || cap === null || send === undefined || receive === undefined) return null;
  const feeInSend = valueInCeil(fee, receive, send);
  const min = maxUnits(registryUnits(pair.send, "minAmount"), feeInSend * MIN_TO_FEE_RATIO);
  const promisable = promisableUnits(current, pair.receive, orderType);
  return { min, max: minUnits(cap, valueInFloor(promisable, receive, send)) };
}
