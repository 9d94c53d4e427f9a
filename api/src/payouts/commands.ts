import { SignerRefusal } from "../chains/signer";
import type { LegId } from "../core/ids";
import type { CommandHandlers, CommandOutcome } from "../outbox/dispatcher";
import { companionsOf, signTogether } from "./companions";
import { LEG_WAIT_TEXT } from "./leg-wait";
import type { FollowParts } from "./parts";
import { signLegs } from "./sign-legs";
import { FEE_WAIT_MS, stopLeg } from "./stop-leg";

/** Signs a planned leg and sends it: of an order, of a mix or of a loan. */
export type SendLegCommand = { kind: "send_leg"; legId: LegId };

/** The dispatcher's work for payouts. */
export function createLegCommands(parts: FollowParts): CommandHandlers<SendLegCommand> {
  return {
    async send_leg({ legId }) {
      const companions = await companionsOf(parts, legId);
      if ("until" in companions)
        return { done: false, why: "waits for others to go out with", at: companions.until };
      const { legIds } = companions;
      if (legIds.length > 1 && (await signTogether(parts, legIds))) return { done: true };
      return signAlone(parts, legId);
    },
  };
}

async function signAlone(parts: FollowParts, legId: LegId): Promise<CommandOutcome> {
  const outcome = await signLegs(parts, [legId]).catch((error: unknown) => {
    if (error instanceof SignerRefusal) return { kind: "refused", error } as const;
    throw error;
  });
  if (outcome.kind === "refused") return refused(parts, legId, outcome.error);
  if (outcome.kind !== "waits") return { done: true };
  if (outcome.for === "fee" && parts.clock.now() - outcome.since >= FEE_WAIT_MS)
    if (await stopLeg(parts, legId, outcome.since)) return { done: true };
  return {
    done: false,
    why: LEG_WAIT_TEXT[outcome.for],
    soon: outcome.for === "coins" || outcome.for === "chain_behind",
  };
}

/** How the reason of a payout begins that waits for a release; the list of what is stuck knows it by this. */
export const AWAITS_RELEASE = "waits for an approver's release";

function refused(
  { log }: Pick<FollowParts, "log">,
  leg: LegId,
  { kind, message: refusal }: SignerRefusal,
): CommandOutcome {
  if (kind === "release") {
    log.warn({ leg, refusal }, "a payout waits for an approver's release");
    return { done: false, why: `${AWAITS_RELEASE}: ${refusal}` };
  }
  if (kind === "clock") {
    log.warn({ leg, refusal }, "a payout waits until the signer's clock is right");
    return { done: false, why: `waits: ${refusal}` };
  }
  log.error({ leg, refusal }, "the signer refused a payout");
  return { done: false, why: `the signer refused: ${refusal}` };
}
