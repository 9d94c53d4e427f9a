import type { Chain } from "../chains/chain";
import { wayOf } from "../chains/tor";
import { assert } from "../core/assert";
import type { LegId } from "../core/ids";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { isFrozen } from "../ledger/reconcile-store";
import { isPaused } from "../switches/switches";
import { hasLiveAttempt, insertAttempt, supersededAttempts } from "./attempt-store";
import { type Built, buildPayment } from "./build-payment";
import { lockOutputs } from "./holdings-store";
import { fundingTrouble, isHeld, type Leg, loadLeg, lockLeg } from "./leg-store";
import type { LegWait } from "./leg-wait";
import type { PayoutParts } from "./parts";

export type SignOutcome =
  | { kind: "signed" }
  /** There is nothing to sign: the leg is paid, is under way, was taken back, or its order is held. */
  | { kind: "needless" }
  | { kind: "waits"; for: LegWait };

/**
 * Builds and signs the transaction of a planned leg and commits its bytes before anything is sent: bytes, transaction
 * id, and nonce or input locks in one database transaction, so that a crash never leaves coins sent and forgotten.
 * Sending is the follower's work.
 */
export async function signLeg(parts: PayoutParts, legId: LegId): Promise<SignOutcome> {
  const leg = await loadLeg(parts.database, legId);
  assert(leg !== undefined, "a leg that nobody planned", { legId });
  const direct = parts.chains.get(leg.chain);
  if (direct === undefined) return { kind: "waits", for: "connection" };
  // What a payment costs is asked with its recipient.
  const chain = wayOf(direct, parts.overTor, { ...leg, stream: leg.id });
  const trouble = await fundingTrouble(parts.database, leg, parts.clock.now());
  if (trouble !== null) return { kind: "waits", for: trouble };
  if (await isFrozen(parts.database, leg.asset)) return { kind: "waits", for: "books" };
  // A transaction must not wait for a proxy that is away; and what is not signed holds up no later nonce.
  if (leg.overTor) await chain.tip();
  const outcome = await transaction(parts.database, (tx) => signIn(parts, tx, chain, leg));
  if (outcome.kind === "signed") parts.onAttempt(leg.chain);
  return outcome;
}

async function signIn(parts: PayoutParts, tx: Tx, chain: Chain, leg: Leg): Promise<SignOutcome> {
  if (await isPaused(tx, "payouts", "signer")) return { kind: "waits", for: "pause" };
  if ((await lockLeg(tx, leg.id)) !== "planned" || (await hasLiveAttempt(tx, leg.id)))
    return { kind: "needless" };
  // Asked last, because the end of its last attempt and the hold are one commit. The release asks for it again.
  if (await isHeld(tx, leg)) return { kind: "needless" };
  const earlier = await supersededAttempts(tx, leg.id);
  for (const { txId } of earlier)
    if ((await chain.transaction(txId)).status !== "unknown") return { kind: "waits", for: "earlier" };
  const built = await buildPayment(parts, tx, chain, leg, earlier);
  if ("wait" in built) return { kind: "waits", for: built.wait };
  await signBuilt(parts, tx, chain, leg, { ...built, inPlaceOf: earlier.map(({ id }) => id) });
  return { kind: "signed" };
}

async function signBuilt(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  leg: Leg,
  built: Built & { inPlaceOf: readonly string[] },
): Promise<void> {
  const signed = await parts.signer.sign({
    transaction: chain.build(built.request),
    purpose: { kind: "leg", legId: leg.id },
  });
  const attempt = await insertAttempt(tx, {
    purpose: { kind: "leg", legId: leg.id },
    chain: leg.chain,
    asset: leg.asset,
    sender: built.sender,
    nonce: built.nonce,
    destination: leg.destination,
    units: leg.units,
    feeUnitsMax: built.feeUnits,
    depositIndex: null,
    raw: signed.raw,
    txId: signed.txId,
    createdAt: parts.clock.now(),
  });
  const { request, inPlaceOf } = built;
  if (request.model === "utxo" && !(await lockOutputs(tx, leg.chain, request.inputs, attempt.id, inPlaceOf)))
    throw new Conflict("an output was taken");
}
