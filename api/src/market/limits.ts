import { maxUnits, minUnits } from "../core/amount";
import { registryUnits } from "../core/asset-amount";
import type { AssetCode } from "../core/assets";
import type { OrderType } from "../core/fees";
import type { TimeMs } from "../core/ports";
import { roomOf } from "../reserves/reserve-change";
import {
  type CurrentPrices,
  chargeAt,
  type Moves,
  ONE_PAYOUT,
  orderCapUnits,
  type Pair,
  payableUnits,
  pricedAsset,
  stepsOf,
} from "./market";
import { valueInCeil, valueInFloor } from "./price";

/** A minimum is at least this many times the network fee, so that the fee never takes most of what is sent. */
const MIN_TO_FEE_RATIO = 10n;

/** Units that a new order may promise: a fixed rate is held from the start, in what unpaid orders may hold together. */
export function promisableUnits(current: CurrentPrices, asset: AssetCode, orderType: OrderType): bigint {
  const own = current.reserves.get(asset);
  const payable = payableUnits(current, asset);
  return own === undefined || orderType === "floating" ? payable : minUnits(payable, roomOf(own).unpaidFree);
}

/** The least and most that an order of this type and with these moves may send, in sent units; null while there is no rate. */
export function limitsOf(
  current: CurrentPrices,
  pair: Pair,
  now: TimeMs,
  { moves = ONE_PAYOUT, orderType = "floating" }: { moves?: Moves; orderType?: OrderType } = {},
): { min: bigint; max: bigint } | null {
  const cap = orderCapUnits(current, pair.send, now);
  const send = pricedAsset(current, pair.send, now);
  const receive = pricedAsset(current, pair.receive, now);
  if (cap === null || send === undefined || receive === undefined) return null;
  const promisable = promisableUnits(current, pair.receive, orderType);
  let limits: { min: bigint; max: bigint } | null = null;
  for (const step of stepsOf(current, pair.receive, 0n)) {
    const fee = chargeAt(current, pair, now, { moves, step });
    if (fee === null) return null;
    const feeInSend = valueInCeil(fee.units, receive, send);
    const min = maxUnits(registryUnits(pair.send, "minAmount"), feeInSend * MIN_TO_FEE_RATIO);
    const max = minUnits(cap, valueInFloor(minUnits(promisable, step.unitsMax), receive, send));
    // A dearer step begins where the one before it ends, as long as the fee is a tenth of what is sent there too.
    if (limits === null || (limits.max < limits.min && min <= max)) limits = { min, max };
    else if (limits.min <= limits.max && min <= limits.max) limits = { min: limits.min, max };
  }
  return limits;
}
