import { FEE_SCHEDULE, type FeeSchedule, feeUnits, type Ppm } from "../core/fees";
import { DELAY_MINUTES, type MixerSettings, PRIVACY_LEVELS, presetSettings, ROUNDS } from "./settings";

export const FEE_PARTS = ["base", "mixing", "delay", "maxPrivacy"] as const;
export type FeePart = (typeof FEE_PARTS)[number];

/** A delay of more minutes than this costs the delay's part. */
export const DELAY_FREE_MINUTES = 30;

/** The parts of a mix's fee in ppm of the sent amount; the home form's flat fee is all base. */
export function feeRates(
  settings: Pick<MixerSettings, "form" | "rounds" | "delayMinutes" | "level">,
  schedule: FeeSchedule = FEE_SCHEDULE,
): Record<FeePart, Ppm> {
  if (settings.form === "home") return { base: schedule.homeMixerPpm, mixing: 0n, delay: 0n, maxPrivacy: 0n };
  return {
    base: schedule.exchangePpm,
    mixing: schedule.mixerRoundPpm * BigInt(settings.rounds),
    delay: settings.delayMinutes > DELAY_FREE_MINUTES ? schedule.mixerDelayPpm : 0n,
    maxPrivacy: settings.level === "maximum" ? schedule.mixerMaximumPpm : 0n,
  };
}

/** The whole fee of a mix in ppm of the sent amount. */
export const mixFeePpm = (
  settings: Parameters<typeof feeRates>[0],
  schedule: FeeSchedule = FEE_SCHEDULE,
): Ppm => FEE_PARTS.reduce((sum, part) => sum + feeRates(settings, schedule)[part], 0n);

/** The least and the most that the mixer page charges, in ppm of the sent amount. */
export const mixerFeeRange = (schedule: FeeSchedule = FEE_SCHEDULE): { least: Ppm; most: Ppm } => ({
  least: mixFeePpm(
    { form: "mixer", rounds: ROUNDS.min, delayMinutes: DELAY_MINUTES.min, level: "basic" },
    schedule,
  ),
  most: mixFeePpm(
    { form: "mixer", rounds: ROUNDS.max, delayMinutes: DELAY_MINUTES.max, level: "maximum" },
    schedule,
  ),
});

/**
 * The parts of a fee as amounts that sum to the whole fee, ceil(units × all ppm), to the unit. The running sum is
 * rounded up after each part, in the order of FEE_PARTS, and a part is what the sum rose by: so each part is within one
 * unit of its exact value, a part that costs nothing is 0, and the base bears the first rounding.
 */
export function feeBreakdown(units: bigint, rates: Readonly<Record<FeePart, Ppm>>): Record<FeePart, bigint> {
  const parts: Record<FeePart, bigint> = { base: 0n, mixing: 0n, delay: 0n, maxPrivacy: 0n };
  let ppm = 0n;
  let charged = 0n;
  for (const part of FEE_PARTS) {
    ppm += rates[part];
    const sum = feeUnits(units, ppm);
    parts[part] = sum - charged;
    charged = sum;
  }
  return parts;
}

/** A fee that some mix is charged, in ppm, and the rounds that its network fee pays for. */
export type PossibleFee = { feePpm: Ppm; rounds: number };

/** Every fee that some mix is charged: what an observer, who knows the schedule but no settings, must reckon with. */
export function possibleFees(schedule: FeeSchedule = FEE_SCHEDULE): PossibleFee[] {
  const fees = PRIVACY_LEVELS.map((level) => ({
    feePpm: schedule.homeMixerPpm,
    rounds: presetSettings(level).rounds,
  }));
  for (let rounds = ROUNDS.min; rounds <= ROUNDS.max; rounds++) {
    for (const delayMinutes of [DELAY_MINUTES.min, DELAY_MINUTES.max]) {
      for (const level of ["basic", "maximum"] as const) {
        const feePpm = mixFeePpm({ form: "mixer", rounds, delayMinutes, level }, schedule);
        fees.push({ feePpm, rounds });
      }
    }
  }
  return fees;
}
