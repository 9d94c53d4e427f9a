import { formatUnits } from "../../core/amount";
import { type AssetCode, assetOf } from "../../core/assets";
import { isoOf } from "../../core/instant";
import { amountsOf } from "../../orders/machine/amounts";
import type { Order } from "../../orders/machine/order";
import { statusOf } from "../../orders/machine/status";
import type { TrackWire } from "./track-schema";
import { endedAt } from "./view";

const TRACK_GRAIN_MS = 600_000;
const coarseTime = (at: string): string =>
  new Date(Math.floor(Date.parse(at) / TRACK_GRAIN_MS) * TRACK_GRAIN_MS).toISOString();

/** Rounds to two significant digits, halves up: what a guessed code may learn. */
export function coarseAmount(asset: AssetCode, units: bigint): string {
  const step = 10n ** BigInt(Math.max(0, units.toString().length - 2));
  return formatUnits(((units + step / 2n) / step) * step, assetOf(asset).decimals);
}

/** The order as its 9-digit code shows it: coarse, because a code can be guessed, and never its secret id. */
export function trackWire(order: Order): TrackWire {
  const { terms, phase } = order;
  const ended = endedAt(order);
  const status = statusOf(phase.state);
  // The guessed code of a mix must show nothing of its two ends: not even when it began.
  if (terms.mixer !== undefined)
    return { id: order.trackingCode, status, state: COARSE_STATE[status], ...NOTHING_TOLD };
  const { basis, arrived, current, refunded } = amountsOf(order);
  const sent = arrived ?? { asset: terms.sendAsset, units: terms.sendUnits };
  return {
    id: order.trackingCode,
    status,
    state: phase.state,
    basis,
    createdAt: coarseTime(isoOf(terms.createdAt)),
    completedAt: ended === null ? null : coarseTime(ended),
    timeGrain: TRACK_GRAIN_MS / 1_000,
    sendAmount: coarseAmount(sent.asset, sent.units),
    sendCurrency: sent.asset,
    receiveAmount: current && coarseAmount(terms.receiveAsset, current.receiveUnits),
    receiveCurrency: terms.receiveAsset,
    refundAmount: refunded && coarseAmount(refunded.asset, refunded.units),
    receiveAddress: terms.payout.kind === "to" ? `…${terms.payout.address.slice(-3)}` : null,
  };
}

const COARSE_STATE = {
  pending: "waiting",
  processing: "mixing",
  completed: "completed",
  failed: "refunded",
  expired: "expired",
} as const satisfies Record<TrackWire["status"], TrackWire["state"]>;

const NOTHING_TOLD = {
  basis: null,
  createdAt: null,
  completedAt: null,
  timeGrain: null,
  sendAmount: null,
  sendCurrency: null,
  receiveAmount: null,
  receiveCurrency: null,
  refundAmount: null,
  receiveAddress: null,
} as const satisfies Omit<TrackWire, "id" | "status" | "state">;
