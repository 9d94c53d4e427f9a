import type { Invariant, Wallet } from "@sotto/openapi";
import { Command } from "commander";
import { ask, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { styleOf } from "../../output/colour";
import { printList, printRecord } from "../../output/print";
import type { Column, Pair } from "../../output/table";
import type { Overview } from "../../wire";

const WALLET_COLUMNS: readonly Column<Wallet>[] = [
  { title: "CURRENCY", field: "currency", of: ({ currency }) => currency },
  { title: "BALANCE", field: "balance", figures: true, of: ({ balance }) => balance },
  { title: "OWED", field: "owed", figures: true, of: ({ owed }) => owed },
  { title: "AVAILABLE", field: "available", figures: true, of: ({ available }) => available },
  { title: "HOT WALLET", field: "address", shrinks: true, of: ({ address }) => address },
];

/** `sotto admin reserves`: what the hot wallets hold, owe and can promise, with their addresses for funding. */
export const reservesCommand = (contexts: Contexts): Command =>
  new Command("reserves").description("show balance, owed and available per currency").action(async () => {
    const sotto = contexts.admin();
    await printList(sotto, await ask(sotto, (client) => client.GET("/api/admin/wallets")), WALLET_COLUMNS);
  });

const INVARIANT_COLUMNS: readonly Column<Invariant>[] = [
  { title: "ID", field: "id", figures: true, of: ({ id }) => id },
  {
    title: "VIOLATIONS",
    field: "violations",
    figures: true,
    of: ({ violations }) => violations,
    style: ({ violations }) => (violations === 0 ? "green" : "red"),
  },
  { title: "INVARIANT", field: "name", shrinks: true, of: ({ name }) => name },
];

/** `sotto admin invariants`: runs the invariants of the books; exit code 1 when one is violated. */
export const invariantsCommand = (contexts: Contexts): Command =>
  new Command("invariants")
    .description("run the invariants of the books; exit code 1 when one is violated")
    .action(async () => {
      const sotto = contexts.admin();
      const invariants = await ask(sotto, (client) => client.GET("/api/admin/invariants"));
      await printList(sotto, invariants, INVARIANT_COLUMNS);
      const violated = invariants.filter(({ violations }) => violations > 0).map(({ id }) => id);
      if (violated.length > 0) {
        throw new CliFailure(`Violated: ${violated.join(", ")}.`, {
          exitCode: EXIT.failure,
          hint: "Pause payouts (`sotto admin payouts pause`) and look into the books before anything else.",
        });
      }
    });

/** `sotto admin overview`: how the service is, on one screen. */
export const overviewCommand = (contexts: Contexts): Command =>
  new Command("overview").description("show how the service is").action(async () => {
    const sotto = contexts.admin();
    await printRecord(sotto, await ask(sotto, (client) => client.GET("/api/admin/overview")), overviewPairs);
  });

const counted = (counts: readonly (readonly [name: string, count: number])[]): string =>
  counts.length === 0 ? "none" : counts.map(([name, count]) => `${name} ${count}`).join(", ");

const invariantsPair = ({ checked, checkedAt, violated }: Overview["invariants"]): Pair => {
  if (checkedAt === null) return ["invariants", "being checked", "yellow"];
  return violated.length === 0
    ? ["invariants", `${checked} hold, as of ${checkedAt}`, "green"]
    : ["invariants", `violated: ${violated.join(", ")}, as of ${checkedAt}`, "red"];
};

/** Whether the books hold. */
const soundness = (seen: Overview): readonly Pair[] => [
  invariantsPair(seen.invariants),
  [
    "trial balance",
    seen.trialBalance.balanced ? "balanced" : `not balanced: ${seen.trialBalance.unbalanced.join(", ")}`,
    seen.trialBalance.balanced ? "green" : "red",
  ],
];

/** Coins that came on another network than their address is of. */
const recoveryPair = ({
  id,
  amount,
  currency,
  home,
  order,
  state,
  sentBy,
  since,
}: Overview["recoveries"][number]): Pair => [
  "on another network",
  `${id}: ${amount} ${currency} at an address of ${home} (order ${order ?? "deleted"}), ${state}${sentBy === null ? "" : `: order ${sentBy} cannot send it`}, since ${since}`,
  "yellow",
];

const overviewPairs = (seen: Overview): readonly Pair[] => [
  ["as of", seen.at],
  ...seen.reserves.map(
    ({ currency, balance, unswept, owed, available }): Pair => [
      "reserve",
      `${currency}: ${available} available (balance ${balance}, unswept ${unswept}, owed ${owed})`,
    ],
  ),
  ...seen.chains.map(
    ({ chain, status, height, lagSeconds }): Pair => [
      "chain",
      `${chain}: ${status}, height ${height}, heard from ${lagSeconds} s ago`,
      styleOf(status),
    ],
  ),
  ...seen.unplannedSpends.map(
    ({ id, chain, txHash, nonce, state, since }): Pair => [
      "unplanned spend",
      `${id}: ${txHash ?? `nonce ${nonce}`} on ${chain}, ${state}, since ${since}: nothing is signed there`,
      "red",
    ],
  ),
  ...seen.recoveries.map(recoveryPair),
  ["rates", `${seen.rates.source}, as of ${seen.rates.updatedAt ?? "never"}`],
  ["without a rate", seen.rates.paused.length === 0 ? null : seen.rates.paused.join(", "), "yellow"],
  ["orders", counted(seen.orders.map(({ state, count }) => [state, count]))],
  ["waiting for us", counted(seen.failures.map(({ reason, count }) => [reason, count]))],
  ["stuck", seen.stuck.count === 0 ? null : String(seen.stuck.count), "red"],
  ...seen.stuck.first.map(
    ({ kind, name, awaits, since, detail }): Pair => [
      "stuck",
      `${kind} ${name}: waits for ${awaits}${detail === null ? "" : ` (${detail})`} since ${since}`,
      "red",
    ],
  ),
  ["loans", counted(seen.loans.map(({ status, count }) => [status, count]))],
  [
    "time to complete",
    seen.completion.median === null
      ? null
      : `median ${seen.completion.median} s, 95th ${seen.completion.p95 ?? "-"} s`,
  ],
  ...soundness(seen),
  [
    "failed logins",
    seen.loginFailures.length === 0
      ? null
      : `${counted(seen.loginFailures.map(({ hour, count }) => [hour, count]))} (by the hour, names without an account)`,
    "yellow",
  ],
  ...seen.switches.map(
    ({ name, paused, reason }): Pair => [
      "switch",
      `${name}: ${paused ? `paused (${reason ?? "-"})` : "on"}`,
      paused ? "yellow" : undefined,
    ],
  ),
];
