import type { PairRate, Rate } from "@sotto/openapi";
import { Command } from "commander";
import { ask, type Context } from "../context";
import { CliFailure, EXIT } from "../failure";
import { print } from "../output/print";
import { type Column, pairLines, tableLines } from "../output/table";

const COLUMNS: readonly Column<Rate>[] = [
  { title: "FROM", of: ({ from }) => from },
  { title: "TO", of: ({ to }) => to },
  { title: "RATE", figures: true, of: ({ rate }) => rate },
];

/** `sotto rates [from] [to]`: all rates, those of one currency, or one pair with its limits and network fee. */
export const ratesCommand = (context: () => Context): Command =>
  new Command("rates")
    .description("show what one coin brings, before the fees")
    .argument("[from]", "the currency that is sent")
    .argument("[to]", "the currency that is received")
    .action(async (from: string | undefined, to: string | undefined) => {
      const sotto = context();
      if (from !== undefined && to !== undefined) {
        const path = { from, to };
        const pair = await ask(sotto, (client) =>
          client.GET("/api/exchange-rate/{from}/{to}", { params: { path } }),
        );
        print(sotto, pair, pairRateLines);
        return;
      }
      const all = await ask(sotto, (client) => client.GET("/api/exchange-rates"));
      const rates = from === undefined ? all : all.filter((rate) => rate.from === from.toUpperCase());
      if (rates.length === 0) throw noRates(from);
      print(sotto, rates, (rows) => tableLines(COLUMNS, rows));
    });

const pairRateLines = (pair: PairRate): string[] =>
  pairLines([
    ["rate", `1 ${pair.from} = ${pair.rate} ${pair.to}`],
    ["limits", `${pair.minAmount} to ${pair.maxAmount} ${pair.from}`],
    ["network fee", `${pair.networkFee} ${pair.to}`],
    ["as of", pair.updatedAt],
  ]);

const noRates = (from: string | undefined): CliFailure =>
  new CliFailure(from === undefined ? "There are no rates now." : `There is no rate from ${from}.`, {
    exitCode: from === undefined ? EXIT.failure : EXIT.notFound,
    hint: "`sotto currencies` lists the codes and which are active.",
  });
