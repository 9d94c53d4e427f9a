import type { PairRate, Rate } from "@sotto/openapi";
import { Command } from "commander";
import { ask, askPatiently, type Context, type Contexts } from "../context";
import { CliFailure, EXIT } from "../failure";
import { printList, printRecord } from "../output/print";
import type { Column, Pair } from "../output/table";
import { parseCount, parseSeconds } from "../pages";

const COLUMNS: readonly Column<Rate>[] = [
  { title: "FROM", field: "from", of: ({ from }) => from },
  { title: "TO", field: "to", of: ({ to }) => to },
  { title: "RATE", field: "rate", figures: true, of: ({ rate }) => rate },
  { title: "AS OF", field: "updatedAt", csvOnly: true, of: ({ updatedAt }) => updatedAt },
];

type RatesOptions = { watch?: true; every: number; count?: number };
type Asked = { from: string | undefined; to: string | undefined };

/** `sotto rates [from] [to]`: all rates, those of one currency, or one pair with its limits and network fee. */
export const ratesCommand = (contexts: Contexts): Command =>
  new Command("rates")
    .description("show what one coin brings, before the fees")
    .argument("[from]", "the currency that is sent")
    .argument("[to]", "the currency that is received")
    .option("-w, --watch", "go on with what changes, one line a rate, until Ctrl-C")
    .option("--every <seconds>", "with --watch: how often to look", parseSeconds, 5)
    .option("--count <looks>", "with --watch: end after this many looks", parseCount)
    .action(async (from: string | undefined, to: string | undefined, options: RatesOptions) => {
      const sotto = contexts.public();
      if (options.watch) await watchRates(sotto, { from, to }, options);
      else if (from !== undefined && to !== undefined)
        await printRecord(sotto, await readPair(sotto, { from, to }), pairRatePairs);
      else await printList(sotto, await readRates(sotto, from), COLUMNS);
    });

async function watchRates(
  sotto: Context,
  { from, to }: Asked,
  { every, count }: RatesOptions,
): Promise<void> {
  const seen = new Map<string, string>();
  for (let looks = 1; ; looks++) {
    const how = looks === 1 ? ask : askPatiently;
    const rates: readonly (Rate | PairRate)[] =
      from !== undefined && to !== undefined
        ? [await readPair(sotto, { from, to }, how)]
        : await readRates(sotto, from, how);
    const changed = rates.filter((rate) => seen.get(`${rate.from} ${rate.to}`) !== rate.rate);
    if (sotto.format === "json") for (const rate of changed) await printRecord(sotto, rate, () => []);
    else await printList(sotto, changed, COLUMNS, { titles: seen.size === 0 });
    for (const { from, to, rate } of changed) seen.set(`${from} ${to}`, rate);
    if (looks === count) return;
    await sotto.terminal.sleep(every * 1000);
  }
}

const readPair = (sotto: Context, path: { from: string; to: string }, how = ask): Promise<PairRate> =>
  how(sotto, (client) => client.GET("/api/exchange-rate/{from}/{to}", { params: { path } }));

async function readRates(sotto: Context, from: string | undefined, how = ask): Promise<Rate[]> {
  const all = await how(sotto, (client) => client.GET("/api/exchange-rates"));
  const code = from === undefined ? undefined : await canonicalCode(sotto, all, from);
  const rates = code === undefined ? all : all.filter((rate) => rate.from === code);
  if (rates.length > 0) return rates;
  throw new CliFailure(
    from === undefined ? "There are no rates now." : `There is no rate from ${from} now.`,
    {
      // As `rate/unavailable`, which the API says of one pair.
      exitCode: EXIT.unreachable,
      hint: "`sotto currencies` lists the codes and which are active.",
    },
  );
}

/** The code behind a spelling: the server knows its aliases, and answers with the code itself. */
async function canonicalCode(sotto: Context, rates: readonly Rate[], spelling: string): Promise<string> {
  const code = spelling.toUpperCase();
  if (rates.some((rate) => rate.from === code)) return code;
  return (
    await ask(sotto, (client) =>
      client.GET("/api/exchange-rate/{from}/{to}", { params: { path: { from: spelling, to: spelling } } }),
    )
  ).from;
}

const pairRatePairs = (pair: PairRate): readonly Pair[] => [
  ["rate", `1 ${pair.from} = ${pair.rate} ${pair.to}`],
  ["limits", `${pair.minAmount} to ${pair.maxAmount} ${pair.from}`],
  ["network fee", `${pair.networkFee} ${pair.to}`],
  ["as of", pair.updatedAt],
];
