import { z } from "@hono/zod-openapi";
import { instant } from "../../http/wire";
import { PRIVACY_LEVELS } from "../../mixer/settings";
import { observerSchema } from "../mixer/schema";

/** The progress of a mix: its session, its place in the pool, its rounds, its payout. */
export const MIX_STEPS = ["session", "pool", "rounds", "sending", "done"] as const;

export const orderPrivacySchema = z.object({
  mixingRounds: z.int().openapi({ example: 3 }),
  delayMinutes: z.int().openapi({ description: "As it was extended.", example: 15 }),
  useRandomDelay: z.boolean(),
  useRandomAmounts: z.boolean(),
  enableTorIntegration: z.boolean(),
  privacyLevel: z.enum(PRIVACY_LEVELS),
  receiveAddresses: z.array(z.string()).openapi({ description: "Each of which gets a leg." }),
});

export const mixingSchema = z.object({
  round: z.int().openapi({ description: "Rounds that are on the chain.", example: 1 }),
  rounds: z.int().openapi({ description: "Rounds that were asked for.", example: 3 }),
  skipped: z.int().openapi({
    description: "Rounds that the pool could not carry in time and that were left out.",
    example: 0,
  }),
  step: z.enum(MIX_STEPS),
  shortfall: z.int().nullable().openapi({
    description:
      "How many mixes the candidate set lacked of what the level wanted when the payout began; null before.",
    example: null,
  }),
  seconds: z.int().openapi({
    description: "How long the delay takes, or the rounds where they take longer; a part of `estimatedTime`.",
    example: 900,
  }),
  endsAt: instant(
    "By when the last part of the payout is expected to be sent; it may still be sent later where the pool has to wait. Null before the mix begins, while the order is on hold, and once it has ended.",
  ).nullable(),
  mayDelay: z.boolean().openapi({ description: "Whether the delay can still be extended." }),
  observer: z.union([observerSchema, z.null()]).openapi({
    description: "What an observer could infer now; null once the payout has begun.",
    example: null,
  }),
});
