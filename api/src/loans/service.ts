import { type AddressChecks, checkAddress } from "../address/checks";
import { appendAudit } from "../audit/audit";
import { assert, unreachable } from "../core/assert";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../core/assets";
import { type Problem, problem } from "../core/errors";
import { PAGE_ITEMS_MAX } from "../core/page";
import type { Clock, TimeMs } from "../core/ports";
import { err, ok, type Result } from "../core/result";
import type { Database, Tx } from "../db/client";
import type { Notifier } from "../db/notifications";
import { Conflict, rollback, transaction } from "../db/transaction";
import { type Kept, once } from "../idempotency/idempotency";
import type { BoardReader } from "../market/board";
import { feeUnitsMaxOf, gasAsideUnits } from "../market/market";
import { holdFreeReserves } from "../reserves/store";
import { LOAN_ID_PATTERN, type LoanWire } from "../routes/loans/schema";
import type { LoanContext, LoanVerbs } from "../routes/loans/verbs";
import { loanWire } from "../routes/loans/view";
import { isPaused } from "../switches/switches";
import { type LoanDraft, needsApproval, readLoan } from "./draft";
import { type Loan, type LoanError, type LoanEvent, transitionLoan } from "./loan";
import { advanceLoan, insertLoan, listLoans, loadLoanByReference, lockLoan } from "./store";

export type LoanParts = {
  database: Database;
  clock: Clock;
  board: Pick<BoardReader, "current">;
  notifier: Notifier;
  checks: AddressChecks;
  /** What is worth more than this, in whole USDT, the reserve pays only when a second person approved it. */
  approvalUsdt: bigint;
};

/**
 * Everything that administrators can do with loans; each verb is one transaction, its row of the audit log in it. The
 * public process only asks the reserve to pay: it holds what is needed, and the worker plans, signs and follows the leg.
 */
export function createLoanService(parts: LoanParts): LoanVerbs {
  return {
    async list({ status, reference, cursor }) {
      if (cursor !== undefined && !LOAN_ID_PATTERN.test(cursor))
        return err(problem("request/invalid", { pointer: "/cursor" }));
      const loans = await listLoans(parts.database, {
        limit: PAGE_ITEMS_MAX + 1,
        ...(status && { status }),
        ...(reference !== undefined && { reference: reference.replaceAll("\u0000", "") }),
        ...(cursor && { before: cursor }),
      });
      const items = loans.slice(0, PAGE_ITEMS_MAX);
      return ok({
        items: items.map(loanWire),
        nextCursor: loans.length > items.length ? (items.at(-1)?.id ?? null) : null,
      });
    },
    create: (input, context) => create(parts, input, context),
    pay: (id, { txHash }, context) => {
      // PostgreSQL cannot hold U+0000 in a text, nor halves of characters.
      const noted = txHash && Buffer.from(txHash.replaceAll("\u0000", "")).toString();
      return act(parts, id, context, {
        action: "loan.pay",
        eventOf: (tx, loan) => payment(parts, tx, { loan, noted, by: context.admin }),
      });
    },
    approve: (id, context) =>
      act(parts, id, context, {
        action: "loan.approve",
        eventOf: async () => ok({ type: "approve", by: context.admin }),
      }),
  };
}

async function create(
  parts: LoanParts,
  input: Parameters<LoanVerbs["create"]>[0],
  context: LoanContext,
): Promise<Result<LoanWire, Problem>> {
  const action = "loan.create";
  const asked = await draftOf(parts, input);
  if (!asked.ok) return refuseAlone(parts, { action, subject: null, context, refusal: asked.error });
  const draft = asked.value;
  const work = async (tx: Tx): Promise<Result<Kept<LoanWire>, Problem>> => {
    const at = parts.clock.now();
    const reference = input.reference ?? null;
    const loan = await insertLoan(tx, {
      ...draft,
      reference,
      approvalRequired: needsApproval(draft, approvalRule(parts, at)),
      createdBy: context.admin,
      createdAt: at,
    });
    if (loan === undefined) {
      assert(reference !== null, "a loan without a reference cannot collide");
      const taken = await loadLoanByReference(tx, reference);
      assert(taken !== undefined, "a reference is taken by nobody");
      const extra = { loan: loanWire(taken) };
      const refusal = problem("loan/reference-used", { pointer: "/reference", extra });
      return refuse(tx, { at, action, subject: null, context, refusal });
    }
    return done(tx, loan, { context, action, at, status: 201 });
  };
  return transaction(parts.database, (tx) => once(tx, context.idempotency, () => work(tx)));
}

/** What is asked for, with the address it is to be paid to. */
async function draftOf(
  parts: LoanParts,
  input: Parameters<LoanVerbs["create"]>[0],
): Promise<Result<LoanDraft & { receiveAddress: string | null }, Problem>> {
  const draft = readLoan(input);
  if (!draft.ok) return draft;
  const { receiveAddress: address } = input;
  if (address === undefined) return ok({ ...draft.value, receiveAddress: null });
  const { asset } = draft.value;
  const payee = await checkAddress(parts.checks, { asset, address, pointer: "/receiveAddress" });
  return payee.ok ? ok({ ...draft.value, receiveAddress: payee.value }) : payee;
}

const approvalRule = ({ approvalUsdt, board }: LoanParts, now: TimeMs) => ({
  approvalUsdt,
  board: board.current(),
  now,
});

type Wanted = Extract<LoanEvent, { type: "approve" | "need_approval" | "pay" | "mark_paid" }>;

