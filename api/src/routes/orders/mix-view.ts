import { amountText } from "../../core/asset-amount";
import { isoOf } from "../../core/instant";
import { FEE_PARTS, type FeePart, feeBreakdown, feeRates } from "../../mixer/fee";
import { creditedUnits, type Order } from "../../orders/machine/order";
import type { ObserverWire } from "../mixer/schema";
import type { MIX_STEPS } from "./mix-schema";
import type { OrderWire } from "./schema";

type MixWire = Pick<OrderWire, "privacySettings" | "feeBreakdown" | "mixing">;

/** What the customer sees of a mix: how it was set, what its fee is made of, how far it is. All null for a plain exchange. */
export function mixWire(
  order: Order,
  { observer, mixSeconds }: { observer: ObserverWire | null; mixSeconds(order: Order): number },
): MixWire {
  const { mixer, sendAsset, sendUnits } = order.terms;
  if (mixer === undefined) return { privacySettings: null, feeBreakdown: null, mixing: null };
  const { settings, receiveAddresses } = mixer;
  const { mix } = order;
  const parts = feeBreakdown(creditedUnits(order) || sendUnits, feeRates(settings));
  const breakdown = FEE_PARTS.map((part): [FeePart, string] => [part, amountText(sendAsset, parts[part])]);
  return {
    privacySettings: {
      mixingRounds: settings.rounds,
      delayMinutes: mix?.delayMinutes ?? settings.delayMinutes,
      useRandomDelay: settings.randomDelay,
      useRandomAmounts: settings.randomAmounts,
      enableTorIntegration: settings.tor,
      privacyLevel: settings.level,
      receiveAddresses: [...receiveAddresses],
    },
    feeBreakdown: Object.fromEntries(breakdown) as Record<FeePart, string>,
    mixing: {
      round: mix?.roundsDone ?? 0,
      rounds: settings.rounds,
      skipped: mix?.roundsSkipped ?? 0,
      step: stepOf(order),
      shortfall: mix?.shortfall ?? null,
      seconds: mixSeconds(order),
      endsAt: endsAt(order, mixSeconds(order)),
      mayDelay: order.phase.state === "mixing" && mix?.legsPlanned === 0,
      observer,
    },
  };
}

/** By when a mix that has begun is to be over; null before, and once it has ended. */
function endsAt({ settlement, mix, phase }: Order, seconds: number): string | null {
  const isRunning = phase.state === "mixing" || phase.state === "sending";
  if (!isRunning || settlement === null || mix === undefined) return null;
  return isoOf(settlement.at + seconds * 1000);
}

function stepOf(order: Order): (typeof MIX_STEPS)[number] {
  const { mix, terms, phase } = order;
  if (phase.state === "completed") return "done";
  if (mix === undefined) return "session";
  if (mix.legsPlanned > 0) return "sending";
  const ended = mix.roundsDone + mix.roundsSkipped;
  if (ended === 0) return "pool";
  return ended < (terms.mixer?.settings.rounds ?? 0) ? "rounds" : "sending";
}
