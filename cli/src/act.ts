import type { Command } from "commander";
import type { Context } from "./context";
import { CliFailure, EXIT, usage } from "./failure";
import { printRecord } from "./output/print";

/** The options of what moves money, or cannot be taken back. */
export type ActOptions = { yes?: true; dryRun?: true };

/** What is about to be sent, and the question that it raises. */
export type Plan = {
  question: string;
  method: "POST" | "DELETE";
  path: string;
  body?: object;
};

/** Adds the options `--yes` and `--dry-run` to a command. */
export const acting = (command: Command): Command =>
  command.option("-y, --yes", "do it without asking").option("-n, --dry-run", "only say what would be sent");

/** Refuses early where a question would have to be asked and there is no terminal. Throws CliFailure. */
export function requireAnswerable({ terminal }: Context, { yes, dryRun }: ActOptions): void {
  if (yes || dryRun || terminal.canAsk) return;
  throw usage(
    "This wants a confirmation, and there is no terminal to ask on; nothing was done.",
    "Add --yes to do it, or --dry-run to see what would be sent.",
  );
}

/** Whether to continue: after --yes or a person's yes; never under --dry-run, which shows the plan instead. */
export async function isConfirmed(context: Context, options: ActOptions, plan: Plan): Promise<boolean> {
  const { question, method, path, body } = plan;
  if (options.dryRun) {
    await printRecord(context, { dryRun: true, method, path, body: body ?? null }, () => [
      ["would send", `${method} ${path}`],
      ["with", body === undefined ? null : JSON.stringify(body)],
    ]);
    return false;
  }
  if (options.yes) return true;
  requireAnswerable(context, options);
  const answer = await context.terminal.ask(`${question} [y/N] `);
  if (/^y(es)?$/i.test(answer.trim())) return true;
  throw new CliFailure("Nothing was done.", { exitCode: EXIT.failure });
}
