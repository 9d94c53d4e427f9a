import { checkAddress } from "../../address/checks";
import { assert } from "../../core/assert";
import { type Problem, problem } from "../../core/errors";
import { ok, type Result } from "../../core/result";
import type { Tx } from "../../db/client";
import { transaction } from "../../db/transaction";
import { type Kept, once } from "../../idempotency/idempotency";
import { type LoanDraft, type LoanInput, parseLoan } from "../draft";
import { insertLoan, loadLoanByReference } from "../store";
import type { LoanCall, LoanParts } from "./call";
import { needsApprovalNow } from "./limited";
import { done, refuse, refuseAlone } from "./record";

const ACTION = "loan.create";

/** What an administrator asks to have paid out, with the address that the reserve is to pay. */
export type CreateLoanInput = LoanInput & { reference?: string | undefined };

/**
 * Creates a pending loan. A reference can be used only once, ever. Errors: those of parseLoan, `address/*`, and
 * `loan/reference-used` with the loan that has the reference.
 */
export async function createLoan<Answer>(
  parts: LoanParts,
  input: CreateLoanInput,
  call: LoanCall<Answer>,
): Promise<Result<Answer, Problem>> {
  await parts.prices.fresh();
  const asked = await draftOf(parts, input);
  if (!asked.ok) return refuseAlone(parts, { action: ACTION, subject: null, call }, asked.error);
  const wish = { draft: asked.value, input, call };
  return transaction(parts.database, (tx) => once(tx, call.idempotency, () => insert(parts, tx, wish)));
}

async function insert<Answer>(
  parts: LoanParts,
  tx: Tx,
  wish: { draft: CheckedDraft; input: CreateLoanInput; call: LoanCall<Answer> },
): Promise<Result<Kept<Answer>, Problem>> {
  const { draft, call } = wish;
  const at = parts.clock.now();
  const reference = wish.input.reference ?? null;
  const asked = { ...draft, createdBy: call.admin };
  const approvalRequired = await needsApprovalNow(parts, tx, asked, { by: "created", now: at });
  const loan = await insertLoan(tx, { ...asked, reference, approvalRequired, createdAt: at });
  if (loan !== undefined) return done(tx, loan, { action: ACTION, at, call, status: 201 });
  assert(reference !== null, "a loan without a reference cannot collide");
  const taken = await loadLoanByReference(tx, reference);
  assert(taken !== undefined, "a reference that is used belongs to a loan");
  const extra = { loan: call.answer(taken) };
  const refusal = problem("loan/reference-used", { pointer: "/reference", extra });
  return refuse(tx, { action: ACTION, at, call, subject: null }, refusal);
}

type CheckedDraft = LoanDraft & { receiveAddress: string | null };

async function draftOf(parts: LoanParts, input: CreateLoanInput): Promise<Result<CheckedDraft, Problem>> {
  const draft = parseLoan(input);
  if (!draft.ok) return draft;
  const { receiveAddress: address } = input;
  if (address === undefined) return ok({ ...draft.value, receiveAddress: null });
  const { asset } = draft.value;
  const payee = await checkAddress(parts.checks, { asset, address, pointer: "/receiveAddress" });
  return payee.ok ? ok({ ...draft.value, receiveAddress: payee.value }) : payee;
}
