import type { Stats } from "@sotto/openapi";
import { Command } from "commander";
import { ask, type Contexts } from "../context";
import { printRecord } from "../output/print";
import type { Pair } from "../output/table";

/** `sotto stats`: what the service has done, computed from real orders; targets where these are too few. */
export const statsCommand = (contexts: Contexts): Command =>
  new Command("stats").description("show the service's computed figures").action(async () => {
    const sotto = contexts.public();
    await printRecord(sotto, await ask(sotto, (client) => client.GET("/api/stats")), statsPairs);
  });

const statsPairs = (stats: Stats): readonly Pair[] => [
  ["window", `${stats.window.days} days, until ${stats.window.to}`],
  ["orders", String(stats.orders)],
  ["completed", String(stats.completed)],
  [
    "success rate",
    stats.enough && stats.successRate !== null
      ? `${stats.successRate}%`
      : `target: ${stats.targets.successRate}% (too few orders for a figure)`,
  ],
  [
    "time to complete",
    stats.enough && stats.completionSeconds !== null
      ? `median ${stats.completionSeconds.median} s, 95th ${stats.completionSeconds.p95} s`
      : `target: ${stats.targets.completionSeconds} s`,
  ],
  ["swaps ever", String(stats.exchangesTotal)],
  ["currencies", String(stats.currencies)],
  ["fee", `${stats.fee}%`],
];
