import type { Command } from "commander";
import type { Context } from "./context";
import { CliFailure, EXIT, usage } from "./failure";
import { printJson } from "./output/json";
import { printList } from "./output/print";
import { printable } from "./output/printable";

/** The options of what moves money, or cannot be taken back. */
export type ActOptions = { yes?: true; dryRun?: true };

/** A call of the API that changes something. */
export type PlannedCall = { method: "POST" | "DELETE"; path: string; body?: object };

/** What is about to be done. */
export type Plan = {
  /** What will happen, in words and figures, a line each: shown above the question, and by `--dry-run`. */
  says: readonly string[];
  question: string;
  calls: readonly PlannedCall[];
};

/** Adds the options `--yes` and `--dry-run` to a command. */
export const acting = (command: Command): Command =>
  command
    .option("-y, --yes", "do it without asking")
    .option("-n, --dry-run", "only say what would happen and what would be sent");

/** Refuses early where a question would have to be asked and there is no terminal. Throws CliFailure. */
export function requireAnswerable({ terminal }: Context, { yes, dryRun }: ActOptions): void {
  if (yes || dryRun || terminal.canAsk) return;
  throw usage(
    "This needs a confirmation, and there is no terminal to ask on; nothing was done.",
    "Add --yes to do it, or --dry-run to see what would happen.",
  );
}

/** Whether to continue: after --yes or a person's yes; never under --dry-run, which shows the plan instead. */
export async function isConfirmed(context: Context, options: ActOptions, plan: Plan): Promise<boolean> {
  if (options.dryRun) {
    await printDryRun(context, plan);
    return false;
  }
  if (options.yes) return true;
  requireAnswerable(context, options);
  for (const line of plan.says) context.terminal.note(printable(line));
  const answer = await context.terminal.ask(`${plan.question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  throw new CliFailure("Nothing was done.", { exitCode: EXIT.failure });
}

/** Of many calls a person sees the first ones: the words above count them all. */
const SHOWN_CALLS = 3;

/** For people words and calls; for programs one document that holds both, and for spreadsheets a line a call. */
async function printDryRun(context: Context, { says, calls }: Plan): Promise<void> {
  const { terminal, format } = context;
  if (format === "json") {
    const words = says.map((line) => line.trim().replace(/\s+/g, " "));
    return printJson(context, { dryRun: true, says: words, calls });
  }
  if (format === "csv")
    return printList(context, calls, [
      { title: "METHOD", field: "method", of: ({ method }) => method },
      { title: "PATH", field: "path", of: ({ path }) => path },
      { title: "BODY", field: "body", of: ({ body }) => (body === undefined ? null : JSON.stringify(body)) },
    ]);
  terminal.out("Nothing was sent. This would happen:");
  for (const line of says) terminal.out(`  ${printable(line)}`);
  terminal.out(calls.length === 1 ? "By this call:" : `By ${calls.length} calls:`);
  for (const { method, path, body } of calls.slice(0, SHOWN_CALLS))
    terminal.out(
      `  ${printable(`${method} ${path}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`)}`,
    );
  if (calls.length > SHOWN_CALLS) terminal.out(`  … and ${calls.length - SHOWN_CALLS} more`);
}
