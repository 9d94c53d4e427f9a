import { askPatiently, type Context } from "../../context";
import { CliFailure, EXIT, type ExitCode } from "../../failure";
import { printRecord } from "../../output/print";
import { readPages } from "../../pages";
import type { Loan } from "../../wire";
import { readLoan } from "./loan-select";
import { counted, loanPairs, sumsText } from "./loan-view";

/** The API takes 120 administrators' calls a minute. */
const LOOK_MS = 3_000;

/**
 * Waits until the reserve has paid the loans, and reports each that ends. Throws CliFailure when a payment failed, or
 * when they take longer than `timeoutMs`.
 */
export async function waitForLoans(sotto: Context, loans: readonly Loan[], timeoutMs: number): Promise<void> {
  const { terminal } = sotto;
  const ended: Loan[] = [];
  let open = loans.filter(({ status }) => status === "processing");
  const asked = counted(open.length);
  const release = terminal.catchInterrupt("Not waiting any longer.");
  for (let waitedMs = 0; open.length > 0; waitedMs += LOOK_MS) {
    if (terminal.isInterrupted()) throw stillOpen("Stopped waiting", EXIT.interrupted, open);
    if (waitedMs >= timeoutMs) throw stillOpen("Gave up waiting", EXIT.failure, open);
    terminal.progress(`${ended.length} of ${asked} have ended …`);
    await terminal.sleep(LOOK_MS);
    const now = await lookAt(sotto, open);
    for (const loan of now.filter(({ status }) => status !== "processing")) {
      ended.push(loan);
      if (sotto.format === "table")
        terminal.out(`loan ${loan.id}: ${loan.status}${loan.txHash === null ? "" : ` in ${loan.txHash}`}`);
      else await printRecord(sotto, loan, loanPairs, { titles: false });
    }
    open = now.filter(({ status }) => status === "processing");
  }
  release();
  terminal.progress(undefined);
  const failed = ended.filter(({ status }) => status === "failed");
  const paid = ended.filter(({ status }) => status !== "failed");
  if (paid.length > 0) terminal.note(`Arrived: ${counted(paid.length)}, ${sumsText(paid)}.`);
  if (failed.length === 0) return;
  throw new CliFailure(
    `${counted(failed.length)} could not be paid: ${failed.map(({ id }) => id).join(" ")} (${sumsText(failed)}).`,
    { exitCode: EXIT.failure, hint: "`sotto admin loans show` shows each of them." },
  );
}

/** The loans as they are: those that the list of open payments no longer has are looked at one by one. */
async function lookAt(sotto: Context, open: readonly Loan[]): Promise<Loan[]> {
  const { items } = await readPages<Loan>(
    sotto,
    Number.POSITIVE_INFINITY,
    (client, cursor) =>
      client.GET("/api/admin/loan-orders", { params: { query: { status: "processing", ...cursor } } }),
    { first: askPatiently },
  );
  const isOpen = new Set(items.map(({ id }) => id));
  const now: Loan[] = [];
  for (const loan of open)
    now.push(isOpen.has(loan.id) ? loan : await readLoan(sotto, loan.id, askPatiently));
  return now;
}

const stillOpen = (what: string, exitCode: ExitCode, open: readonly Loan[]): CliFailure =>
  new CliFailure(`${what} for ${counted(open.length)}: ${open.map(({ id }) => id).join(" ")}.`, {
    exitCode,
    hint: "The reserve continues to pay: `sotto admin loans list --status processing` shows what is open.",
  });
