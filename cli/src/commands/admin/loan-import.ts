import { loanFigures } from "@sotto/openapi/loan-figures";
import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, type Plan, requireAnswerable } from "../../act";
import { askPatiently, type Context, type Contexts } from "../../context";
import { readPages } from "../../pages";
import type { Loan } from "../../wire";
import { checkRows, type SoundRow } from "./loan-check";
import { readFeePercent } from "./loan-figures";
import { parseLoanRows, readLoanFile } from "./loan-file";
import { finish, isBad, printResults, type RowResult, refuse, result } from "./loan-import-report";
import { compared, sendRows } from "./loan-import-send";
import { counted, loanLines, sumsText, worthOf } from "./loan-view";

/** A page of the list of loans, by the contract. */
const LOANS_PER_PAGE = 100;

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
    const feePercent = fresh.length === 0 ? "0" : await readFeePercent(sotto);
    const plan = await planOf({ fresh, settled }, feePercent);
    if (options.dryRun && sotto.format !== "table") {
      const unsent = fresh.map((row) => result(row, "skipped", { message: "Would be sent." }));
      return printResults(sotto, [...settled, ...unsent]);
    }
    if ((fresh.length > 0 || options.dryRun) && !(await isConfirmed(sotto, options, plan))) return;
    const sent = await sendRows(sotto, fresh, feePercent);
    await finish(sotto, path, { results: [...settled, ...sent.results], created: sent.created });
  });

/** More rows than a person would read before a question: the sums are of all of them. */
const LISTED_MAX = 100;

/** What the new rows will create, with their figures and sums. */
async function planOf(
  { fresh, settled }: { fresh: readonly SoundRow[]; settled: readonly RowResult[] },
  feePercent: string,
): Promise<Plan> {
  const loans = fresh.map((row) => ({
    ...row,
    ...loanFigures({ ...row, feePercent }),
    id: String(row.line),
  }));
  const listed = loans.slice(0, LISTED_MAX);
  const existing = settled.filter(({ outcome }) => outcome === "exists").length;
  return {
    says: [
      ...(listed.length === 0 ? [] : await loanLines(listed, "LINE")),
      ...(listed.length < loans.length ? [`… and ${loans.length - listed.length} more rows`] : []),
      ...(existing === 0 ? [] : [`${existing} of the file's rows exist already and are left alone`]),
      loans.length === 0
        ? "There is nothing to create."
        : `${counted(loans.length)} to be created: ${sumsText(loans)}`,
    ],
    question: `Create ${loans.length === 1 ? "this loan" : `these ${loans.length} loans`}, worth ${worthOf(loans)}${loans.length === 1 ? "" : " in all"}?`,
    calls: fresh.length === 0 ? [] : [{ method: "POST", path: "/api/admin/loan-orders" }],
  };
}

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
