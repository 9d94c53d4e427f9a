import type { Chain } from "../chains/chain";
import { patienceOf } from "../chains/policy";
import { ok } from "../core/result";
import type { Tx } from "../db/client";
import { Conflict, type Outcome, rollback, transaction } from "../db/transaction";
import { isPaused } from "../switches/switches";
import { type PaidLeg, supersededAttempts } from "./attempt-legs-store";
import { type Attempt, insertAttempt, legsOf, moveAttempt } from "./attempt-store";
import { cancel } from "./cancel";
import { lockOutputs } from "./holdings-store";
import { hasMinedLook } from "./looks-store";
import type { FollowParts } from "./parts";
import { raiseFee } from "./raise-fee";
import { step } from "./send";
import { lockPaid, stopOf } from "./stop-reason";
import { feesToReplace, type Placed, type ShapeFees, type Successor } from "./successor";
import { hasUnplannedSpend } from "./unplanned-store";
import { unsignedOf } from "./unsigned";

/**
 * Lets another transaction take the place of a payment that is in no block after the expected number of them: the same
 * payment at a higher fee, within its cap. Where its cap allows no more, and it has waited for long: one that pays its
 * coins to ourselves at the house's cost, so that it holds up no later nonce and no input. It has the same nonce, or
 * spends all inputs of the one before, so that one of them lands. Late top-ups and rounds of account chains use nonces
 * of the hot wallet too: they are cancelled at once, and done again at the fee of then. `late` where it stays as it is.
 */
export async function replaceIfLate(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  tip: { height: number },
): Promise<"replaced" | "late" | "in_time"> {
  const { purpose, signedHeight, firstHeight } = attempt;
  const patience = patienceOf(chain.id);
  if (patience === null || signedHeight === null || firstHeight === null) return "in_time";
  // Late sweeps and joined coins hold up nothing, and a shared round no nonce.
  const isOwnNonce = attempt.sender !== null && (purpose.kind === "top_up" || purpose.kind === "round");
  if (purpose.kind !== "legs" && purpose.kind !== "cancel" && !isOwnNonce) return "in_time";
  if (attempt.state === "mined" || tip.height - signedHeight < patience.raiseBlocks) return "in_time";
  // One that waits for an earlier nonce is late because of that.
  if (attempt.sender !== null && (await chain.nonce(attempt.sender)) !== attempt.nonce) return "in_time";
  const mayCancel = purpose.kind !== "legs" || tip.height - firstHeight >= patience.cancelBlocks;
  const fees = chain.model === "utxo" ? await feesToReplace(chain, attempt) : null;
  const replaced = await transaction(
    parts.database,
    (tx): Promise<Outcome<Successor["why"], "stays">> =>
      replaceIn(parts, tx, chain, { attempt, legs: legsOf(purpose), mayCancel, fees }),
  );
  if (!replaced.ok) return "late";
  parts.log.info({ chain: chain.id, attempt: attempt.id, why: replaced.value }, "a payment was replaced");
  parts.onAttempt(chain.id);
  return "replaced";
}

type Late = { attempt: Attempt; legs: readonly PaidLeg[]; mayCancel: boolean; fees: ShapeFees | null };

async function replaceIn(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, legs: paid, mayCancel, fees }: Late,
): Promise<Outcome<Successor["why"], "stays">> {
  if (await isPaused(tx, "payouts", "signer")) return rollback("stays");
  if (await hasUnplannedSpend(tx, chain.id)) return rollback("stays");
  const legs = await lockPaid(tx, paid);
  const earlier = await supersededAttempts(
    tx,
    legs.map(({ id }) => id),
  );
  const late = { attempt, legs, earlier, fees };
  const stop = await stopOf(parts, tx, legs);
  // It lasts a moment, and says nothing of the payment.
  if (stop === "chain_behind") return rollback("stays");
  // An earlier version that is in a block has paid: this one is not to land as well.
  const isPaid = await hasMinedLook(tx, earlier);
  const mayRaise = attempt.purpose.kind === "legs" && stop === null && !isPaid;
  const raised = mayRaise ? await raiseFee(parts, tx, chain, late) : null;
  const successor = raised ?? (mayCancel || isPaid ? await cancel(parts, tx, chain, late) : null);
  if (successor === null) return rollback("stays");
  const superseded = await moveAttempt(tx, attempt, {
    state: step(attempt.state, "superseded"),
    proof: successor.why,
    nextCheckAt: parts.clock.now(),
  });
  if (!superseded) return rollback("stays");
  await signSuccessor(parts, tx, chain, { ...late, successor });
  return ok(successor.why);
}

async function signSuccessor(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, earlier, successor }: Placed & { successor: Successor },
): Promise<void> {
  const { built, purpose, facts } = successor;
  const { sender, nonce, feeUnits } = built;
  const transaction = await unsignedOf(chain, built.request);
  const { request } = transaction;
  const signed = await parts.signer.sign({ transaction, purpose });
  const { id } = await insertAttempt(
    tx,
    {
      ...facts,
      chain: chain.id,
      sender,
      nonce,
      feeUnitsMax: feeUnits,
      depositIndex: null,
      raw: signed.raw,
      txId: signed.txId,
      createdAt: parts.clock.now(),
    },
    attempt.firstHeight,
  );
  const inPlaceOf = [attempt.id, ...earlier.map((one) => one.id)];
  if (request.model === "utxo" && !(await lockOutputs(tx, chain.id, request.inputs, id, inPlaceOf)))
    throw new Conflict("an output was taken");
}
