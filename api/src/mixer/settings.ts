import { type Problem, problem } from "../core/errors";
import { err, ok, type Result } from "../core/result";

export const PRIVACY_LEVELS = ["basic", "enhanced", "maximum"] as const;
export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];

/** Bounds and steps of the mixer page. */
export const ROUNDS = { min: 1, max: 10 } as const;
export const DELAY_MINUTES = { min: 0, max: 120, step: 5 } as const;

/** What a visitor sends, in its form already checked: the home form's preset, or the mixer page's settings. */
export type SettingsInput =
  | { preset: PrivacyLevel }
  | {
      mixingRounds?: number | undefined;
      delayMinutes?: number | undefined;
      useRandomDelay?: boolean | undefined;
      useRandomAmounts?: boolean | undefined;
      enableTorIntegration?: boolean | undefined;
      privacyLevel?: PrivacyLevel | undefined;
    };

export type MixerSettings = {
  /** Which form they came from: the home form has a fee of its own. */
  form: "home" | "mixer";
  rounds: number;
  delayMinutes: number;
  randomDelay: boolean;
  randomAmounts: boolean;
  tor: boolean;
  level: PrivacyLevel;
};

/** Rounds and minutes of the home form's presets. */
const PRESETS: Readonly<Record<PrivacyLevel, { rounds: number; delayMinutes: number }>> = {
  basic: { rounds: 3, delayMinutes: 10 },
  enhanced: { rounds: 5, delayMinutes: 30 },
  maximum: { rounds: 10, delayMinutes: 60 },
};

/**
 * The settings whole: a preset spelled out, or what was left out filled with the mixer page's defaults. Errors:
 * `mixer/rounds`, `mixer/delay`, `mixer/level`, and `mixer/tor-unavailable` where Tor is asked for but not offered.
 */
export function parseSettings(
  input: SettingsInput,
  options: { torAvailable: boolean },
): Result<MixerSettings, Problem> {
  const settings = "preset" in input ? presetSettings(input.preset) : pageSettings(input);
  if (!PRIVACY_LEVELS.includes(settings.level)) return err(problem("mixer/level", { pointer: POINTER }));
  if (!isStep(settings.rounds, { ...ROUNDS, step: 1 })) return refused("mixer/rounds", "mixingRounds");
  if (!isStep(settings.delayMinutes, DELAY_MINUTES)) return refused("mixer/delay", "delayMinutes");
  if (settings.tor && !options.torAvailable) return refused("mixer/tor-unavailable", "enableTorIntegration");
  return ok(settings);
}

const POINTER = "/privacySettings";

const refused = (code: "mixer/rounds" | "mixer/delay" | "mixer/tor-unavailable", member: string) =>
  err(problem(code, { pointer: `${POINTER}/${member}` }));

/** The settings that the home form's preset means. */
export const presetSettings = (level: PrivacyLevel): MixerSettings => ({
  form: "home",
  ...PRESETS[level],
  randomDelay: true,
  randomAmounts: true,
  tor: false,
  level,
});

const pageSettings = (input: Exclude<SettingsInput, { preset: PrivacyLevel }>): MixerSettings => ({
  form: "mixer",
  rounds: input.mixingRounds ?? 3,
  delayMinutes: input.delayMinutes ?? 15,
  randomDelay: input.useRandomDelay ?? true,
  randomAmounts: input.useRandomAmounts ?? true,
  tor: input.enableTorIntegration ?? false,
  level: input.privacyLevel ?? "enhanced",
});

const isStep = (value: number, bounds: { min: number; max: number; step: number }): boolean =>
  Number.isInteger(value) && value >= bounds.min && value <= bounds.max && value % bounds.step === 0;
