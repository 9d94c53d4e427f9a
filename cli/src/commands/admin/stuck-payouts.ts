import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan, requireAnswerable } from "../../act";
import { type CodeOptions, createAuthorized, withCode } from "../../authorize";
import { ask, type Context, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { printList, printRecord } from "../../output/print";
import type { Column, Pair } from "../../output/table";
import type { StuckPayout } from "../../wire";
import { usdtWorth } from "../swap/money";

type Transaction = StuckPayout["transactions"][number];

/** What is known of a transaction, its id last: it is long, and is copied as a whole. */
const knownOf = ({ txHash, state, said, missing }: Transaction): string => {
  const known = [state, said, missing === null ? null : `no proof by its ${missing}`];
  return `${known.filter(Boolean).join(", ")}: ${txHash}`;
};

const overrideOf = ({ canOverride, override }: StuckPayout): string =>
  canOverride ? "possible" : (override?.state ?? "not yet");

const COLUMNS: readonly Column<StuckPayout>[] = [
  { title: "LEG", field: "leg", of: ({ leg }) => leg },
  { title: "KIND", field: "kind", of: ({ kind }) => kind },
  { title: "OF", field: "name", of: ({ name }) => name },
  { title: "AMOUNT", field: "amount", figures: true, of: ({ amount }) => amount },
  { title: "", field: "currency", of: ({ currency }) => currency },
  { title: "OVERRIDE", field: "override", of: overrideOf },
  {
    title: "TRANSACTIONS",
    field: "transactions",
    of: ({ transactions }) => transactions.map(knownOf).join("; "),
  },
];

const pairsOf = (payout: StuckPayout): Pair[] => [
  [payout.kind, payout.name],
  ["leg", payout.leg],
  ["amount", `${payout.amount} ${payout.currency}`],
  ["override", overrideOf(payout)],
  ...payout.transactions.map((transaction): Pair => ["transaction", knownOf(transaction)]),
];

async function payoutLines(sotto: Context, payout: StuckPayout): Promise<string[]> {
  const { pairLines } = await import("../../output/table");
  return pairLines([
    [payout.kind, payout.name],
    ["leg", payout.leg],
    ["amount", `${payout.amount} ${payout.currency}${await usdtWorth(sotto, payout)}`],
  ]);
}

/** `sotto admin payouts stuck`: the payouts that do not move, with what the node said of each transaction. */
export const stuckCommand = (contexts: Contexts): Command =>
  new Command("stuck").description("list the payouts that do not move").action(async () => {
    const sotto = contexts.admin();
    const payouts = await ask(sotto, (client) => client.GET("/api/admin/payouts/stuck"));
    if (sotto.format !== "table") return printList(sotto, payouts, COLUMNS);
    // A table would cut the ids, which `override` takes in full.
    for (const [at, payout] of payouts.entries()) {
      if (at > 0) sotto.terminal.out("");
      await printRecord(sotto, payout, pairsOf);
    }
    if (payouts.length === 0) sotto.terminal.note("All payouts move.");
  });

type OverrideOptions = ActOptions & CodeOptions & { reason: string; transaction: string };

/** `sotto admin payouts override LEG`: has a payout signed once more that no proof ends. */
export const overrideCommand = (contexts: Contexts): Command =>
  withCode(
    acting(
      new Command("override")
        .description("sign a payout once more that no proof ends")
        .argument("<leg>", "the payout, as the list names it")
        .requiredOption("--transaction <id>", "its first transaction, in full")
        .requiredOption("--reason <text>", "why, for the audit log"),
    ),
  ).action(async (leg: string, { reason, transaction, ...options }: OverrideOptions) => {
    const sotto = contexts.admin();
    const body = { reason, txHash: transaction };
    requireAnswerable(sotto, options);
    const payout = (await ask(sotto, (client) => client.GET("/api/admin/payouts/stuck"))).find(
      (each) => each.leg === leg,
    );
    const plan: Plan = {
      says: [
        ...(payout === undefined
          ? ["This payout is not among the stuck ones."]
          : await payoutLines(sotto, payout)),
        `The payout will be signed once more. If ${transaction} lands after all, it is paid twice.`,
      ],
      question: "Sign the payout once more?",
      calls: [{ method: "POST", path: `/api/admin/payouts/${leg}/override`, body }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const key = crypto.randomUUID();
    const asked = await createAuthorized(
      sotto,
      options,
    )((client, proof) =>
      client.POST("/api/admin/payouts/{leg}/override", {
        params: { path: { leg }, header: { "Idempotency-Key": key, ...proof } },
        body,
      }),
    );
    await printRecord(sotto, asked, () => [
      ["leg", asked.leg],
      ["first transaction", asked.txHash],
    ]);
    sotto.terminal.note(
      "The worker looks at the chain once more; `sotto admin payouts stuck` shows the outcome.",
    );
  });

type ReleaseOptions = ActOptions & { reason: string; code: string };

/** `sotto admin payouts release LEG`: releases a payout above a cap of the signer. */
export const releaseCommand = (contexts: Contexts): Command =>
  acting(
    new Command("release")
      .description("release a payout above a cap of the signer")
      .argument("<leg>", "the payout, as the overview names what waits for a release")
      .requiredOption("--code <digits>", "the one-time code that your app shows now")
      .requiredOption("--reason <text>", "why, for the audit log"),
  ).action(async (leg: string, { reason, code, ...options }: ReleaseOptions) => {
    const sotto = contexts.admin();
    const body = { reason, code };
    requireAnswerable(sotto, options);
    const params = { path: { leg } };
    const payout = await ask(sotto, (client) => client.GET("/api/admin/payouts/{leg}", { params }));
    if (payout.state !== "planned")
      throw new CliFailure(
        payout.state === "final"
          ? "It was paid already. (override/paid)"
          : "It will not be paid. (override/paid)",
        { exitCode: EXIT.refused, hint: `It pays ${payout.kind} ${payout.name}.` },
      );
    const { pairLines } = await import("../../output/table");
    const plan: Plan = {
      says: [
        "A payout above the signer's caps:",
        ...pairLines([
          [payout.kind, payout.name],
          ["leg", payout.leg],
          ["amount", `${payout.amount} ${payout.currency}${await usdtWorth(sotto, payout)}`],
          ["network fee", `${payout.networkFeeMax} ${payout.networkFeeCurrency} or less`],
          ["address", payout.address],
        ]),
      ],
      question: `Have ${payout.amount} ${payout.currency} paid?`,
      calls: [{ method: "POST", path: `/api/admin/payouts/${leg}/release`, body: { reason, code: "…" } }],
    };
    if (!(await isConfirmed(sotto, options, plan))) return;
    const asked = await ask(sotto, (client) =>
      client.POST("/api/admin/payouts/{leg}/release", { params, body }),
    );
    await printRecord(sotto, asked, () => [["leg", asked.leg]]);
    sotto.terminal.note(
      "The signer checks the code within seconds; a payout that stays in the overview had a wrong one.",
    );
  });
