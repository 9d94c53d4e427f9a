import { z } from "@hono/zod-openapi";
import { ADDRESS_TYPES } from "../../core/address-types";
import { amountInput, currencyCode, currencyInput, decimal, instant } from "../../http/wire";
import { privacySettingsInput, receiveAddressCountInput } from "../mixer/schema";

export const currencySchema = z
  .object({
    id: currencyCode("USDT-TRC20"),
    symbol: z.string().openapi({ example: "USDT" }),
    name: z.string().openapi({ example: "Tether USD" }),
    network: z.string().openapi({ description: "Short name, as wallets write it.", example: "TRC20" }),
    networkDisplayName: z.string().openapi({ example: "TRON (TRC20)" }),
    decimals: z.int().openapi({ example: 6 }),
    minAmount: decimal("The least that can be sent.", "10"),
    maxAmount: decimal("The most that can be sent now; null while no rate is known.", "250000").nullable(),
    isActive: z.boolean().openapi({ description: "False: listed, but paused." }),
    confirmations: z.int().openapi({ description: "Confirmations before a deposit counts.", example: 2 }),
    icon: z.string().openapi({ description: "Name of the icon.", example: "usdt" }),
    color: z.string().openapi({ example: "#26a17b" }),
    description: z.string().openapi({ example: "Tether USD on TRON (TRC20)" }),
    depositAddressTypes: z.array(z.enum(ADDRESS_TYPES)).openapi({
      description:
        "Types of deposit address that an order which sends this currency may ask for (`depositAddressType`), the default first; empty where there is only one.",
      example: [],
    }),
    memoRequired: z.boolean().openapi({ description: "Whether a receive address needs a memo beside it." }),
  })
  .openapi("Currency");
export type CurrencyWire = z.infer<typeof currencySchema>;

export const rateSchema = z
  .object({
    from: currencyCode("BTC"),
    to: currencyCode("USDT-TRC20"),
    rate: decimal("What one whole coin brings before the fee, rounded down to 18 places.", "60000"),
    updatedAt: instant("When the rate was taken."),
  })
  .openapi("Rate");
export type RateWire = z.infer<typeof rateSchema>;

export const pairRateSchema = z
  .object({
    from: currencyCode("BTC"),
    to: currencyCode("USDT-TRC20"),
    rate: decimal("What one whole coin brings before the fee; 1 for the same currency.", "60000"),
    minAmount: decimal("The least that can be sent.", "0.001"),
    maxAmount: decimal("The most that can be sent now.", "4.1"),
    networkFee: decimal("Deducted from the received amount.", "0.8"),
    updatedAt: instant("When the rate was taken."),
  })
  .openapi("PairRate");
export type PairRateWire = z.infer<typeof pairRateSchema>;

export const HISTORY_RANGES = ["24h", "7d", "30d"] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

export const historyQuerySchema = z.strictObject({
  range: z
    .enum(HISTORY_RANGES)
    .default("24h")
    .openapi({ param: { name: "range", in: "query" }, description: "How far back.", example: "24h" }),
});

export const rateHistorySchema = z
  .object({
    from: currencyCode("BTC"),
    to: currencyCode("USDT-TRC20"),
    range: z.enum(HISTORY_RANGES).openapi({ example: "24h" }),
    points: z
      .array(
        z.object({
          at: instant("Minute of the rate."),
          rate: decimal("What one whole coin brought before the fee, rounded down to 18 places.", "60000"),
        }),
      )
      .max(96)
      .openapi({
        description:
          "Oldest first: the last known rate of each 15 minutes (24h), 2 hours (7d) or 8 hours (30d). Times without prices of both currencies are left out.",
      }),
  })
  .openapi("RateHistory");
export type RateHistoryWire = z.infer<typeof rateHistorySchema>;

export const dayPricesSchema = z
  .object({
    currency: currencyCode("BTC"),
    points: z
      .array(
        z.object({
          at: instant("Minute of the price."),
          price: decimal("What one whole coin was worth in USDT-TRC20, rounded down to 18 places.", "60000"),
        }),
      )
      .max(25)
      .openapi({
        description:
          "Oldest first: the last known price of every fourth stretch of 15 minutes with one, and the latest price. The first and the last are those of the past rates of 24 hours.",
      }),
  })
  .openapi("DayPrices");
export type DayPricesWire = z.infer<typeof dayPricesSchema>;

export const orderTypeInput = z
  .enum(["floating", "fixed", "real-time"])
  .openapi({ description: "`real-time` is an alias of `floating`.", example: "floating" });

