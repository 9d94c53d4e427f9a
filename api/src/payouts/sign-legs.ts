import type { Chain, DecodedTransaction } from "../chains/chain";
import { wayOf } from "../chains/tor";
import { assert } from "../core/assert";
import type { LegId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { isFrozen } from "../ledger/reconcile-store";
import { isPaused } from "../switches/switches";
import { hasLiveAttempt, type NewPaidLeg, type Superseded, withEarlier } from "./attempt-legs-store";
import { insertAttempt } from "./attempt-store";
import { type Built, buildPayment, type Place } from "./build-payment";
import { lockOutputs } from "./holdings-store";
import { fundingTrouble, isHeld, type Leg, loadLeg, lockLeg, noteAboveCap, paidLegOf } from "./leg-store";
import type { LegWait } from "./leg-wait";
import { overriddenAttempts } from "./override-store";
import { hotAddress, type PayoutParts } from "./parts";
import { hasUnplannedSpend } from "./unplanned-store";
import { unsignedOf } from "./unsigned";
import { reviveAttempt } from "./versions-store";

export type SignOutcome =
  | { kind: "signed" }
  /** There is nothing to sign: a leg is paid, is under way, was taken back, or its order is held. */
  | { kind: "needless" }
  | { kind: "waits"; for: Exclude<LegWait, "fee"> }
  | { kind: "waits"; for: "fee"; since: TimeMs };

/**
 * Builds and signs one transaction for planned legs of one chain, never two of one owner, and commits its bytes before
 * anything is sent: bytes, transaction id, and nonce or input locks in one database transaction, so that a crash never
 * leaves coins sent and forgotten. Sending is the follower's work. Where a transaction of a leg may still land though
 * nodes refuse it, what is signed takes its place, and pays all its legs; if it comes out as the same transaction, that one
 * is revived.
 */
export async function signLegs(parts: PayoutParts, asked: readonly LegId[]): Promise<SignOutcome> {
  const { database } = parts;
  const { legIds } = await withEarlier(database, asked);
  const legs = await Promise.all(legIds.map((legId) => loadPlanned(database, legId)));
  const [first] = legs;
  assert(first !== undefined, "no leg to sign");
  const direct = parts.chains.get(first.chain);
  if (direct === undefined) return { kind: "waits", for: "connection" };
  const overTor = legs.some((leg) => leg.overTor);
  // What a payment costs is asked with its recipient.
  const chain = wayOf(direct, parts.overTor, { overTor, stream: legIds.join() });
  for (const leg of legs) {
    const trouble = await fundingTrouble(database, leg, parts.clock.now());
    if (trouble !== null) return { kind: "waits", for: trouble };
    if (await isFrozen(database, leg.asset)) return { kind: "waits", for: "books" };
  }
  // A transaction must not wait for a proxy that is away; and what is not signed holds up no later nonce.
  if (overTor) await chain.tip();
  const outcome = await transaction(database, (tx) => signIn(parts, tx, chain, legs, asked));
  if (outcome.kind === "signed") parts.onAttempt(first.chain);
  return outcome;
}

async function loadPlanned(tx: Tx, legId: LegId): Promise<Leg> {
  const leg = await loadLeg(tx, legId);
  assert(leg !== undefined, "a leg that was not planned", { legId });
  return leg;
}

async function signIn(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  legs: readonly Leg[],
  asked: readonly LegId[],
): Promise<SignOutcome> {
  if (await isPaused(tx, "payouts", "signer")) return { kind: "waits", for: "pause" };
  if (await hasUnplannedSpend(tx, chain.id)) return { kind: "waits", for: "unplanned_spend" };
  const looks: { leg: Leg; isPlanned: boolean; isHeld: boolean }[] = [];
  for (const leg of legs) {
    const isPlanned = (await lockLeg(tx, leg.id)) === "planned" && !(await hasLiveAttempt(tx, [leg.id]));
    // Asked last, because the end of its last attempt and the hold are one commit. The release asks for it again.
    looks.push({ leg, isPlanned, isHeld: await isHeld(tx, leg) });
  }
  if (looks.some((look) => asked.includes(look.leg.id) && (!look.isPlanned || look.isHeld)))
    return { kind: "needless" };
  // The place of what they were signed in together is taken already, by one that pays only the others.
  if (looks.some(({ isPlanned }) => !isPlanned)) return { kind: "waits", for: "earlier" };
  const open = looks.flatMap((look) => (look.isHeld ? [] : look.leg));
  const { legIds, earlier } = await withEarlier(tx, asked);
  if (legIds.length !== legs.length) return { kind: "waits", for: "earlier" };
  const overridden = await overriddenAttempts(
    tx,
    earlier.map(({ id }) => id),
  );
  if (await mayStillLand(parts, chain, { earlier, overridden })) return { kind: "waits", for: "earlier" };
  const built = await buildPayment(parts, tx, chain, open, { earlier, overridden });
  if ("wait" in built) return waitFor(parts, tx, open, built.wait);
  await noteAffordable(tx, open);
  await signBuilt(parts, tx, chain, open, { ...built, earlier });
  return { kind: "signed" };
}

/**
 * Whether the node knows one of these, or its nonce is used: what became of it is found out before another is signed. An
 * approver has answered the second question, where it cannot be found out.
 */
async function mayStillLand(
  parts: PayoutParts,
  chain: Chain,
  { earlier, overridden }: Place,
): Promise<boolean> {
  for (const { txId } of earlier) if ((await chain.transaction(txId)).status !== "unknown") return true;
  const nonces = earlier.flatMap(({ id, nonce }) => (overridden.has(id) ? [] : (nonce ?? [])));
  return nonces.length > 0 && (await chain.nonce(hotAddress(parts, chain.id))) > Math.min(...nonces);
}

/** Notes since when the network fee of these legs is above their caps, or that it is not what they wait for. */
async function waitFor(
  { clock }: PayoutParts,
  tx: Tx,
  legs: readonly Leg[],
  wait: LegWait,
): Promise<SignOutcome> {
  if (wait !== "fee") {
    await noteAffordable(tx, legs);
    return { kind: "waits", for: wait };
  }
  const now = clock.now();
  for (const leg of legs) if (leg.aboveCapSince === null) await noteAboveCap(tx, leg.id, now);
  return { kind: "waits", for: wait, since: Math.min(...legs.map((leg) => leg.aboveCapSince ?? now)) };
}

async function noteAffordable(tx: Tx, legs: readonly Leg[]): Promise<void> {
  for (const leg of legs) if (leg.aboveCapSince !== null) await noteAboveCap(tx, leg.id, null);
}

/** The legs, which are the first outputs, with the keys that prove what they are paid. */
const provable = (legs: readonly NewPaidLeg[], { outputs }: DecodedTransaction): NewPaidLeg[] =>
  legs.map((leg, at) => {
    const txKey = outputs[at]?.txKey;
    return { ...leg, ...(txKey !== undefined && { txKey }) };
  });

async function signBuilt(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  legs: readonly Leg[],
  { request: asked, earlier, ...built }: Built & { earlier: readonly Superseded[] },
): Promise<void> {
  const [first] = legs;
  assert(first !== undefined, "no leg to sign");
  const legIds = legs.map(({ id }) => id);
  const transaction = await unsignedOf(chain, asked);
  const { request } = transaction;
  const signed = await parts.signer.sign({ transaction, purpose: { kind: "legs", legIds } });
  const createdAt = parts.clock.now();
  // The same inputs or nonce at the same fee: it is that transaction, and is sent again.
  const again = earlier.find(({ txId }) => txId === signed.txId);
  if (again !== undefined && !(await reviveAttempt(tx, { id: again.id, legIds, now: createdAt })))
    throw new Conflict("an earlier transaction changed meanwhile");
  const { id } =
    again ??
    (await insertAttempt(tx, {
      purpose: { kind: "legs", legs: provable(legs.map(paidLegOf), chain.decode(signed.raw)) },
      chain: first.chain,
      asset: first.asset,
      sender: built.sender,
      nonce: built.nonce,
      destination: first.destination,
      units: legs.reduce((sum, { units }) => sum + units, 0n),
      feeUnitsMax: built.feeUnits,
      depositIndex: null,
      raw: signed.raw,
      txId: signed.txId,
      createdAt,
    }));
  const inPlaceOf = earlier.map((one) => one.id);
  if (request.model === "utxo" && !(await lockOutputs(tx, first.chain, request.inputs, id, inPlaceOf)))
    throw new Conflict("an output was taken");
}
