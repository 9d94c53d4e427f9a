import type { Chain, FeeQuote } from "../chains/chain";
import { patienceOf } from "../chains/policy";
import type { SigningPurpose } from "../chains/signer";
import { assert } from "../core/assert";
import { registryUnits } from "../core/asset-amount";
import { NATIVE_ASSET } from "../core/assets";
import { err, ok, type Result } from "../core/result";
import type { Tx } from "../db/client";
import { Conflict, type Outcome, rollback, transaction } from "../db/transaction";
import { isFrozen } from "../ledger/reconcile-store";
import { isPaused } from "../switches/switches";
import { type PaidLeg, type Superseded, supersededAttempts } from "./attempt-legs-store";
import { type Attempt, insertAttempt, legsOf, moveAttempt, type NewAttempt } from "./attempt-store";
import { type Built, feeByShape, fromAccount, isSameOutput, payFromOutputs, sumOf } from "./build-payment";
import { lockOutputs, outputsLeft } from "./holdings-store";
import { fundingTrouble, type Leg, loadLeg, lockLeg, paidLegOf } from "./leg-store";
import { type FollowParts, hotAddress } from "./parts";
import { step } from "./send";
import { hasUnplannedSpend } from "./unplanned-store";
import { leastFeeMax } from "./versions-store";

/** A cancellation costs the house at most so many times what the legs may cost their owners. */
const CANCEL_FEE_TIMES = 3n;

/** What takes the place of a transaction. */
type Successor = {
  built: Built;
  purpose: SigningPurpose;
  facts: Pick<NewAttempt, "purpose" | "asset" | "destination" | "units">;
  why: "fee bump" | "cancelled by our own hand";
};

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
  const replaced = await transaction(
    parts.database,
    (tx): Promise<Outcome<Successor["why"], "stays">> =>
      replaceIn(parts, tx, chain, { attempt, legs: legsOf(purpose), mayCancel }),
  );
  if (!replaced.ok) return "late";
  parts.log.info({ chain: chain.id, attempt: attempt.id, why: replaced.value }, "a payment was replaced");
  parts.onAttempt(chain.id);
  return "replaced";
}

type Late = { attempt: Attempt; legs: readonly PaidLeg[]; mayCancel: boolean };

async function replaceIn(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, legs: paid, mayCancel }: Late,
): Promise<Outcome<Successor["why"], "stays">> {
  if (await isPaused(tx, "payouts", "signer")) return rollback("stays");
  if (await hasUnplannedSpend(tx, chain.id)) return rollback("stays");
  const legs: Leg[] = [];
  for (const { legId } of paid) {
    await lockLeg(tx, legId);
    const leg = await loadLeg(tx, legId);
    assert(leg !== undefined, "a payment without its leg", { legId });
    legs.push(leg);
  }
  const earlier = await supersededAttempts(
    tx,
    legs.map(({ id }) => id),
  );
  const late = { attempt, legs, earlier };
  const mayRaise = attempt.purpose.kind === "legs" && !(await isStopped(parts, tx, legs));
  const raised = mayRaise ? await raise(parts, tx, chain, late) : null;
  const successor = raised ?? (mayCancel ? await cancel(parts, tx, chain, late) : null);
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

/** Whether one of the legs would not be signed now: the payment is not helped to land then. */
async function isStopped(parts: FollowParts, tx: Tx, legs: readonly Leg[]): Promise<boolean> {
  for (const leg of legs)
    if ((await fundingTrouble(tx, leg, parts.clock.now())) !== null || (await isFrozen(tx, leg.asset)))
      return true;
  return false;
}

async function signSuccessor(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, earlier, successor }: Placed & { successor: Successor },
): Promise<void> {
  const { built, purpose, facts } = successor;
  const { request, sender, nonce, feeUnits } = built;
  const signed = await parts.signer.sign({ transaction: chain.build(request), purpose });
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

type Placed = { attempt: Attempt; legs: readonly Leg[]; earlier: readonly Superseded[] };

/** The same payment at a higher fee; null where its cap or the wallet's coins allow none. */
async function raise(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, legs }: Placed,
): Promise<Successor | null> {
  const built =
    chain.model === "account"
      ? await raiseAccount(parts, chain, attempt, legs)
      : await raiseOutputs(parts, tx, chain, attempt, legs);
  if (built === null) return null;
  const { asset, destination, units } = attempt;
  return {
    built,
    purpose: { kind: "legs", legIds: legs.map(({ id }) => id) },
    facts: { purpose: { kind: "legs", legs: legs.map(paidLegOf) }, asset, destination, units },
    why: "fee bump",
  };
}

async function raiseAccount(
  parts: FollowParts,
  chain: Chain,
  { raw, nonce, feeUnitsMax }: Attempt,
  legs: readonly Leg[],
): Promise<Built | null> {
  const [leg] = legs;
  assert(leg !== undefined && nonce !== null, "an account payment without its leg", { chain: chain.id });
  const from = hotAddress(parts, chain.id);
  const { asset, destination: to, units } = leg;
  const fees = await chain.replacementFee(
    { raw, feeUnits: feeUnitsMax },
    { model: "account", asset, from, to },
  );
  const fee = within(fees, leg.feeUnitsMax);
  return fee && fromAccount({ from, to, asset, units, nonce, fee });
}

