import type { CalculateBody, Calculation } from "@sotto/openapi";
import { Command } from "commander";
import { ask, type Contexts } from "../context";
import { printRecord } from "../output/print";
import type { Pair } from "../output/table";

type QuoteOptions = { fixed?: true; receive?: true };

/** `sotto quote FROM TO AMOUNT`: exactly what would land, with every fee; by what is sent or by what is received. */
export const quoteCommand = (contexts: Contexts): Command =>
  new Command("quote")
    .description("calculate what a swap would bring")
    .argument("<from>", "the currency that you send")
    .argument("<to>", "the currency that you receive")
    .argument("<amount>", "how much you send; with --receive: how much you want to receive")
    .option("--fixed", "at a fixed rate, for a surcharge; gives a quote that an order can use once")
    .option("--receive", "the amount is what you want to receive")
    .action(async (from: string, to: string, amount: string, options: QuoteOptions) => {
      const sotto = contexts.public();
      const body: CalculateBody = {
        fromCurrency: from,
        toCurrency: to,
        amount,
        direction: options.receive ? "receive" : "send",
        orderType: options.fixed ? "fixed" : "floating",
      };
      const calculation = await ask(sotto, (client) => client.POST("/api/calculate", { body }));
      await printRecord(sotto, calculation, (figures) => quotePairs(figures, { from, to }));
    });

const quotePairs = (figures: Calculation, { from, to }: { from: string; to: string }): readonly Pair[] => [
  ["send", `${figures.sendAmount} ${from}`],
  ["receive", `${figures.quoteId === null ? "about " : ""}${figures.netReceiveAmount} ${to}`],
  ["rate", `1 ${from} = ${figures.exchangeRate} ${to}`],
  ["fee", `${figures.fee} ${from} (${figures.feeRate} %)`],
  ["network fee", `${figures.networkFee} ${to}`],
  ["limits", `${figures.minAmount} to ${figures.maxAmount} ${from}`],
  ["takes about", `${Math.ceil(figures.estimatedTime / 60)} min`],
  ["quote", figures.quoteId],
  ["valid until", figures.expiresAt],
];
