import type { Tx } from "../../db/client";
import type { Claim } from "../../idempotency/idempotency";
import type { Order } from "../machine/order";

/** What goes with a call that creates an order or moves its money. */
export type Call<Answer> = {
  idempotency?: Claim | undefined;
  /**
   * Makes of the order what the caller is answered: inside the transaction and reading through it, because the answer
   * is kept under the idempotency key with the work itself.
   */
  answer(order: Order, tx: Tx): Promise<Answer>;
};

/** A call of an administrator: who acts, and why. */
export type AdminCall<Answer> = Call<Answer> & {
  reason: string;
  adminId: string;
  /** The name of the account, for the audit log. */
  admin: string;
  /** The numbers of the sources for review that they saw, where they say. */
  seenSources?: readonly number[] | undefined;
};