/** The wanted fee, or the least that is taken, whichever is within the cap. */
const within = (fees: { least: FeeQuote; wanted: FeeQuote }, feeUnitsMax: bigint): FeeQuote | null =>
  [fees.wanted, fees.least].find(({ feeUnits }) => feeUnits <= feeUnitsMax) ?? null;

async function raiseOutputs(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  attempt: Attempt,
  legs: readonly Leg[],
): Promise<Built | null> {
  const kept = await inputsOf(tx, chain, attempt);
  if (kept === null) return null;
  const { current, least } = await feesToReplace(chain, attempt);
  for (const feeOf of [(shape: Shape) => higher(current(shape), least(shape)), least]) {
    const built = await payFromOutputs(parts, tx, chain, { legs, kept, feeOf });
    if (built.ok) return built.value;
  }
  return null;
}

type Shape = { inputs: number; outputs: number };
const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** What a transaction of a shape costs now, and what nodes ask for one in the attempt's place. */
async function feesToReplace(chain: Chain, { raw, feeUnitsMax: paidUnits }: Attempt) {
  const current = await feeByShape(async (shape) => (await chain.feeQuote(shape)).feeUnits);
  const more = await feeByShape(
    async (shape) => (await chain.replacementFee({ raw, feeUnits: 0n }, shape)).least.feeUnits,
  );
  return { current, least: (shape: Shape): bigint => paidUnits + more(shape) };
}

/** All inputs of an attempt; null where one of them is lost. */
async function inputsOf(tx: Tx, chain: Chain, { id, raw }: Attempt) {
  const { inputs } = chain.decode(raw);
  const left = await outputsLeft(tx, chain.id, inputs, [id]);
  return inputs.every((input) => left.some((output) => isSameOutput(input, output))) ? left : null;
}

/** Nothing but the coins' way back to the hot wallet; null where that would cost too much. */
async function cancel(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  { attempt, legs }: Placed,
): Promise<Successor | null> {
  const ownUnitsMax =
    legs.length > 0 ? sumOf(legs, (leg) => leg.feeUnitsMax) : await leastFeeMax(tx, attempt);
  const feeUnitsMax = CANCEL_FEE_TIMES * ownUnitsMax;
  const cancelled =
    chain.model === "account"
      ? await cancelAccount(parts, chain, attempt, feeUnitsMax)
      : await cancelOutputs(parts, tx, chain, attempt, feeUnitsMax);
  if (!cancelled.ok) return null;
  const { built, units } = cancelled.value;
  const destination = hotAddress(parts, chain.id);
  return {
    built,
    purpose: { kind: "cancel" },
    facts: {
      purpose: { kind: "cancel", legs: legs.map(paidLegOf) },
      asset: NATIVE_ASSET[chain.id],
      destination,
      units,
    },
    why: "cancelled by our own hand",
  };
}

type Cancelled = Result<{ built: Built; units: bigint }, "too_dear">;

async function cancelAccount(
  parts: FollowParts,
  chain: Chain,
  { raw, nonce, feeUnitsMax: paidUnits }: Attempt,
  feeUnitsMax: bigint,
): Promise<Cancelled> {
  assert(nonce !== null, "an account payment without its nonce", { chain: chain.id });
  const hot = hotAddress(parts, chain.id);
  const asset = NATIVE_ASSET[chain.id];
  const fees = await chain.replacementFee(
    { raw, feeUnits: paidUnits },
    { model: "account", asset, from: hot, to: hot },
  );
  const fee = within(fees, feeUnitsMax);
  if (fee === null) return err("too_dear");
  return ok({ built: fromAccount({ from: hot, to: hot, asset, units: 0n, nonce, fee }), units: 0n });
}

async function cancelOutputs(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  attempt: Attempt,
  feeUnitsMax: bigint,
): Promise<Cancelled> {
  const inputs = await inputsOf(tx, chain, attempt);
  if (inputs === null) return err("too_dear");
  const { current, least } = await feesToReplace(chain, attempt);
  const shape = { inputs: inputs.length, outputs: 1 };
  const feeUnits = [higher(current(shape), least(shape)), least(shape)].find((fee) => fee <= feeUnitsMax);
  const total = inputs.reduce((sum, { units }) => sum + units, 0n);
  const units = total - (feeUnits ?? total);
  if (feeUnits === undefined || units < registryUnits(NATIVE_ASSET[chain.id], "dustAmount"))
    return err("too_dear");
  const outputs = [{ address: hotAddress(parts, chain.id), units }];
  return ok({
    built: { request: { model: "utxo", inputs, outputs }, sender: null, nonce: null, feeUnits },
    units,
  });
}
