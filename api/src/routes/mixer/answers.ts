import { isoOf } from "../../core/instant";
import type { Random } from "../../core/ports";
import { mapOk } from "../../core/result";
import { type CalculateMixParts, createMixCalculation } from "../../mixing/calculate";
import { openSession } from "../../mixing/open-session";
import type { PrivacyCalculateBody } from "./schema";
import { mixCalculationWire } from "./view";

/** What the mixer's operations answer before there is an order. */
export type MixerAnswers = ReturnType<typeof createMixerAnswers>;

/** Builds the answers; `privacy/unavailable` where the mixer is not offered. */
export function createMixerAnswers(parts: CalculateMixParts & { random: Random }) {
  const calculate = createMixCalculation(parts);
  return {
    createSession: async () =>
      mapOk(await openSession(parts), ({ sessionId, expiresAt }) => ({
        sessionId,
        expiresAt: isoOf(expiresAt),
      })),
    calculate: async ({ fromCurrency, toCurrency, ...input }: PrivacyCalculateBody) =>
      mapOk(await calculate({ ...input, send: fromCurrency, receive: toCurrency }), (mix) =>
        mixCalculationWire(mix, parts.mixer),
      ),
  };
}
