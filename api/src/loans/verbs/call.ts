import type { AddressChecks } from "../../address/checks";
import type { Clock } from "../../core/ports";
import type { Database } from "../../db/client";
import type { Notifier } from "../../db/notifications";
import type { Claim } from "../../idempotency/idempotency";
import type { PriceReader } from "../../market/price-reader";
import type { ApprovalLimits } from "../approval";
import type { Loan } from "../loan";

export type LoanParts = {
  database: Database;
  clock: Clock;
  prices: Pick<PriceReader, "current" | "fresh">;
  notifier: Notifier;
  checks: AddressChecks;
  /** Above these the reserve pays only what a second person approved. */
  limits: ApprovalLimits;
};

/** A call of an administrator. */
export type LoanCall<Answer> = {
  /** The name of the account, for the audit log. */
  admin: string;
  idempotency?: Claim | undefined;
  /** Makes of the loan what the caller is answered; kept under the idempotency key with the work itself. */
  answer(loan: Loan): Answer;
};
