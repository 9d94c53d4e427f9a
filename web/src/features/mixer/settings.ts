/** Bounds, steps, defaults and presets of the mixer's settings; the service refuses what is outside of them. */
export const roundsRange = { min: 1, max: 10, step: 1, initial: 3 } as const;
export const delayRange = { min: 0, max: 120, step: 5, initial: 15 } as const;

export const privacyLevels = ["basic", "enhanced", "maximum"] as const;
export type PrivacyLevel = (typeof privacyLevels)[number];
export const initialLevel: PrivacyLevel = "enhanced";

export const presets: Readonly<Record<PrivacyLevel, { rounds: number; delayMinutes: number }>> = {
  basic: { rounds: 3, delayMinutes: 10 },
  enhanced: { rounds: 5, delayMinutes: 30 },
  maximum: { rounds: 10, delayMinutes: 60 },
};

/** Into how many parts a payout is split by random amounts. */
export const randomParts = { min: 2, max: 5 } as const;

/** One order may pay to this many addresses. */
export const receiveAddressesMax = 5;

/** The highest settings score. */
export const scoreMax = 500;

/** Reads a level from text; the default where it is none. */
export function readLevel(text: string): PrivacyLevel {
  return privacyLevels.find((level) => level === text) ?? initialLevel;
}

/** Reads a whole number of a range; its default where the text is none of its steps. */
export function readStep(
  text: string,
  range: { min: number; max: number; step: number; initial: number },
): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : range.initial;
  return value >= range.min && value <= range.max && value % range.step === 0 ? value : range.initial;
}
