import { z } from "@hono/zod-openapi";
import { faultMessage } from "../../http/fault-message";
import { amountInput, currencyInput, decimal, instant } from "../../http/wire";
import { LEGS_MAX } from "../../mixer/plan";
import { SCORE_LABELS } from "../../mixer/score";
import { DELAY_MINUTES, PRIVACY_LEVELS, ROUNDS } from "../../mixer/settings";

const level = z.enum(PRIVACY_LEVELS, faultMessage("mixer/level"));
const [roundsFault, delayFault] = [faultMessage("mixer/rounds"), faultMessage("mixer/delay")];

const presetInput = z.strictObject({
  preset: level.openapi({
    description: "The home form's: 3 rounds in 10 minutes, 5 in 30, or 10 in 60.",
    example: "enhanced",
  }),
});

const settingsInput = z.strictObject(
  {
    mixingRounds: z
      .int(roundsFault)
      .min(ROUNDS.min, roundsFault)
      .max(ROUNDS.max, roundsFault)
      .optional()
      .openapi({
        description: "Internal transfers before the payout; 3 by default.",
        example: 3,
      }),
    delayMinutes: z
      .int(delayFault)
      .min(DELAY_MINUTES.min, delayFault)
      .max(DELAY_MINUTES.max, delayFault)
      .multipleOf(DELAY_MINUTES.step, delayFault)
      .optional()
      .openapi({
        description: "The time over which rounds and payout are spread; 15 by default.",
        multipleOf: DELAY_MINUTES.step,
        example: 15,
      }),
    useRandomDelay: z.boolean().optional().openapi({
      description: "Whether the times are random or evenly spaced; true by default.",
    }),
    useRandomAmounts: z.boolean().optional().openapi({
      description: "Whether the payout is split into 2 to 5 random amounts; true by default.",
    }),
    enableTorIntegration: z.boolean().optional().openapi({
      description: "False by default; refused where `torAvailable` is false.",
    }),
    privacyLevel: level.optional().openapi({
      description: "For how large an anonymity set the payout waits inside the delay; `enhanced` by default.",
      example: "enhanced",
    }),
  },
  {
    // An unknown preset makes zod read its object as this form, which has no member of that name.
    error: (issue) =>
      issue.code === "unrecognized_keys" && issue.keys.includes("preset")
        ? faultMessage("mixer/level", "preset")
        : undefined,
  },
);

/** Settings of a mix: the home form's preset, or the mixer page's own. */
export const privacySettingsInput = z.union([presetInput, settingsInput]).openapi("PrivacySettings", {
  description: "A preset, or settings one by one; what is left out has its default.",
});

/** How many receive addresses the order will have: without random amounts each costs a payout. */
export const receiveAddressCountInput = z.int().min(1).max(LEGS_MAX).openapi({
  description: "How many receive addresses a mix will have; 1 by default. The network fee pays for each.",
  example: 1,
});

export const privacyCalculateBodySchema = z
  .strictObject({
    fromCurrency: currencyInput("BTC"),
    toCurrency: currencyInput("BTC"),
    amount: amountInput("What will be sent.", "0.5"),
    privacySettings: privacySettingsInput,
    receiveAddressCount: receiveAddressCountInput.optional(),
  })
  .openapi("PrivacyCalculateBody");
export type PrivacyCalculateBody = z.infer<typeof privacyCalculateBodySchema>;

const parts = (what: string, example: readonly [string, string, string, string]) =>
  z.object({
    base: decimal(`${what} of the exchange, or of the home form's mix.`, example[0]),
    mixing: decimal(`${what} of the rounds.`, example[1]),
    delay: decimal(`${what} of a delay of more than 30 minutes.`, example[2]),
    maxPrivacy: decimal(`${what} of the level \`maximum\`.`, example[3]),
  });

const WEAK_POINTS = ["no_delay", "no_company", "amount_unique", "amount_rare", "time_short"] as const;

