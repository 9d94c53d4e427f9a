import { Command } from "commander";
import { type ActOptions, acting, isConfirmed, requireAnswerable } from "../../act";
import { type CodeOptions, createAuthorized, withCode } from "../../authorize";
import { askPatiently, askWhenAllowed, type Context, type Contexts } from "../../context";
import { CliFailure, EXIT, usage } from "../../failure";
import { printRecord } from "../../output/print";
import { parseSeconds } from "../../pages";
import type { Loan } from "../../wire";
import { runLoanBatch } from "./loan-batch";
import { readLoansByNumber, readOwnName, readPendingLoans } from "./loan-select";
import { counted, loanLines, loanPairs, sumsText, worthOf } from "./loan-view";
import { waitForLoans } from "./loan-wait";

type ManyOptions = ActOptions & CodeOptions & { allPending?: true };
type PayOptions = ManyOptions & { tx?: string; wait?: true; timeout: number };

/** One authorization of the server names at most so many loans. */
const LOANS_MAX = 1000;

const many = (command: Command): Command =>
  withCode(
    acting(command.argument("[ids...]", "the loans' numbers; one question and one code are for all of them")),
  );

/** `sotto admin loans pay ID…|--all-pending`: pays loans from the reserve, after one question over their sum. */
export const payCommand = (contexts: Contexts): Command =>
  many(new Command("pay"))
    .description("pay pending loans from the reserve; those without an address are marked as paid")
    .option("--all-pending", "all pending loans, except those that still need an approval")
    .option("--tx <hash>", "mark them as paid elsewhere, by this transaction")
    .option("--wait", "wait until the reserve has paid them; exit code 1 when a payment failed")
    .option("--timeout <seconds>", "with --wait: give up waiting after this long", parseSeconds, 7_200)
    .action(async (ids: readonly string[], options: PayOptions) => {
      const sotto = contexts.admin();
      requireAnswerable(sotto, options);
      const { tx } = options;
      const loans = await chosen(sotto, ids, options, {
        isReady: isApproved,
        leftOut: "a second person has to approve first",
      });
      if (loans.length === 0) return;
      const body = tx === undefined ? {} : { txHash: tx };
      const says = await words(loans, (loan) => payWords(loan, tx));
      const question = payQuestion(loans, tx);
      const calls = loans.map(({ id }) => callOf(id, "pay", body));
      if (!(await isConfirmed(sotto, options, { says, question, calls }))) return;
      const authorized = createAuthorized(sotto, options, { subjects: numbers(loans), how: askPatiently });
      const paid = await runLoanBatch(sotto, loans, {
        done: tx === undefined ? "paid or on their way" : "marked as paid",
        resume: (rest) => `To continue: sotto admin loans pay ${numbers(rest).join(" ")}`,
        send: ({ id }) => {
          const key = crypto.randomUUID();
          return authorized((client, proof) =>
            client.POST("/api/admin/loan-orders/{id}/pay", {
              body,
              params: { path: { id }, header: { "Idempotency-Key": key, ...proof } },
            }),
          );
        },
        onDone: printerOf(sotto, loans),
      });
      if (options.wait) await waitForLoans(sotto, paid, options.timeout * 1000);
    });

/** `sotto admin loans approve ID…|--all-pending`: approves loans as the second person, after one question. */
export const approveCommand = (contexts: Contexts): Command =>
  many(new Command("approve"))
    .description("approve loans as the second person, so that the reserve can pay them")
    .option("--all-pending", "all that wait for an approval, except those that you created")
    .action(async (ids: readonly string[], options: ManyOptions) => {
      const sotto = contexts.admin();
      requireAnswerable(sotto, options);
      const own = options.allPending ? await readOwnName(sotto) : undefined;
      const loans = await chosen(sotto, ids, options, {
        isWanted: ({ approvalRequired, approvedBy }) => approvalRequired && approvedBy === null,
        isReady: ({ createdBy }) => createdBy !== own,
        leftOut: "somebody else has to approve what you created",
      });
      if (loans.length === 0) return;
      const says = await words(loans, () => "to be approved");
      const question =
        loans.length === 1
          ? "Approve that the reserve pays this loan?"
          : `Approve that the reserve pays these ${loans.length} loans, worth ${worthOf(loans)} in all?`;
      const calls = loans.map(({ id }) => callOf(id, "approve"));
      if (!(await isConfirmed(sotto, options, { says, question, calls }))) return;
      const authorized = createAuthorized(sotto, options, { subjects: numbers(loans), how: askWhenAllowed });
      await runLoanBatch(sotto, loans, {
        done: "approved",
        resume: (rest) => `To continue: sotto admin loans approve ${numbers(rest).join(" ")}`,
        send: ({ id }) =>
          authorized((client, header) =>
            client.POST("/api/admin/loan-orders/{id}/approve", { params: { path: { id }, header } }),
          ),
        onDone: printerOf(sotto, loans),
      });
    });

