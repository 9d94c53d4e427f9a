import { ask, askWhenAllowed, type Context } from "../../context";
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
export async function readLoansByNumber(sotto: Context, numbers: readonly string[]): Promise<Loan[]> {
  const wrong = numbers.find((number) => !/^[1-9]\d{0,15}$/.test(number));
  if (wrong !== undefined)
    throw usage(
      `${JSON.stringify(wrong)} is not the number of a loan.`,
      "`sotto admin loans list` shows them.",
    );
  const loans: Loan[] = [];
  for (const number of new Set(numbers))
    loans.push(await readLoan(sotto, number, loans.length === 0 ? ask : askWhenAllowed));
  return loans;
}

/** One loan, by the number that the server named it by. Throws CliFailure when it is unknown. */
export async function readLoan(sotto: Context, id: string, how: typeof ask): Promise<Loan> {
  try {
    return await how(sotto, (client) =>
      client.GET("/api/admin/loan-orders/{id}", { params: { path: { id } } }),
    );
  } catch (error) {
    if (!(error instanceof CliFailure) || error.problem?.code !== "loan/unknown") throw error;
    throw new CliFailure(`There is no loan ${id}. (loan/unknown)`, {
      exitCode: EXIT.notFound,
      hint: "`sotto admin loans list` shows the numbers.",
    });
  }
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