const nearby = z.object({
  amount: decimal("A common amount close by, in the sent currency.", "0.7"),
  candidates: z.int().openapi({ description: "How many mixes it would be one of.", example: 12 }),
});

const weakestPoint = z.object({
  code: z.enum(WEAK_POINTS).openapi({
    description:
      "What gives the mix away most. `no_delay`: the payout follows at once. `no_company`: fewer than two other mixes of these currencies. `amount_unique`: fewer than two with an amount that fits. `amount_rare`: another amount has a larger anonymity set. `time_short`: only a longer delay would bring more.",
  }),
  amount: decimal("The sent amount, where that is the weak point; else null.", "0.7314").nullable(),
  candidates: z.int().nullable().openapi({ description: "Where some fit; else null.", example: null }),
  windowMinutes: z
    .int()
    .nullable()
    .openapi({ description: "Where time is the weak point; else null.", example: null }),
  nearby: nearby.nullable().openapi({ description: "Null where no common amount is better." }),
});

export const observerSchema = z
  .object({
    candidateSet: z.int().openapi({
      description:
        "Mixes that this one can be taken for, itself included; rounded down, so never overstated.",
      example: 1,
    }),
    bestGuess: decimal("The probability of an observer's best guess, rounded up.", "1"),
    windowMinutes: z.int().openapi({ description: "The time looked at, until now.", example: 15 }),
    candidatesWanted: z.int().openapi({
      description: "What the level waits for inside the delay.",
      example: 8,
    }),
    shortfall: z.int().openapi({ description: "How far the candidate set is from that now.", example: 7 }),
    weakestPoint,
    operatorCanLink: z.literal(true).openapi({
      description: "We ourselves can link deposit and payout until the order is deleted.",
    }),
  })
  .openapi("ObserverReport");
export type ObserverWire = z.infer<typeof observerSchema>;

export const privacyCalculationSchema = z
  .object({
    privacyScore: z.int().openapi({ description: "The settings score, at most 500.", example: 190 }),
    scoreLabel: z.enum(SCORE_LABELS).openapi({ example: "low" }),
    estimatedProcessingTime: z.int().openapi({
      description: "Seconds from payment to the last payout, at most as expected.",
      example: 3301,
    }),
    totalFeeRate: decimal("The whole service fee as a percentage of the sent amount.", "1.95"),
    feeRates: parts("Percentage", ["0.45", "1.5", "0", "0"]),
    fee: decimal("The whole service fee, in the sent currency.", "0.00975"),
    feeBreakdown: parts("Part of the fee", ["0.00225", "0.0075", "0", "0"]),
    exchangeRate: decimal("What one whole coin brings before the fees; 1 for the same currency.", "1"),
    networkFee: decimal(
      "In the received currency: the deposit's sweep or spending, every round and every payout, at the fees of now and half as much again.",
      "0.00004",
    ),
    netReceiveAmount: decimal("What lands, all fees deducted; rounded down to 8 places.", "0.49021"),
    minAmount: decimal("The least that can be sent: at least ten times the network fee.", "0.001"),
    maxAmount: decimal("The most that can be sent now.", "4.1"),
    poolSufficient: z.boolean().openapi({
      description: "Whether the pool can pay this with coins that do not descend from its own deposit.",
    }),
    torAvailable: z.boolean().openapi({ description: "Whether this server reaches Tor." }),
    observer: observerSchema,
  })
  .openapi("PrivacyCalculation");
export type PrivacyCalculationWire = z.infer<typeof privacyCalculationSchema>;

export const privacySessionSchema = z
  .object({
    sessionId: z.string().openapi({
      description: "128 random bits; kept as a hash.",
      example: "7VJb0pM1yq3o0yq0x5oP2w",
    }),
    expiresAt: instant("Two hours after it was made.", "2026-01-01T14:00:00.000Z"),
  })
  .openapi("PrivacySession");
