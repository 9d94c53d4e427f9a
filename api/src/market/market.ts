import { maxUnits, minUnits, type Rate } from "../core/amount";
import { registryUnits } from "../core/asset-amount";
import { type AssetCode, assetOf, type ChainId, NATIVE_ASSET } from "../core/assets";
import type { TimeMs } from "../core/ports";
import { PRICE_SCALE, type PriceScaled, rateBetween, valueInCeil, valueInFloor } from "./price";
import { PRICE_AGE_MS_MAX } from "./rates";

/** What the world costs and offers at one moment, for one order: handed in with the events that need it. */
export type Market = {
  at: TimeMs;
  /** Receive units per send unit; null while the pair is paused. */
  rate: Rate | null;
  /** Charged for paying out, in the received asset. */
  payoutFeeUnits: bigint;
  /** Native units that the payout's transactions may spend at most. */
  payoutFeeUnitsMax: bigint;
  /** Charged for refunding, in the asset that would be refunded. */
  refundFeeUnits: bigint;
  refundFeeUnitsMax: bigint;
  /** The least that can be paid out and refunded (dust), in the received and the refunded asset. */
  payoutUnitsMin: bigint;
  refundUnitsMin: bigint;
  /** Receive units that the reserve can pay for this order now, its own hold included. */
  payableUnits: bigint;
};

export type Pair = { send: AssetCode; receive: AssetCode };

/** What the process knows of the market, fees, reserves and chains at one moment; read from the database. */
export type Board = {
  at: TimeMs;
  prices: ReadonlyMap<AssetCode, { price: PriceScaled; at: TimeMs; paused: boolean }>;
  networkFees: ReadonlyMap<AssetCode, { payoutUnits: bigint; sweepUnits: bigint }>;
  reserves: ReadonlyMap<AssetCode, { hot: bigint; held: bigint; planned: bigint }>;
  /** Chains that answer and are not halted. */
  chains: ReadonlySet<ChainId>;
  /** Assets whose adapter runs in this network mode. */
  assets: ReadonlySet<AssetCode>;
  /** Those that an administrator paused: nothing new is begun with them, and what has begun goes on. */
  paused: ReadonlySet<AssetCode>;
};

/** The most that one order may be worth, in whole USDT. */
export const ORDER_VALUE_USDT_MAX = 250_000n;
/** A leg may spend this many times the expected network fee before it waits for calmer times. */
const FEE_HEADROOM = 3n;
/** Network fees kept back in the native coin of a hot wallet, for sweeps, top-ups and tokens. */
const GAS_SET_ASIDE = 25n;
/** A minimum is at least this many times the network fee, so that the fee never takes most of what is sent. */
const MIN_TO_FEE_RATIO = 10n;

/** Whether orders may be made with the asset. */
export const isActive = (board: Board, asset: AssetCode): boolean =>
  isRunning(board, asset) && !board.paused.has(asset);

/** Whether orders with the asset go on. */
const isRunning = (board: Board, asset: AssetCode): boolean =>
  board.assets.has(asset) && board.chains.has(assetOf(asset).chain) && board.networkFees.has(asset);

/** The asset with its price, while that is fresh; undefined pauses its pairs. */
export function pricedAsset(
  board: Board,
  asset: AssetCode,
  now: TimeMs,
): { asset: AssetCode; price: PriceScaled } | undefined {
  const known = board.prices.get(asset);
  if (known === undefined || known.paused || now - known.at > PRICE_AGE_MS_MAX) return undefined;
  return { asset, price: known.price };
}

/** Receive units per send unit; null while either price is missing, stale or paused. One asset to itself is 1. */
export function rateOf(
  board: Board,
  pair: { send: AssetCode; receive: AssetCode },
  now: TimeMs,
): Rate | null {
  if (pair.send === pair.receive) return { numerator: 1n, denominator: 1n };
  const send = pricedAsset(board, pair.send, now);
  const receive = pricedAsset(board, pair.receive, now);
  return send && receive ? rateBetween(send, receive) : null;
}

/** A native network fee as a charge in `asset`, rounded up; null without prices. */
function chargeIn(
  board: Board,
  nativeUnits: bigint,
  native: AssetCode,
  asset: AssetCode,
  now: TimeMs,
): bigint | null {
  if (native === asset) return nativeUnits;
  const from = pricedAsset(board, native, now);
  const to = pricedAsset(board, asset, now);
  return from && to ? valueInCeil(nativeUnits, from, to) : null;
}

const nativeOf = (asset: AssetCode): AssetCode => NATIVE_ASSET[assetOf(asset).chain];

