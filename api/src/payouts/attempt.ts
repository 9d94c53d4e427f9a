import { unreachable } from "../core/assert";
import { err, ok, type Result } from "../core/result";

/**
 * The life of one of our signed transactions: its bytes are committed before anything is sent, and never built again.
 */
export type AttemptState =
  | "signed"
  | "broadcasting"
  | "sent"
  | "mined"
  /** Nodes refuse it and nothing proves it dead: another one took its place. It may land still, and is watched. */
  | "superseded"
  | "final"
  | "reverted"
  | "dead"
  /** It landed beside another that an approver had signed in its place: its legs are paid twice, at the house's cost. */
  | "doubled";

export type AttemptEvent =
  | "broadcast_begun"
  /** The node has it, or had it already. */
  | "accepted"
  /** In a block of the best chain. */
  | "mined"
  /** Its block left the best chain. */
  | "unmined"
  /** Mined, succeeded, at depth. */
  | "final"
  /** Mined, failed, at depth: its fee is gone, its nonce is used. */
  | "reverted"
  /** Another one is to be signed in its place, which spends what is left of its inputs, or uses its nonce. */
  | "superseded"
  /** What was to take its place came out as the same bytes: it is to be sent again. */
  | "revived"
  /** Mined, succeeded, at depth, after another had paid its legs. */
  | "doubled"
  /** Proof that it can never be mined: a conflicting transaction is final. */
  | "dead";

/** The attempt's own machine; there is no way back to unsigned. */
export function nextAttemptState(
  state: AttemptState,
  event: AttemptEvent,
): Result<AttemptState, "not_applicable"> {
  const next = follow(state, event);
  return next === null ? err("not_applicable") : ok(next);
}

function follow(state: AttemptState, event: AttemptEvent): AttemptState | null {
  switch (state) {
    case "signed":
    case "broadcasting":
    case "sent":
      if (event === "broadcast_begun") return state === "sent" ? "sent" : "broadcasting";
      if (event === "accepted") return "sent";
      if (event === "unmined" || event === "doubled" || event === "revived") return null;
      return event;
    case "mined":
      if (event === "unmined") return "sent";
      if (event === "mined") return "mined";
      return isEnd(event) ? event : null;
    case "superseded":
      if (event === "revived") return "broadcasting";
      return isEnd(event) || event === "doubled" ? event : null;
    case "final":
    case "reverted":
    case "dead":
    case "doubled":
      return null;
    default:
      return unreachable(state);
  }
}

const isEnd = (event: AttemptEvent): event is "final" | "reverted" | "dead" =>
  event === "final" || event === "reverted" || event === "dead";
