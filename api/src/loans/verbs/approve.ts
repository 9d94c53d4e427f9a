import type { Problem } from "../../core/errors";
import type { LoanId } from "../../core/ids";
import { ok, type Result } from "../../core/result";
import { act } from "./act";
import type { LoanCall, LoanParts } from "./call";

/** Approves a loan that another administrator created. Errors: `loan/own-approval`, `loan/approval-needless`, as act. */
export const approveLoan = <Answer>(
  parts: LoanParts,
  id: LoanId,
  call: LoanCall<Answer>,
): Promise<Result<Answer, Problem>> =>
  act(parts, id, {
    action: "loan.approve",
    call,
    eventOf: async () => ok({ type: "approve", by: call.admin }),
  });
