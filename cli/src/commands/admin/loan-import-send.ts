import { differencesFrom, loanBody } from "@sotto/openapi/loan-file/loan";
import { askPatiently, type Context } from "../../context";
import { CliFailure } from "../../failure";
import type { Loan } from "../../wire";
import type { SoundRow } from "./loan-check";
import { NOT_SENT, type RowResult, result } from "./loan-import-report";

type Sent = { result: RowResult; created?: Loan; endsAll: boolean };

/** Sends row after row; once the server has gone for good, or after Ctrl-C, the rest is left for the next run. */
export async function sendRows(
  sotto: Context,
  rows: readonly SoundRow[],
  feePercent: string,
): Promise<{ results: RowResult[]; created: Loan[] }> {
  const { terminal } = sotto;
  const results: RowResult[] = [];
  const created: Loan[] = [];
  let hasEnded = false;
  const release = terminal.catchInterrupt("Stopping after this row; Ctrl-C again ends at once.");
  try {
    for (const row of rows) {
      if (hasEnded || terminal.isInterrupted()) {
        results.push(result(row, "skipped", { message: NOT_SENT }));
        continue;
      }
      terminal.progress(`Creating loans: ${results.length} of ${rows.length}`);
      const sent = await sendRow(sotto, row, feePercent);
      results.push(sent.result);
      if (sent.created !== undefined) created.push(sent.created);
      hasEnded = sent.endsAll;
    }
    return { results, created };
  } finally {
    release();
    terminal.progress(undefined);
  }
}

/** `endsAll`: the failure is the server's and not the row's. */
async function sendRow(sotto: Context, row: SoundRow, feePercent: string): Promise<Sent> {
  const body = loanBody(row, feePercent);
  // One key per row and run: a request repeated after a lost answer gets the first answer.
  const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
  try {
    const created = await askPatiently(sotto, (client) =>
      client.POST("/api/admin/loan-orders", { body, params }),
    );
    const { id, status } = created;
    return { result: result(row, "created", { id, status }), created, endsAll: false };
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    const known = existingLoan(error);
    if (known !== undefined) return { result: compared(row, known), endsAll: false };
    // Interrupted while the server asked to wait: this row was not taken.
    if (sotto.terminal.isInterrupted() && error.problem?.status === 429)
      return { result: result(row, "skipped", { message: NOT_SENT }), endsAll: true };
    const code = error.problem?.code ?? null;
    const message = error.problem?.message ?? error.message;
    // A failure of one row may not affect the next, but an ended session does not come back by itself.
    const isForAll = error.passes || error.problem?.status === 401 || error.problem?.status === 403;
    return { result: result(row, "failed", { code, message }), endsAll: isForAll };
  }
}

/** The loan that has the reference already, as the conflict carries it. */
function existingLoan({ problem }: CliFailure): Loan | undefined {
  if (problem?.code !== "loan/reference-used" || !("loan" in problem)) return undefined;
  const { loan } = problem;
  return typeof loan === "object" && loan !== null && "reference" in loan ? (loan as Loan) : undefined;
}

/** The outcome of a row whose reference the server has: the same loan, or another. */
export function compared(row: SoundRow, loan: Loan): RowResult {
  const { id, status } = loan;
  const differing = differencesFrom(loan, row);
  if (differing.length === 0) return result(row, "exists", { id, status });
  const message = `The server has this reference with another ${differing.join(", ")}.`;
  return result(row, "conflict", { id, status, code: "loan/reference-used", message });
}
