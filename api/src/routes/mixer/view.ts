import { formatRate, formatUnits } from "../../core/amount";
import { amountText } from "../../core/asset-amount";
import { type AssetCode, assetOf } from "../../core/assets";
import { ppmToPercent } from "../../core/fees";
import { type FeePart, feeBreakdown, feeRates } from "../../mixer/fee";
import type { MixerOffer } from "../../mixer/kind";
import { bestGuessPpm, type ObserverReport, type WeakPoint } from "../../mixer/observer";
import { candidatesWanted } from "../../mixer/plan";
import { scoreLabel, settingsScore } from "../../mixer/score";
import type { MixerSettings } from "../../mixer/settings";
import type { MixCalculation } from "../../mixing/calculate";
import type { ObserverWire, PrivacyCalculationWire } from "./schema";

/** The mixer page shows at most this many places of what lands. */
const SHOWN_DECIMALS_MAX = 8;

export function mixCalculationWire(mix: MixCalculation, offer: MixerOffer): PrivacyCalculationWire {
  const { draft, settings } = mix;
  const { pair, figures, limits } = draft;
  const rates = feeRates(settings);
  const breakdown = feeBreakdown(draft.sendUnits, rates);
  const inSend = (units: bigint) => amountText(pair.send, units);
  const privacyScore = settingsScore(settings);
  return {
    privacyScore,
    scoreLabel: scoreLabel(privacyScore),
    totalFeeRate: ppmToPercent(draft.kind.feePpm),
    feeRates: eachPart((part) => ppmToPercent(rates[part])),
    fee: inSend(figures.feeUnits),
    feeBreakdown: eachPart((part) => inSend(breakdown[part])),
    exchangeRate: formatRate(draft.rate, {
      send: assetOf(pair.send).decimals,
      receive: assetOf(pair.receive).decimals,
    }),
    networkFee: amountText(pair.receive, figures.networkFeeUnits),
    netReceiveAmount: shownAmount(pair.receive, figures.receiveUnits),
    minAmount: inSend(limits.min),
    maxAmount: inSend(limits.max),
    estimatedProcessingTime: mix.processingSeconds,
    poolSufficient: mix.isPoolSufficient,
    torAvailable: offer.torAvailable,
    observer: observerWire(mix.report, { ...settings, send: pair.send }),
  };
}

const eachPart = (text: (part: FeePart) => string): Record<FeePart, string> => ({
  base: text("base"),
  mixing: text("mixing"),
  delay: text("delay"),
  maxPrivacy: text("maxPrivacy"),
});

/** An amount at 8 places, or at the asset's if those are fewer; rounded down, so that no less lands. */
function shownAmount(asset: AssetCode, units: bigint): string {
  const { decimals } = assetOf(asset);
  const places = Math.min(decimals, SHOWN_DECIMALS_MAX);
  return formatUnits(units / 10n ** BigInt(decimals - places), places);
}

/** An observer's report as visitors read it. */
export function observerWire(
  { candidates, weakPoint }: ObserverReport,
  mix: Pick<MixerSettings, "level" | "delayMinutes"> & { send: AssetCode },
): ObserverWire {
  const wanted = candidatesWanted(mix.level);
  return {
    candidateSet: candidates,
    bestGuess: formatUnits(bestGuessPpm(candidates), 6),
    windowMinutes: mix.delayMinutes,
    candidatesWanted: wanted,
    shortfall: Math.max(wanted - candidates, 0),
    weakestPoint: weakPointWire(mix.send, weakPoint),
    operatorCanLink: true,
  };
}

function weakPointWire(asset: AssetCode, point: WeakPoint): ObserverWire["weakestPoint"] {
  const nearby = "nearby" in point ? point.nearby : null;
  return {
    code: point.code,
    amount: "amount" in point ? amountText(asset, point.amount) : null,
    candidates: "candidates" in point ? point.candidates : null,
    windowMinutes: "windowMinutes" in point ? point.windowMinutes : null,
    nearby: nearby && { amount: amountText(asset, nearby.amount), candidates: nearby.candidates },
  };
}
