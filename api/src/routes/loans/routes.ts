import type { Administrator } from "../../admin/administrator";
import type { Edge } from "../../http/edge";
import { type Call, mountAdmin } from "../../http/mount";
import type { LoanAnswers, LoanContext } from "./answers";
import { approveLoan, createLoan, listLoans, payLoan, readLoan, readLoanSums } from "./operations";

/** Serves payout (loan) orders to administrators. */
export function mountLoanRoutes(edge: Edge, loans: LoanAnswers): void {
  mountAdmin(edge, listLoans, ({ query }) => loans.list(query));
  mountAdmin(edge, readLoanSums, () => loans.sums());
  mountAdmin(edge, readLoan, ({ params }) => loans.read(params.id));
  mountAdmin(edge, createLoan, (call, admin) => loans.create(call.body, contextOf(call, admin)));
  mountAdmin(edge, payLoan, (call, admin) => loans.pay(call.params.id, call.body, contextOf(call, admin)));
  mountAdmin(edge, approveLoan, (call, admin) => loans.approve(call.params.id, contextOf(call, admin)));
}

const contextOf = (call: Pick<Call<unknown, unknown>, "context">, admin: Administrator): LoanContext => ({
  ...call.context,
  admin: admin.username,
});
