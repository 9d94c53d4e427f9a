import { writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import type { Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { printList, printRecord } from "../../output/print";
import { LIMIT_TEXT, LIST_ITEMS_MAX, limitOf, noteMore, parseCount } from "../../pages";
import { approveCommand, payCommand } from "./loan-acts";
import { createLoanCommand } from "./loan-create";
import { importCommand } from "./loan-import";
import { LOAN_STATUSES, type LoanFilter, readLoans, readLoansByNumber } from "./loan-select";
import { sumsCommand } from "./loan-sums";
import { LOAN_COLUMNS, loanPairs } from "./loan-view";

/** `sotto admin loans …`: payout (loan) orders, one by one and by the file. */
export const loansCommand = (contexts: Contexts): Command =>
  new Command("loans")
    .description("payout (loan) orders")
    .addCommand(listCommand(contexts))
    .addCommand(showCommand(contexts))
    .addCommand(createLoanCommand(contexts))
    .addCommand(payCommand(contexts))
    .addCommand(approveCommand(contexts))
    .addCommand(importCommand(contexts))
    .addCommand(exportCommand(contexts))
    .addCommand(sumsCommand(contexts));

const listCommand = (contexts: Contexts): Command =>
  new Command("list")
    .description("list loans, newest first")
    .addOption(new Option("--status <status>", "of this status").choices(LOAN_STATUSES))
    .option("--reference <text>", "with exactly this reference")
    .option("--limit <count>", LIMIT_TEXT, parseCount)
    .action(async ({ limit, ...filter }: LoanFilter & { limit?: number }) => {
      const sotto = contexts.admin();
      const { items, hasMore } = await readLoans(sotto, limitOf(sotto, limit), filter);
      await printList(sotto, items, LOAN_COLUMNS);
      noteMore(sotto, hasMore, items.length);
    });

const showCommand = (contexts: Contexts): Command =>
  new Command("show")
    .description("show loans with all that is known of them")
    .argument("<ids...>", "their numbers")
    .action(async (ids: readonly string[]) => {
      const sotto = contexts.admin();
      for (const [at, loan] of (await readLoansByNumber(sotto, ids)).entries()) {
        if (at > 0 && sotto.format === "table") sotto.terminal.out("");
        await printRecord(sotto, loan, loanPairs, { titles: at === 0 });
      }
    });

/** Writes what `loans import` reads, without tables for a screen: CSV unless JSON is requested. */
const exportCommand = (contexts: Contexts): Command =>
  new Command("export")
    .description("write all loans as CSV that can be imported again")
    .addOption(new Option("--status <status>", "of this status alone").choices(LOAN_STATUSES))
    .option("-o, --output <file>", "into a file that is not there yet, instead of standard output")
    .action(async ({ output, ...filter }: LoanFilter & { output?: string }, command: Command) => {
      const sotto = contexts.admin();
      const isJson = command.optsWithGlobals<{ json?: true }>().json === true;
      const { items, hasMore } = await readLoans(sotto, LIST_ITEMS_MAX, filter);
      const lines: string[] = [];
      const out = output === undefined ? sotto.terminal.out : (line: string) => lines.push(line);
      const terminal = { ...sotto.terminal, out };
      await printList({ ...sotto, terminal, format: isJson ? "json" : "csv" }, items, LOAN_COLUMNS);
      if (output !== undefined) writeNew(output, `${lines.join("\n")}\n`);
      noteMore(sotto, hasMore, items.length);
      if (output !== undefined) sotto.terminal.note(`${items.length} loans are in ${output}.`);
    });

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new CliFailure(`${path} cannot be written, or is there already.`, {
      exitCode: EXIT.usage,
      cause: error,
    });
  }
}
