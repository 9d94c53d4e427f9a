import { Command } from "commander";
import { type ActOptions, acting, isConfirmed } from "../../act";
import { ask, type Contexts } from "../../context";
import { printList, printRecord } from "../../output/print";
import type { Column } from "../../output/table";
import type { StuckPayout } from "../../wire";

const transactionsOf = ({ transactions }: StuckPayout): string =>
  transactions
    .map(({ txHash, state, said, missing }) =>
      [txHash, state, said, missing === null ? null : `no proof by its ${missing}`]
        .filter(Boolean)
        .join(", "),
    )
    .join("; ");

const overrideOf = ({ canOverride, override }: StuckPayout): string =>
  override?.state ?? (canOverride ? "possible" : "not yet");

const COLUMNS: readonly Column<StuckPayout>[] = [
  { title: "LEG", field: "leg", of: ({ leg }) => leg },
  { title: "OF", field: "name", of: ({ name }) => name, show: ({ kind, name }) => `${kind} ${name}` },
  { title: "AMOUNT", field: "amount", figures: true, of: ({ amount }) => amount },
  { title: "", field: "currency", of: ({ currency }) => currency },
  { title: "OVERRIDE", field: "override", of: overrideOf },
  { title: "TRANSACTIONS", field: "transactions", shrinks: true, of: transactionsOf },
];

/** `sotto admin payouts stuck`: the payouts that do not move, with what the node said of each transaction. */
export const stuckCommand = (contexts: Contexts): Command =>
  new Command("stuck").description("list the payouts that do not move").action(async () => {
    const sotto = contexts.admin();
    const payouts = await ask(sotto, (client) => client.GET("/api/admin/payouts/stuck"));
    await printList(sotto, payouts, COLUMNS);
  });

type OverrideOptions = ActOptions & { reason: string; transaction: string };

/** `sotto admin payouts override LEG`: has a payout signed once more that no proof ends. */
export const overrideCommand = (contexts: Contexts): Command =>
  acting(
    new Command("override")
      .description("sign a payout once more that no proof ends")
      .argument("<leg>", "the payout, as the list names it")
      .requiredOption("--transaction <id>", "its first transaction, in full")
      .requiredOption("--reason <text>", "why, for the audit log"),
  ).action(async (leg: string, { reason, transaction, ...options }: OverrideOptions) => {
    const sotto = contexts.admin();
    const body = { reason, txHash: transaction };
    const plan = {
      question: `If ${transaction} lands after all, it is paid twice. Sign the payout once more?`,
      method: "POST",
      path: `/api/admin/payouts/${leg}/override`,
      body,
    } as const;
    if (!(await isConfirmed(sotto, options, plan))) return;
    const params = { path: { leg }, header: { "Idempotency-Key": crypto.randomUUID() } };
    const asked = await ask(sotto, (client) =>
      client.POST("/api/admin/payouts/{leg}/override", { params, body }),
    );
    await printRecord(sotto, asked, () => [
      ["leg", asked.leg],
      ["first transaction", asked.txHash],
    ]);
    sotto.terminal.note(
      "The worker looks at the chain once more; `sotto admin payouts stuck` shows the outcome.",
    );
  });
