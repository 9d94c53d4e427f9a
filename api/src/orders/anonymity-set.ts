import { assert } from "../core/assert";
import type { TimeMs } from "../core/ports";
import { possibleFees } from "../mixer/fee";
import { type Crowd, type ObserverReport, observe } from "../mixer/observer";
import { firstLegBetween } from "../mixer/plan";
import { creditedUnits, type Order } from "./machine/order";

const MINUTE_MS = 60_000;

/** What an observer could infer now of an order that is mixed: before its payment from what is agreed, then from what came. */
export function observeMix(crowd: Crowd, order: Order, now: TimeMs): ObserverReport {
  const { terms, settlement, mix } = order;
  assert(terms.mixer !== undefined, "not a mix", { id: order.id });
  const { settings } = terms.mixer;
  const delayMinutes = mix?.delayMinutes ?? settings.delayMinutes;
  const from = (settlement?.at ?? now) - delayMinutes * MINUTE_MS;
  const ends = {
    send: terms.sendAsset,
    receive: terms.receiveAsset,
    sendUnits: creditedUnits(order) || terms.sendUnits,
    rate: settlement?.rate ?? terms.quote.rate,
    feePpm: terms.feePpm,
    networkFeeUnits: settlement?.networkFeeUnits ?? terms.quote.networkFeeUnits,
    rounds: settings.rounds,
    roundUnits: mix?.roundUnits ?? terms.mixer.roundUnits,
    timing: {
      // Before it is paid: as if it had been paid so long ago that its payout could go now.
      paidInAt: settlement?.at ?? now - delayMinutes * MINUTE_MS,
      paidOutAt: null,
      ...firstLegBetween(settings, delayMinutes - settings.delayMinutes),
    },
  };
  return observe(crowd, ends, { from, to: now, delayMinutes }, { fees: possibleFees() });
}
