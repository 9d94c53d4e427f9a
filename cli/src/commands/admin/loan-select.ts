import { ask, type Context } from "../../context";
import { CliFailure, EXIT, usage } from "../../failure";
import { LIST_ITEMS_MAX, readPages } from "../../pages";
import type { Loan } from "../../wire";

export const LOAN_STATUSES = ["pending", "processing", "completed", "failed", "paid"] as const;
export type LoanFilter = { status?: (typeof LOAN_STATUSES)[number]; reference?: string };

/** The newest loans, and whether there are more. */
export const readLoans = (sotto: Context, itemsMax: number, filter: LoanFilter) =>
  readPages<Loan>(sotto, itemsMax, (client, cursor) =>
    client.GET("/api/admin/loan-orders", { params: { query: { ...filter, ...cursor } } }),
  );

/** The loans that have these numbers, in their order. Throws CliFailure when one is unknown. */
export async function readLoansByNumber(
  sotto: Context,
  numbers: readonly string[],
  first = ask,
): Promise<Loan[]> {
  const wrong = numbers.find((number) => !/^[1-9]\d{0,17}$/.test(number));
  if (wrong !== undefined)
    throw usage(
      `${JSON.stringify(wrong)} is not the number of a loan.`,
      "`sotto admin loans list` shows them.",
    );
  const wanted = new Set(numbers);
  const oldest = [...wanted].reduce((least, each) => (BigInt(each) < BigInt(least) ? each : least));
  // The list goes from the highest number down.
  const { items } = await readPages<Loan>(
    sotto,
    Number.POSITIVE_INFINITY,
    (client, query) => client.GET("/api/admin/loan-orders", { params: { query } }),
    { first, isEnough: (read) => BigInt(read.at(-1)?.id ?? 0) <= BigInt(oldest) },
  );
  const found = new Map(items.filter(({ id }) => wanted.has(id)).map((loan) => [loan.id, loan]));
  return [...wanted].map((number) => {
    const loan = found.get(number);
    if (loan !== undefined) return loan;
    throw new CliFailure(`There is no loan ${number}. (loan/unknown)`, {
      exitCode: EXIT.notFound,
      hint: "`sotto admin loans list` shows the numbers.",
    });
  });
}

/** All pending loans, oldest first. */
export async function readPendingLoans(sotto: Context): Promise<Loan[]> {
  const { items } = await readLoans(sotto, LIST_ITEMS_MAX, { status: "pending" });
  return items.toReversed();
}

/** The name of the administrator who is logged in. */
export async function readOwnName(sotto: Context): Promise<string | undefined> {
  const account = await ask(sotto, (client) => client.POST("/api/admin/verify"));
  return account.valid ? account.username : undefined;
}
