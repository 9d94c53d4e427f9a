import { differencesFrom, loanBody } from "@sotto/openapi/loan-file/loan";
import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, requireAnswerable } from "../../act";
import { askPatiently, type Context, type Contexts } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { styleOf } from "../../output/colour";
import { printList } from "../../output/print";
import type { Column } from "../../output/table";
import { readPages } from "../../pages";
import type { Loan } from "../../wire";
import { checkRows, type SoundRow } from "./loan-check";
import { readFeePercent } from "./loan-figures";
import { parseLoanRows, readLoanFile } from "./loan-file";

/** `skipped` rows were not sent: another one is at fault, or the server has gone, or it is a dry run. */
type Outcome = "created" | "exists" | "conflict" | "failed" | "skipped";
type RowResult = {
  line: number;
  reference: string;
  outcome: Outcome;
  id: string | null;
  status: string | null;
  code: string | null;
  message: string | null;
};

/** A page of the list of loans, by the contract. */
const LOANS_PER_PAGE = 100;

const COLUMNS: readonly Column<RowResult>[] = [
  { title: "LINE", field: "line", figures: true, of: ({ line }) => line },
  { title: "REFERENCE", field: "reference", shrinks: true, of: ({ reference }) => reference },
  {
    title: "OUTCOME",
    field: "outcome",
    of: ({ outcome }) => outcome,
    style: ({ outcome }) => styleOf(outcome),
  },
  { title: "LOAN", field: "id", figures: true, of: ({ id }) => id },
  { title: "STATUS", field: "status", of: ({ status }) => status },
  { title: "CODE", field: "code", shrinks: true, of: ({ code }) => code },
  { title: "MESSAGE", field: "message", shrinks: true, of: ({ message }) => message },
];

/**
 * `sotto admin loans import FILE.csv`: creates a loan per row. Nothing is sent before all rows are valid and none
 * contradicts an existing loan. A reference can be used only once, so running it again creates nothing twice.
 */
export const importCommand = (contexts: Contexts): Command =>
  acting(
    new Command("import")
      .description("create a loan for each row of a CSV file; again, it creates nothing twice")
      .argument(
        "<file.csv>",
        "columns reference,currency,amount,exchangeRate[,receiveAddress]; - for standard input",
      ),
  ).action(async (path: string, options: ActOptions) => {
    const sotto = contexts.admin();
    requireAnswerable(sotto, options);
    const rows = await parseLoanRows(await readLoanFile(sotto.terminal, path));
    const { sound, faulty, unnamed } = await checkRows(sotto, rows);
    const skipped = unnamed.map((row) =>
      result(row, "skipped", { message: "An exported loan without a reference." }),
    );
    const failed = faulty.map(({ row, fault }) => result(row, "failed", fault));
    const { fresh, known } = await lookUp(sotto, sound);
    const settled = [...skipped, ...failed, ...known];
    if (settled.some(isBad)) return refuse(sotto, { fresh, settled });
    if (options.dryRun) {
      const unsent = fresh.map((row) => result(row, "skipped", { message: "Would be sent." }));
      await printSummary(sotto, [...settled, ...unsent]);
      return;
    }
    const plan = {
      question: `Create ${fresh.length} loans?`,
      method: "POST",
      path: "/api/admin/loan-orders",
    } as const;
    if (fresh.length > 0 && !(await isConfirmed(sotto, options, plan))) return;
    const results = fresh.length === 0 ? [] : await sendRows(sotto, fresh, await readFeePercent(sotto));
    await finish(sotto, [...settled, ...results]);
  });

type NamedRow = { line: number; reference: string };

const result = (row: NamedRow, outcome: Outcome, more: Partial<RowResult> = {}): RowResult => ({
  line: row.line,
  reference: row.reference,
  outcome,
  id: null,
  status: null,
  code: null,
  message: null,
  ...more,
});

const isBad = ({ outcome }: RowResult): boolean => outcome === "failed" || outcome === "conflict";

/** Parts the rows whose reference the server has already from those that are to be sent. */
async function lookUp(
  sotto: Context,
  rows: readonly SoundRow[],
): Promise<{ fresh: SoundRow[]; known: RowResult[] }> {
  const loans = await loansOf(sotto, rows);
  const fresh: SoundRow[] = [];
  const known: RowResult[] = [];
  for (const row of rows) {
    const loan = loans.get(row.reference);
    if (loan === undefined) fresh.push(row);
    else known.push(compared(row, loan));
  }
  return { fresh, known };
}

