import type { MixerSettings, PrivacyLevel } from "./settings";

export const SCORE_LABELS = ["very_high", "high", "medium", "low"] as const;
export type ScoreLabel = (typeof SCORE_LABELS)[number];

export const SCORE_MAX = 500;
const PER_ROUND = 20;
const PER_MINUTE = 2;
const MINUTES_COUNTED_MAX = 60;
const FOR_RANDOM_AMOUNTS = 50;
const FOR_TOR = 30;
const FOR_LEVEL: Readonly<Record<PrivacyLevel, number>> = { basic: 0, enhanced: 25, maximum: 50 };

/** The settings score, at most 500: what was chosen, not what an observer can infer. */
export function settingsScore(
  settings: Pick<MixerSettings, "rounds" | "delayMinutes" | "randomAmounts" | "tor" | "level">,
): number {
  const score =
    PER_ROUND * settings.rounds +
    PER_MINUTE * Math.min(settings.delayMinutes, MINUTES_COUNTED_MAX) +
    (settings.randomAmounts ? FOR_RANDOM_AMOUNTS : 0) +
    (settings.tor ? FOR_TOR : 0) +
    FOR_LEVEL[settings.level];
  return Math.min(score, SCORE_MAX);
}

/** The label that is shown for a score. */
export function scoreLabel(score: number): ScoreLabel {
  if (score >= 400) return "very_high";
  if (score >= 300) return "high";
  return score >= 200 ? "medium" : "low";
}
