import { unreachable } from "../core/assert";
import { err, ok, type Result } from "../core/result";

/** Where a deposit is on its way from the chain into the ledger. */
export type DepositState = "seen" | "confirmed" | "credited" | "replaced" | "orphaned" | "lost";

export type DepositEvent =
  /** In the mempool or in a block of the best chain (again). */
  | "seen"
  /** At policy depth. */
  | "final"
  /** Booked in the ledger. */
  | "credited"
  /** An unconfirmed transaction that the node no longer knows. */
  | "replaced"
  /** Its block left the best chain, and the node no longer knows the transaction. */
  | "orphaned"
  /** Its block left the best chain after it was credited. */
  | "lost"
  /** A lost deposit is in the best chain again. */
  | "restored";

/** The deposit's own machine. An error means that the event does not apply in this state. */
export function nextDepositState(
  state: DepositState,
  event: DepositEvent,
): Result<DepositState, "not_applicable"> {
  const next = follow(state, event);
  return next === null ? err("not_applicable") : ok(next);
}

function follow(state: DepositState, event: DepositEvent): DepositState | null {
  switch (state) {
    case "seen":
      if (event === "final") return "confirmed";
      if (event === "replaced") return "replaced";
      return event === "orphaned" ? "orphaned" : null;
    case "confirmed":
      if (event === "credited") return "credited";
      // Its block left the best chain: it must be as deep again before it is credited.
      if (event === "seen") return "seen";
      return event === "orphaned" ? "orphaned" : null;
    case "credited":
      return event === "lost" ? "lost" : null;
    case "replaced":
    case "orphaned":
      return event === "seen" ? "seen" : null;
    case "lost":
      return event === "restored" ? "credited" : null;
    default:
      return unreachable(state);
  }
}
