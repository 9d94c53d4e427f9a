import { Command } from "commander";
import type { Contexts } from "../context";
import { printRecord } from "../output/print";
import { addTerms, calculate, figurePairs, type SwapTerms } from "./swap/terms";

/** `sotto quote FROM TO AMOUNT`: exactly what would land, with every fee; by what is sent or by what is received. */
export const quoteCommand = (contexts: Contexts): Command =>
  addTerms(
    new Command("quote")
      .description("calculate what a swap would bring; --fixed returns a quote that an order can use once")
      .argument("<from>", "the currency that you send")
      .argument("<to>", "the currency that you receive")
      .argument("<amount>", "how much you send; with --receive: how much you want to receive"),
  ).action(async (from: string, to: string, amount: string, terms: SwapTerms) => {
    const sotto = contexts.public();
    const wish = { from, to, amount };
    await printRecord(sotto, await calculate(sotto, wish, terms), (figures) => figurePairs(figures, wish));
  });
