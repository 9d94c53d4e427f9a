import { formatUnits } from "../../core/amount";
import type { AssetCode } from "../../core/assets";
import { amountText } from "../../market/market";
import { bestGuessPpm, type ObserverReport, type WeakPoint } from "../../mixer/observer";
import { candidatesWanted } from "../../mixer/plan";
import type { MixerSettings } from "../../mixer/settings";
import type { ObserverWire } from "./schema";

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