/** One thing that somebody asks of a loan: transition, reserve, loan, work, audit and answer in one transaction. */
async function act(
  parts: LoanParts,
  id: string,
  context: LoanContext,
  wish: { action: LoanAction; eventOf: (tx: Tx, loan: Loan) => Promise<Result<Wanted, Problem>> },
): Promise<Result<LoanWire, Problem>> {
  const work = async (tx: Tx): Promise<Result<Kept<LoanWire>, Problem>> => {
    const at = parts.clock.now();
    const refusalOf = { at, action: wish.action, subject: id, context };
    const loan = await lockLoan(tx, id);
    if (loan === undefined) return refuse(tx, { ...refusalOf, refusal: problem("loan/unknown") });
    const event = await wish.eventOf(tx, loan);
    if (!event.ok) return refuse(tx, { ...refusalOf, refusal: event.error });
    const action = event.value.type === "mark_paid" ? "loan.mark-paid" : wish.action;
    const outcome = transitionLoan(loan, event.value);
    if (!outcome.ok) return refuse(tx, { ...refusalOf, action, refusal: problemOf(outcome.error) });
    const { hold } = outcome.value;
    const aside = gasAside(parts, loan.asset);
    // What it held so far of other assets is given back.
    if (!(await holdFreeReserves(tx, hold, aside))) return rollback(problem("reserve/insufficient"));
    if (!(await advanceLoan(tx, outcome.value, at))) throw new Conflict("the loan has moved on");
    // From now on it says that it needs an approval, and so it can be given one.
    if (event.value.type === "need_approval")
      return refuse(tx, { ...refusalOf, refusal: problem("loan/approval-required") });
    return done(tx, outcome.value.loan, { context, action, at, status: 200 });
  };
  const outcome = await transaction(parts.database, (tx) => once(tx, context.idempotency, () => work(tx)));
  if (outcome.ok && outcome.value.status === "processing") parts.notifier.wake("outbox");
  if (outcome.ok || outcome.error.code !== "reserve/insufficient") return outcome;
  // Its transaction was rolled back, and a record of it with it.
  return refuseAlone(parts, { action: wish.action, subject: id, context, refusal: outcome.error });
}

type LoanAction = "loan.create" | "loan.approve" | "loan.pay" | "loan.mark-paid";

/** How a loan is to be paid: by the reserve, where it has an address and nobody names a transaction. */
async function payment(
  parts: LoanParts,
  tx: Tx,
  wish: { loan: Loan; noted: string | undefined; by: string },
): Promise<Result<Wanted, Problem>> {
  const { loan, noted, by } = wish;
  const { asset } = loan;
  if (loan.receiveAddress === null || noted !== undefined)
    return ok({ type: "mark_paid", by, txHash: noted || null, at: parts.clock.now() });
  if (loan.phase.status === "pending") {
    if (await isPaused(tx, "payouts")) return err(problem("payouts/paused"));
    const board = parts.board.current();
    const isReady = board.assets.has(asset) && board.networkFees.has(asset);
    if (!isReady || (await isPaused(tx, `asset:${asset}`)))
      return err(problem("currency/paused", { params: { currency: asset } }));
    // What was approved stays approved; what was too small to need it may have grown.
    if (!loan.approvalRequired && needsApproval(loan, approvalRule(parts, parts.clock.now())))
      return ok({ type: "need_approval" });
  }
  return ok({ type: "pay", by, feeUnitsMax: feeUnitsMaxOf(parts.board.current(), asset) });
}

/** What must stay free of the native coin, for the network fees of everything else. */
function gasAside(parts: LoanParts, asset: AssetCode): ReadonlyMap<string, bigint> {
  return new Map([[NATIVE_ASSET[assetOf(asset).chain], gasAsideUnits(parts.board.current(), asset)]]);
}

/** Records the action and answers it; only the answer's own row is written after it. */
async function done(
  tx: Tx,
  loan: Loan,
  deed: { context: LoanContext; action: LoanAction; at: TimeMs; status: number },
): Promise<Result<Kept<LoanWire>, Problem>> {
  const { context, action, at, status } = deed;
  const { admin } = context;
  await appendAudit(tx, { at, admin, action, outcome: "done", subject: loan.id, reason: null });
  return ok({ answer: loanWire(loan), orderId: null, status });
}

type Refusal = { action: LoanAction; subject: string | null; context: LoanContext; refusal: Problem };

/** Records what was refused, as the last write before the commit, and answers it. */
async function refuse(
  tx: Tx,
  { at, action, subject, context, refusal }: Refusal & { at: TimeMs },
): Promise<Result<never, Problem>> {
  const { admin } = context;
  await appendAudit(tx, { at, admin, action, outcome: "refused", subject, reason: refusal.code });
  return err(refusal);
}

/** The same where nothing else is written. */
const refuseAlone = (parts: LoanParts, refusal: Refusal): Promise<Result<never, Problem>> =>
  transaction(parts.database, (tx) => refuse(tx, { ...refusal, at: parts.clock.now() }));

function problemOf(failure: LoanError): Problem {
  switch (failure) {
    case "not_pending":
    case "already_done":
    case "no_address":
      return problem("loan/not-pending");
    case "own_approval":
      return problem("loan/own-approval");
    case "approval_needless":
      return problem("loan/approval-needless");
    case "approval_required":
      return problem("loan/approval-required");
    default:
      return unreachable(failure);
  }
}
