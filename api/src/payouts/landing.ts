import { type Chain, ChainUnavailable, type TransactionStatus } from "../chains/chain";
import type { DepthPolicy } from "../chains/policy";
import { NATIVE_ASSET } from "../core/assets";
import type { Attempt } from "./attempt-store";
import { stakeOfPayment } from "./child-store";
import type { FollowParts } from "./parts";
import { stakesOfNonce } from "./versions-store";

/** Said where a transaction reports success and did something else. */
export const NOT_LANDED = "a transaction succeeded and did not pay what it was signed for";

export type Mined = Extract<TransactionStatus, { status: "mined" }>;

/**
 * When a transaction counts, or is dead, for good. A cancellation pays nothing, and takes as long as what it takes the place
 * of: a reorg may put that one in its block after all. A child takes as long as the payment that it pays for, and no longer.
 */
export async function landingPolicy(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
): Promise<DepthPolicy> {
  const stakes = await stakesOf(parts, attempt);
  const own = attempt.purpose.kind === "child" ? [] : [attempt];
  const policies = [...own, ...stakes].map((coins) => parts.payoutPolicy(chain, coins));
  return {
    confirmations: Math.max(...policies.map(({ confirmations }) => confirmations)),
    finalized: policies.some(({ finalized }) => finalized),
  };
}

async function stakesOf({ database }: FollowParts, attempt: Attempt): ReturnType<typeof stakesOfNonce> {
  if (attempt.purpose.kind === "cancel") return stakesOfNonce(database, attempt);
  return attempt.purpose.kind === "child" ? stakeOfPayment(database, attempt.purpose.of) : [];
}

/**
 * Whether a transaction brought what it was signed for to where it was to go. A token's contract may do anything and
 * report success, so its transfers in that block are what counts; the native coin moves whenever there is success.
 */
export async function hasLanded(chain: Chain, { asset, raw, txId }: Attempt, mined: Mined): Promise<boolean> {
  if (chain.model !== "account" || asset === NATIVE_ASSET[chain.id]) return true;
  const block = await chain.block(mined.height);
  // Not having it yet, as one of several nodes may, says nothing of the payment.
  if (block === undefined) throw new ChainUnavailable(chain.id, "a node lacks the block of a payment");
  if (block.hash !== mined.blockHash) return false;
  const moved = block.transfers.filter((transfer) => transfer.txId === txId);
  return chain
    .decode(raw)
    .outputs.every((signed) =>
      moved.some(
        ({ asset: of, to, units }) => of === signed.asset && to === signed.to && units === signed.units,
      ),
    );
}
