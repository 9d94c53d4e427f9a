import type { LegId } from "../core/ids";
import type { CommandHandlers } from "../outbox/dispatcher";
import { LEG_WAIT_TEXT } from "./leg-wait";
import type { FollowParts } from "./parts";
import { signLegs } from "./sign-legs";
import { FEE_WAIT_MS, stopLeg } from "./stop-leg";

/** Signs a planned leg and sends it: of an order, of a mix or of a loan. */
export type SendLegCommand = { kind: "send_leg"; legId: LegId };

/** The dispatcher's work for payouts. */
export function createLegCommands(parts: FollowParts): CommandHandlers<SendLegCommand> {
  return {
    async send_leg(command) {
      const outcome = await signLegs(parts, [command.legId]);
      if (outcome.kind !== "waits") return { done: true };
      if (outcome.for === "fee" && parts.clock.now() - outcome.since >= FEE_WAIT_MS)
        if (await stopLeg(parts, command.legId, outcome.since)) return { done: true };
      return {
        done: false,
        why: LEG_WAIT_TEXT[outcome.for],
        soon: outcome.for === "coins" || outcome.for === "chain_behind",
      };
    },
  };
}
