import type { OrderId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import type { Holding } from "../ledger/entry";
import type { DepositRow } from "./store";

/** A deposit to an order's address. */
export type OrderDeposit = DepositRow & { orderId: OrderId };

/**
 * Is notified of what happens to the deposits of orders. `compose-worker.ts` registers it, so that deposits does not
 * depend on orders. A deposit that vanished and comes back has a higher `sighting`.
 */
export type DepositListener = {
  /** In the mempool or in a block of the best chain (again); called inside the transaction that writes it. */
  seen(tx: Tx, deposit: OrderDeposit): Promise<void>;
  /** A deposit that was seen in the mempool is in a block; called as `seen` is. */
  mined(tx: Tx, deposit: OrderDeposit & { blockAt: TimeMs }): Promise<void>;
  /** An unconfirmed transaction was replaced, or its block left the best chain; called as `seen` is. */
  gone(tx: Tx, deposit: OrderDeposit, how: "replaced" | "orphaned"): Promise<void>;
  /**
   * At policy depth. The listener opens the transaction, and calls `settle` in it with whether the ledger is credited
   * now; where the order is decided already, the child order that is opened next credits it.
   */
  final(
    deposit: OrderDeposit & { blockAt: TimeMs },
    credit: { holding: Holding; settle(tx: Tx, isCredited: boolean): Promise<void> },
  ): Promise<void>;
  /** Something that is shown of the order's deposits changed, and is committed. */
  changed(orderId: OrderId): void;
};

/** Whether a deposit is an order's. */
export const isOfOrder = (deposit: DepositRow): deposit is OrderDeposit => deposit.orderId !== null;