const callOf = (id: string, verb: "pay" | "approve", body?: object) => ({
  method: "POST" as const,
  path: `/api/admin/loan-orders/${id}/${verb}`,
  ...(body === undefined ? {} : { body }),
});

const numbers = (loans: readonly Loan[]): string[] => loans.map(({ id }) => id);

type Selection = { isWanted?: (loan: Loan) => boolean; isReady: (loan: Loan) => boolean; leftOut: string };

/** The loans that the numbers or `--all-pending` name, oldest first. Throws CliFailure when a named one is not pending. */
async function chosen(
  sotto: Context,
  ids: readonly string[],
  { allPending }: ManyOptions,
  { isWanted = () => true, isReady, leftOut }: Selection,
): Promise<Loan[]> {
  if (ids.length > 0 === (allPending === true))
    throw usage("Name the loans by their numbers, or all of them with --all-pending.");
  if (!allPending) {
    const loans = await readLoansByNumber(sotto, ids);
    refuseUnlessPending(loans);
    return loans;
  }
  const wanted = (await readPendingLoans(sotto)).filter(isWanted);
  const ready = wanted.filter(isReady);
  const others = wanted.filter((loan) => !isReady(loan));
  if (others.length > 0)
    sotto.terminal.note(
      `${counted(others.length)} left out, because ${leftOut}: ${numbers(others).join(" ")}`,
    );
  if (ready.length === 0) sotto.terminal.note("There is no loan to do this to.");
  if (ready.length > LOANS_MAX)
    sotto.terminal.note(
      `These are the oldest ${LOANS_MAX} of ${ready.length} loans; run it again for the others.`,
    );
  return ready.slice(0, LOANS_MAX);
}

function refuseUnlessPending(loans: readonly Loan[]): void {
  const ended = loans.filter(({ status }) => status !== "pending");
  if (ended.length === 0) return;
  const states = ended.map(({ id, status }) => `loan ${id} is ${status}`).join(", ");
  const rest = loans.filter(({ status }) => status === "pending");
  throw new CliFailure(
    `Only pending loans can be paid or approved; ${states}. Nothing was done. (loan/not-pending)`,
    {
      exitCode: EXIT.refused,
      hint: rest.length === 0 ? undefined : `The others are pending: ${numbers(rest).join(" ")}`,
    },
  );
}

const payWords = (loan: Loan, tx: string | undefined): string => {
  if (tx !== undefined) return `to be marked as paid by ${tx}, without sending anything`;
  if (loan.receiveAddress === null) return "to be marked as paid only, because there is no address";
  return isApproved(loan)
    ? "to be paid from the reserve"
    : "to be refused: a second person has to approve first";
};

const isApproved = ({ approvalRequired, approvedBy }: Loan): boolean =>
  !approvalRequired || approvedBy !== null;

function payQuestion(loans: readonly Loan[], tx: string | undefined): string {
  const isMark = tx !== undefined || loans.every(({ receiveAddress }) => receiveAddress === null);
  const verb = isMark ? "Mark as paid" : "Pay";
  return loans.length === 1
    ? `${verb} this loan, worth ${worthOf(loans)}?`
    : `${verb} these ${loans.length} loans, worth ${worthOf(loans)} in all?`;
}

/** The loans with their figures, and the sums of what happens to them. */
async function words(loans: readonly Loan[], what: (loan: Loan) => string): Promise<string[]> {
  const [only] = loans.length === 1 ? loans : [];
  if (only !== undefined) {
    const { pairLines } = await import("../../output/table");
    return [...pairLines([...loanPairs(only), ["action", what(only)]])];
  }
  const groups = new Map<string, Loan[]>();
  for (const loan of loans) groups.set(what(loan), [...(groups.get(what(loan)) ?? []), loan]);
  const sums = [...groups].map(([name, group]) => `${counted(group.length)} ${name}: ${sumsText(group)}`);
  return [
    ...(await loanLines(loans)),
    ...sums,
    ...(groups.size > 1 ? [`In all ${counted(loans.length)}: ${sumsText(loans)}`] : []),
  ];
}

/** One loan is shown whole; of several a person sees a line each. */
function printerOf(sotto: Context, loans: readonly Loan[]): (loan: Loan) => Promise<void> {
  let isFirst = true;
  return async (loan) => {
    if (sotto.format === "table" && loans.length > 1)
      sotto.terminal.out(
        `loan ${loan.id}: ${loan.approvedBy !== null && loan.status === "pending" ? "approved" : loan.status}`,
      );
    else await printRecord(sotto, loan, loanPairs, { titles: isFirst });
    isFirst = false;
  };
}