const calculationTerms = {
  orderType: orderTypeInput.optional(),
  privacySettings: privacySettingsInput.optional(),
  receiveAddressCount: receiveAddressCountInput.optional(),
};

/** The form that names one amount and its side. */
const calculateByDirection = z.strictObject({
  fromCurrency: currencyInput("BTC"),
  toCurrency: currencyInput("USDT-TRC20"),
  amount: amountInput("Sent or received amount, by `direction`.", "0.05"),
  direction: z
    .enum(["send", "receive"])
    .optional()
    .openapi({ description: "Which side `amount` is; `send` by default.", example: "send" }),
  ...calculationTerms,
});

const orderPair = {
  sendCurrency: currencyInput("BTC"),
  receiveCurrency: currencyInput("USDT-TRC20"),
};

/** The forms that use an order's own names. */
const calculateBySent = z.strictObject({
  ...orderPair,
  sendAmount: amountInput("What will be sent.", "0.05"),
  ...calculationTerms,
});
const calculateByReceived = z.strictObject({
  ...orderPair,
  receiveAmount: amountInput("What is to land.", "3000"),
  ...calculationTerms,
});

export const calculateBodySchema = z
  .union([calculateByDirection, calculateBySent, calculateByReceived])
  .openapi("CalculateBody", {
    description: "Currencies and one amount, by the names of an order or by these with a `direction`.",
  });
export type CalculateBody = z.infer<typeof calculateBodySchema>;

export const calculationSchema = z
  .object({
    sendAmount: decimal("What has to be sent.", "0.05"),
    netReceiveAmount: decimal("Exactly what lands, all fees deducted.", "2985.7"),
    exchangeRate: decimal("What one whole coin brings before the fees.", "60000"),
    fee: decimal("The service fee, in the sent currency.", "0.000225"),
    feeRate: decimal("The service fee as a percentage of the sent amount.", "0.45"),
    networkFee: decimal(
      "The network fee, in the received currency: the payout and the deposit's sweep or spending; for a mix all of its transactions.",
      "0.8",
    ),
    minAmount: decimal("The least that can be sent.", "0.001"),
    maxAmount: decimal("The most that can be sent now.", "4.1"),
    estimatedTime: z
      .int()
      .openapi({ description: "Expected seconds from payment to payout.", example: 1500 }),
    quoteId: z
      .string()
      .nullable()
      .openapi({ description: "A fixed rate's single-use quote; null when floating.", example: null }),
    expiresAt: instant(
      "Until when the deposit of a fixed rate must be in a block; null when floating.",
    ).nullable(),
  })
  .openapi("Calculation");
export type CalculationWire = z.infer<typeof calculationSchema>;

export const feesSchema = z
  .object({
    exchange: decimal("Percentage of the sent amount of every exchange.", "0.45"),
    fixedRateSurcharge: decimal("Percentage points added for a fixed rate.", "0.5"),
    homeMixer: decimal("Percentage for the mixer form of the home page, instead of `exchange`.", "0.25"),
    mixer: z.object({
      base: decimal("Percentage of the sent amount of every mix of the mixer page.", "0.45"),
      round: decimal("Percentage points for each round.", "0.5"),
      roundsMax: z.int().openapi({ description: "The most rounds that can be chosen.", example: 10 }),
      delay: decimal("Percentage points for a delay of more than `delayFreeMinutes`.", "1"),
      delayFreeMinutes: z.int().openapi({ description: "The longest delay without charge.", example: 30 }),
      delayMinutesMax: z
        .int()
        .openapi({ description: "The longest delay that can be chosen.", example: 120 }),
      maximumPrivacy: decimal("Percentage points for maximum privacy.", "2"),
      min: decimal("The least of all settings together, in percent.", "0.95"),
      max: decimal("The most of all settings together, in percent.", "8.45"),
    }),
    loan: decimal("Percentage of the USDT value of a payout order.", "0.45"),
    networkFee: z.literal("at-cost").openapi({ description: "Network fees are passed on at cost." }),
  })
  .openapi("Fees");
export type FeesWire = z.infer<typeof feesSchema>;

export const reserveSchema = z
  .object({
    currency: currencyCode("BTC"),
    available: decimal("What can be paid out now.", "166.6"),
    availablePercent: z.int().min(0).max(100).openapi({
      description:
        "The part of our own coins of this currency that can be paid out now, rounded down. The rest is held for orders, kept for network fees, in coins too small to pay with, or cannot be sent while coins for its chain's fees are short.",
      example: 86,
    }),
  })
  .openapi("Reserve");
export type ReserveWire = z.infer<typeof reserveSchema>;
