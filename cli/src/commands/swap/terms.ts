import type { Calculation } from "@sotto/openapi";
import { type Command, Option } from "commander";
import { ask, type Context } from "../../context";
import type { Pair } from "../../output/table";

const PRESETS = ["basic", "enhanced", "maximum"] as const;

/** What a swap is to be like; the same for a quote and an order. */
export type SwapTerms = { receive?: true; fixed?: true; mix?: (typeof PRESETS)[number] };
/** `amount` is what is sent, or with `--receive` what is to be received. */
export type Wish = { from: string; to: string; amount: string };

/** Adds the options that say what a swap is to be like. */
export const addTerms = (command: Command): Command =>
  command
    .option("--receive", "the amount is what you want to receive")
    .addOption(new Option("--fixed", "at a rate that is fixed now, for a surcharge").conflicts("mix"))
    .addOption(
      new Option(
        "--mix <level>",
        "mix the coins: basic is 3 rounds in 10 minutes, enhanced 5 in 30, maximum 10 in 60",
      ).choices(PRESETS),
    );

/** What the swap would bring now, with every fee. */
export const calculate = (
  sotto: Context,
  { from, to, amount }: Wish,
  terms: SwapTerms,
): Promise<Calculation> =>
  ask(sotto, (client) =>
    client.POST("/api/calculate", {
      body: {
        fromCurrency: from,
        toCurrency: to,
        amount,
        direction: terms.receive ? "receive" : "send",
        orderType: terms.fixed ? "fixed" : "floating",
        ...(terms.mix === undefined ? {} : { privacySettings: { preset: terms.mix } }),
      },
    }),
  );

/** The figures of a calculation, one a line. */
export const figurePairs = (figures: Calculation, { from, to }: Wish): readonly Pair[] => [
  ["send", `${figures.sendAmount} ${from}`],
  ["receive", `${figures.quoteId === null ? "about " : ""}${figures.netReceiveAmount} ${to}`],
  ["rate", `1 ${from} = ${figures.exchangeRate} ${to}`],
  ["fee", `${figures.fee} ${from} (${figures.feeRate}%)`],
  ["network fee", `${figures.networkFee} ${to}`],
  ["limits", `${figures.minAmount} to ${figures.maxAmount} ${from}`],
  ["takes about", `${Math.ceil(figures.estimatedTime / 60)} min`],
  ["quote", figures.quoteId],
  ["valid until", figures.expiresAt],
];

type Arranged = SwapTerms & {
  address: string;
  refundAddress?: string;
  less?: string;
  more?: string;
  late?: string;
};

/** What creating the order would mean, in words and figures. */
export async function planLines(wish: Wish, options: Arranged, figures: Calculation): Promise<string[]> {
  const { pairLines } = await import("../../output/table");
  const { address, refundAddress, mix, less, more, late } = options;
  return pairLines([
    ...figurePairs(figures, wish),
    ["at", address],
    ["refund to", refundAddress ?? "no address yet: one is needed before a refund"],
    ["mixed", mix ?? null],
    ["if less arrives", less ?? null],
    ["if more arrives", more ?? null],
    ["if it is late", late ?? null],
  ]);
}
