import { type Problem, problem } from "../core/errors";
import { exchangeFeePpm, type Ppm } from "../core/fees";
import { err, ok, type Result } from "../core/result";
import { mixFeePpm } from "./fee";
import { type MixerSettings, parseSettings, type SettingsInput } from "./settings";

export type MixerOffer = {
  /** Whether the mixer is offered at all. */
  offered: boolean;
  torAvailable: boolean;
};

/** What an order's or a calculation's fee is, and its settings where it is a mix. */
export type OrderKind = { feePpm: Ppm; settings: MixerSettings | null };

/**
 * Reads whether an exchange is a mix. Errors: `privacy/unavailable`, `mixer/*`, of which `mixer/fixed` for a fixed rate:
 * a quote's figures know no mixing fee.
 */
export function parseOrderKind(
  input: { orderType?: string | undefined; privacySettings?: SettingsInput | undefined },
  offer: MixerOffer,
): Result<OrderKind, Problem> {
  const isFixed = input.orderType === "fixed";
  if (input.privacySettings === undefined)
    return ok({ feePpm: exchangeFeePpm(isFixed ? "fixed" : "floating"), settings: null });
  if (!offer.offered) return err(problem("privacy/unavailable", { pointer: "/privacySettings" }));
  const settings = parseSettings(input.privacySettings, offer);
  if (!settings.ok) return settings;
  if (isFixed) return err(problem("mixer/fixed", { pointer: "/orderType" }));
  return ok({ feePpm: mixFeePpm(settings.value), settings: settings.value });
}
