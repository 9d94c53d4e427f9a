import type { Context } from "../../context";
import { CliFailure, EXIT } from "../../failure";
import { paintFor, styleOf } from "../../output/colour";
import { printList } from "../../output/print";
import { printable } from "../../output/printable";
import type { Column } from "../../output/table";
import type { Loan } from "../../wire";
import { counted, sumsText } from "./loan-view";

/** `skipped` rows were not sent: another one is at fault, or the server has gone, or it is a dry run. */
type Outcome = "created" | "exists" | "conflict" | "failed" | "skipped";
export type RowResult = {
  line: number;
  reference: string;
  outcome: Outcome;
  id: string | null;
  status: string | null;
  code: string | null;
  message: string | null;
};

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

/** Of rows that are not at fault: these have no code and no message. */
const DONE_COLUMNS = COLUMNS.filter(({ field }) => field !== "code" && field !== "message");

type NamedRow = { line: number; reference: string };

/** Of a row that was left for the next run. */
export const NOT_SENT = "Not sent.";

/** The outcome of a row. */
export const result = (row: NamedRow, outcome: Outcome, more: Partial<RowResult> = {}): RowResult => ({
  line: row.line,
  reference: row.reference,
  outcome,
  id: null,
  status: null,
  code: null,
  message: null,
  ...more,
});

export const isBad = ({ outcome }: RowResult): boolean => outcome === "failed" || outcome === "conflict";

/** For a program all rows in the file's order; for a person those at fault first and whole, then what was done. */
export async function printResults(sotto: Context, results: readonly RowResult[]): Promise<void> {
  const inOrder = [...results].sort((one, other) => one.line - other.line);
  if (sotto.format !== "table") return printList(sotto, inOrder, COLUMNS);
  const paint = paintFor(sotto.terminal);
  for (const { line, reference, outcome, code, message } of inOrder.filter(isBad)) {
    sotto.terminal.out(paint("red", `line ${line}: ${printable(reference)}: ${outcome}`));
    sotto.terminal.out(`  ${printable(message ?? "")}${code === null ? "" : ` (${code})`}`);
  }
  const done = inOrder.filter(({ outcome }) => outcome === "created" || outcome === "exists");
  if (done.length > 0) await printList(sotto, done, DONE_COLUMNS);
}

/** Ends an import of which nothing was sent, because some rows are wrong. */
export async function refuse(
  sotto: Context,
  { fresh, settled }: { fresh: readonly NamedRow[]; settled: readonly RowResult[] },
): Promise<never> {
  await printResults(sotto, [...settled, ...fresh.map((row) => result(row, "skipped"))]);
  const bad = settled.filter(isBad).length;
  const rows = settled.length + fresh.length;
  throw new CliFailure(`Nothing was sent: ${bad} of ${rows} rows ${bad === 1 ? "is" : "are"} wrong.`, {
    exitCode: EXIT.failure,
    hint: "Fix these rows and run the import again.",
  });
}

/** Prints the outcome of each row and then the sums. Throws CliFailure unless every row's loan exists now. */
export async function finish(
  sotto: Context,
  path: string,
  { results, created }: { results: readonly RowResult[]; created: readonly Loan[] },
): Promise<void> {
  await printResults(sotto, results);
  const counts = (["created", "exists", "failed", "conflict", "skipped"] as const).flatMap((outcome) => {
    const count = results.filter((each) => each.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${WORDS[outcome]}`];
  });
  if (created.length > 0) sotto.terminal.note(`Created: ${counted(created.length)}, ${sumsText(created)}.`);
  const summary = `Of ${results.length} rows: ${counts.join(", ")}.`;
  const bad = results.filter(isBad).length;
  const isCut = sotto.terminal.isInterrupted() && results.some(({ message }) => message === NOT_SENT);
  if (bad === 0 && !isCut) return sotto.terminal.note(summary);
  const again = `sotto admin loans import ${/^[\w./-]+$/.test(path) ? path : JSON.stringify(path)}`;
  throw isCut
    ? new CliFailure(`Interrupted. ${summary}`, {
        exitCode: EXIT.interrupted,
        hint: `To continue, run it again; it creates only what is missing: ${again}`,
      })
    : new CliFailure(summary, {
        exitCode: EXIT.failure,
        hint: `Fix what failed and run it again; rows that exist are left alone: ${again}`,
      });
}

/** The outcomes as a summary counts them. */
const WORDS: Readonly<Record<Outcome, string>> = {
  created: "created",
  exists: "existed already",
  failed: "failed",
  conflict: "contradict an existing loan",
  skipped: "not sent",
};
