/** Bounds, steps, defaults and presets of the mixer's settings; the service refuses what is outside of them. */
export const ROUNDS_RANGE = { min: 1, max: 10, step: 1, initial: 3 } as const;
export const DELAY_RANGE = { min: 0, max: 120, step: 5, initial: 15 } as const;

export const PRIVACY_LEVELS = ["basic", "enhanced", "maximum"] as const;
export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];
export const INITIAL_LEVEL: PrivacyLevel = "enhanced";

export const PRESETS: Readonly<Record<PrivacyLevel, { rounds: number; delayMinutes: number }>> = {
  basic: { rounds: 3, delayMinutes: 10 },
  enhanced: { rounds: 5, delayMinutes: 30 },
  maximum: { rounds: 10, delayMinutes: 60 },
};

/** How many other mixes that could be taken for it a level waits for. */
export const LEVEL_OTHERS: Readonly<Record<PrivacyLevel, number>> = { basic: 2, enhanced: 7, maximum: 19 };

/** Whether no longer delay can be chosen. */
export const isLongestDelay = (minutes: number): boolean => minutes >= DELAY_RANGE.max;

/** Into how many parts a payout is split by random amounts. */
export const RANDOM_PARTS = { min: 2, max: 5 } as const;

/** One order may pay to this many addresses. */
export const RECEIVE_ADDRESSES_MAX = 5;

/** The highest settings score. */
export const SCORE_MAX = 500;

/** Reads a level from text; the default where it is none. */
export function readLevel(text: string): PrivacyLevel {
  return PRIVACY_LEVELS.find((level) => level === text) ?? INITIAL_LEVEL;
}

/** Reads a whole number of a range; its default where the text is none of its steps. */
export function readStep(
  text: string,
  range: { min: number; max: number; step: number; initial: number },
): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : range.initial;
  return value >= range.min && value <= range.max && value % range.step === 0 ? value : range.initial;
}
