import { Command } from "commander";
import { ask, type Contexts } from "../../context";
import { printRecord } from "../../output/print";
import type { Pair } from "../../output/table";
import type { LoanSums } from "../../wire";

type Sum = { created: string; paid: string };

const sumOf = ({ created, paid }: Sum, limit: string): string =>
  `${created} created, ${paid} paid, of ${limit} USDT`;

const sumPairs = (sums: LoanSums): readonly Pair[] => [
  ["since", sums.from],
  ["limit of one", `${sums.limits.loan} USDT`],
  ["all loans", sumOf(sums.total, sums.limits.total)],
  ...sums.creators.map((one): Pair => [`by ${one.createdBy}`, sumOf(one, sums.limits.creator)]),
  ...sums.addresses.map((one): Pair => [`to ${one.receiveAddress}`, sumOf(one, sums.limits.address)]),
  [
    "prices",
    sums.complete ? null : "one is missing: the sums may be too low, new loans need approval",
    "yellow",
  ],
];

/** `sotto admin loans sums`: what the loans of 24 hours come to, beside the limits above which one needs approval. */
export const sumsCommand = (contexts: Contexts): Command =>
  new Command("sums")
    .description("show what the loans of 24 hours add up to, and the limits")
    .action(async () => {
      const sotto = contexts.admin();
      await printRecord(
        sotto,
        await ask(sotto, (client) => client.GET("/api/admin/loan-orders/sums")),
        sumPairs,
      );
    });