/** The network fee of a swap, in the received asset: the payout, and the sweep of the deposit. Null while unknown. */
export function networkFeeOf(
  board: Board,
  pair: { send: AssetCode; receive: AssetCode },
  now: TimeMs,
): bigint | null {
  const payout = board.networkFees.get(pair.receive);
  const sweep = board.networkFees.get(pair.send);
  if (payout === undefined || sweep === undefined) return null;
  const payoutCharge = chargeIn(board, payout.payoutUnits, nativeOf(pair.receive), pair.receive, now);
  const sweepCharge = chargeIn(board, sweep.sweepUnits, nativeOf(pair.send), pair.receive, now);
  return payoutCharge === null || sweepCharge === null ? null : payoutCharge + sweepCharge;
}

/** Native units that a payout or refund of the asset may spend at most. */
export const feeUnitsMaxOf = (board: Board, asset: AssetCode): bigint =>
  (board.networkFees.get(asset)?.payoutUnits ?? 0n) * FEE_HEADROOM;

/** Native units that are kept back in a hot wallet which pays the asset, for sweeps, top-ups and tokens. */
export const gasAsideUnits = (board: Board, asset: AssetCode): bigint =>
  feeUnitsMaxOf(board, asset) * GAS_SET_ASIDE;

/** Units of an asset that can be promised to a new payout: confirmed hot coins less what is set aside, gas included. */
export function payableUnits(board: Board, asset: AssetCode): bigint {
  const own = board.reserves.get(asset);
  const native = nativeOf(asset);
  const gas = board.reserves.get(native);
  const aside = gasAsideUnits(board, asset);
  if (own === undefined || gas === undefined) return 0n;
  const free = own.hot - own.held - own.planned;
  if (native === asset) return maxUnits(free - aside, 0n);
  return gas.hot - gas.held - gas.planned >= aside ? maxUnits(free, 0n) : 0n;
}

/** Units that a new, unpaid order may set aside: unpaid orders together hold at most half of the hot wallet. */
export function holdableUnits(board: Board, asset: AssetCode): bigint {
  const own = board.reserves.get(asset);
  if (own === undefined) return 0n;
  return maxUnits(minUnits(payableUnits(board, asset), own.hot / 2n - own.held), 0n);
}

/** Everything an order's event needs to know of the world. `refundAsset` is what a refund would send. */
export function marketFor(
  board: Board,
  order: { send: AssetCode; receive: AssetCode; refundAsset: AssetCode; heldUnits: bigint },
  now: TimeMs,
): Market | null {
  const pair = { send: order.send, receive: order.receive };
  const payoutFee = networkFeeOf(board, pair, now);
  const refundFee = networkFeeOf(board, { send: order.refundAsset, receive: order.refundAsset }, now);
  if (payoutFee === null || refundFee === null) return null;
  return {
    at: now,
    rate: isRunning(board, order.receive) ? rateOf(board, pair, now) : null,
    payoutFeeUnits: payoutFee,
    payoutFeeUnitsMax: feeUnitsMaxOf(board, order.receive),
    refundFeeUnits: refundFee,
    refundFeeUnitsMax: feeUnitsMaxOf(board, order.refundAsset),
    payoutUnitsMin: registryUnits(order.receive, "dustAmount"),
    refundUnitsMin: registryUnits(order.refundAsset, "dustAmount"),
    payableUnits: payableUnits(board, order.receive) + order.heldUnits,
  };
}

/** USDT of value in units of the asset, rounded down; null without a price. */
export function valueInUnits(board: Board, asset: AssetCode, usdt: bigint, now: TimeMs): bigint | null {
  const priced = pricedAsset(board, asset, now);
  if (priced === undefined) return null;
  return (usdt * PRICE_SCALE * 10n ** BigInt(assetOf(asset).decimals)) / priced.price;
}

/** The least and most that may be sent for a pair, in sent units; null while there is no rate. */
export function limitsOf(
  board: Board,
  pair: { send: AssetCode; receive: AssetCode },
  now: TimeMs,
): { min: bigint; max: bigint } | null {
  const fee = networkFeeOf(board, pair, now);
  const cap = valueInUnits(board, pair.send, ORDER_VALUE_USDT_MAX, now);
  const send = pricedAsset(board, pair.send, now);
  const receive = pricedAsset(board, pair.receive, now);
  if (fee === null || cap === null || send === undefined || receive === undefined) return null;
  const feeInSend = valueInCeil(fee, receive, send);
  const min = maxUnits(registryUnits(pair.send, "minAmount"), feeInSend * MIN_TO_FEE_RATIO);
  return { min, max: minUnits(cap, valueInFloor(holdableUnits(board, pair.receive), receive, send)) };
}