/** The server's loans that bear the rows' references. A page of its list costs what one look-up does, and shows more. */
async function loansOf(sotto: Context, rows: readonly SoundRow[]): Promise<ReadonlyMap<string, Loan>> {
  const { items, hasMore } = await readPages<Loan>(sotto, rows.length * LOANS_PER_PAGE, (client, query) =>
    client.GET("/api/admin/loan-orders", { params: { query } }),
  );
  const loans = new Map(items.flatMap((loan) => (loan.reference === null ? [] : [[loan.reference, loan]])));
  if (!hasMore) return loans;
  for (const [at, { reference }] of rows.entries()) {
    if (loans.has(reference)) continue;
    sotto.terminal.progress(`Looking for references: row ${at + 1} of ${rows.length}`);
    const [loan] = (
      await askPatiently(sotto, (client) =>
        client.GET("/api/admin/loan-orders", { params: { query: { reference } } }),
      )
    ).items;
    if (loan !== undefined) loans.set(reference, loan);
  }
  sotto.terminal.progress(undefined);
  return loans;
}

async function refuse(
  sotto: Context,
  { fresh, settled }: { fresh: readonly SoundRow[]; settled: readonly RowResult[] },
): Promise<never> {
  await printSummary(sotto, [...settled, ...fresh.map((row) => result(row, "skipped"))]);
  throw new CliFailure(`Nothing was sent: ${settled.filter(isBad).length} of the rows are wrong.`, {
    exitCode: EXIT.failure,
    hint: "Fix these rows and run the import again.",
  });
}

/** Sends row after row; once the server has gone for good, the rest is left for the next run. */
async function sendRows(sotto: Context, rows: readonly SoundRow[], feePercent: string): Promise<RowResult[]> {
  const results: RowResult[] = [];
  let hasGone = false;
  for (const row of rows) {
    if (hasGone) results.push(result(row, "skipped", { message: "Not sent." }));
    else {
      sotto.terminal.progress(`Creating loans: ${results.length} of ${rows.length}`);
      const { result: sent, passes } = await sendRow(sotto, row, feePercent);
      results.push(sent);
      hasGone = passes;
    }
  }
  sotto.terminal.progress(undefined);
  return results;
}

/** `passes`: the failure is the server's and not the row's. */
async function sendRow(
  sotto: Context,
  row: SoundRow,
  feePercent: string,
): Promise<{ result: RowResult; passes: boolean }> {
  const body = loanBody(row, feePercent);
  // One key per row and run: a request repeated after a lost answer gets the first answer.
  const params = { header: { "Idempotency-Key": crypto.randomUUID() } };
  try {
    const loan = await askPatiently(sotto, (client) =>
      client.POST("/api/admin/loan-orders", { body, params }),
    );
    return { result: result(row, "created", { id: loan.id, status: loan.status }), passes: false };
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    const known = existingLoan(error);
    if (known !== undefined) return { result: compared(row, known), passes: false };
    const code = error.problem?.code ?? null;
    const message = error.problem?.message ?? error.message;
    // A failure of one row may not affect the next, but an ended session does not come back by itself.
    const isForAll = error.passes || error.problem?.status === 401 || error.problem?.status === 403;
    return { result: result(row, "failed", { code, message }), passes: isForAll };
  }
}

/** The loan that has the reference already, as the conflict carries it. */
function existingLoan({ problem }: CliFailure): Loan | undefined {
  if (problem?.code !== "loan/reference-used" || !("loan" in problem)) return undefined;
  const { loan } = problem;
  return typeof loan === "object" && loan !== null && "reference" in loan ? (loan as Loan) : undefined;
}

function compared(row: SoundRow, loan: Loan): RowResult {
  const { id, status } = loan;
  const differing = differencesFrom(loan, row);
  if (differing.length === 0) return result(row, "exists", { id, status });
  const message = `The server has this reference with another ${differing.join(", ")}.`;
  return result(row, "conflict", { id, status, code: "loan/reference-used", message });
}

async function finish(sotto: Context, results: readonly RowResult[]): Promise<void> {
  await printSummary(sotto, results);
  const bad = results.filter(isBad).length;
  if (bad === 0) return;
  throw new CliFailure(`${bad} of ${results.length} rows were not imported.`, {
    exitCode: EXIT.failure,
    hint: "Run it again for those that failed: rows that exist are left alone.",
  });
}

async function printSummary(sotto: Context, results: readonly RowResult[]): Promise<void> {
  const inOrder = [...results].sort((one, other) => one.line - other.line);
  await printList(sotto, inOrder, COLUMNS);
  const counts = new Map<Outcome, number>();
  for (const { outcome } of inOrder) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  sotto.terminal.note([...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", "));
}
