import { type Chain, ChainUnavailable } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import { type DepthPolicy, isFinal } from "../chains/policy";
import { wayOf } from "../chains/tor";
import { assert } from "../core/assert";
import { NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { failureFacts } from "../db/failure";
import type { Notifier } from "../db/notifications";
import { Conflict, transaction } from "../db/transaction";
import { mixRoundEntry, networkFeeEntry } from "../ledger/entry";
import type { LedgerStore } from "../ledger/store";
import type { LoanEngine } from "../loans/engine";
import { closeRounds, poolAddresses } from "../mixing/rounds-store";
import type { Engine } from "../orders/engine/apply";
import { changeReserves } from "../reserves/store";
import { nextAttemptState } from "./attempt";
import { type Attempt, type AttemptWay, leaseAttempts, moveAttempt, postponeAttempt } from "./attempt-store";
import { addOwnOutput, changeUnswept, spendOutputs } from "./holdings-store";
import { bookOwnMove } from "./own-move";
import { hotAddress, type PayoutParts } from "./service";

export type FollowParts = PayoutParts & {
  engine: Engine;
  loans: LoanEngine;
  ledger: LedgerStore;
  notifier: Notifier;
  payoutPolicy(chain: Chain): DepthPolicy;
};

/** Logged for as long as it is so. */
const LOOK_FAILED = "a transaction could not be followed";
const LEASE_MS = 15_000;
const LOOK_AGAIN_MS = 400;
const RESEND_AFTER_MS = 2_000;
const ATTEMPTS_PER_TICK_MAX = 100;
/** Through Tor a look takes seconds: they are done at once, and leased for as long as a call may take with its retries. */
const TOR_LEASE_MS = 60_000;
const TOR_AT_ONCE_MAX = 20;

/** Brings every open attempt of a chain on: sends what is signed, sends the SAME bytes again, books what is final. */
export async function followAttempts(parts: FollowParts, chain: Chain, way: AttemptWay): Promise<void> {
  const cursor = await loadCursor(parts.database, chain.id);
  if (cursor === undefined || cursor.status !== "ok") return;
  const due = await leaseAttempts(parts.database, chain.id, parts.clock.now(), {
    way,
    forMs: way === "tor" ? TOR_LEASE_MS : LEASE_MS,
    limit: way === "tor" ? TOR_AT_ONCE_MAX : ATTEMPTS_PER_TICK_MAX,
  });
  if (due.length === 0) return;
  const tip = await chain.tip();
  if (way !== "tor") {
    for (const attempt of due) await look(parts, chain, attempt, tip);
    return;
  }
  const looks = await Promise.allSettled(due.map((attempt) => look(parts, chain, attempt, tip)));
  for (const outcome of looks) if (outcome.status === "rejected") throw outcome.reason;
}

type Heights = { height: number; finalizedHeight: number | null };

/** One look. Whatever fails in it, the bytes are kept and the next look finds out; nothing else of the chain waits for it. */
async function look(parts: FollowParts, chain: Chain, attempt: Attempt, tip: Heights): Promise<void> {
  const { log, database, clock, overTor } = parts;
  try {
    const stream = attempt.legId ?? attempt.id;
    await follow(parts, wayOf(chain, overTor, { ...attempt, stream }), attempt, tip);
  } catch (error) {
    const isAway = error instanceof ChainUnavailable;
    if (isAway && attempt.overTor)
      log.warn({ attempt: attempt.id, failure: error.message }, "a payment waits for Tor");
    else if (!isAway && !(error instanceof Conflict))
      log.error({ chain: chain.id, attempt: attempt.id, ...failureFacts(error) }, LOOK_FAILED);
    await postponeAttempt(database, attempt, clock.now() + RESEND_AFTER_MS);
  }
}

async function follow(parts: FollowParts, chain: Chain, attempt: Attempt, tip: Heights): Promise<void> {
  if (attempt.state === "signed") return send(parts, chain, attempt);
  const status = await chain.transaction(attempt.txId);
  if (status.status === "unknown") return send(parts, chain, attempt);
  if (status.status === "mempool") {
    if (attempt.state === "broadcasting") await markSent(parts, attempt);
    const state = attempt.state === "mined" ? step("mined", "unmined") : "sent";
    return lookLater(parts, { ...attempt, state, height: null, blockHash: null }, LOOK_AGAIN_MS);
  }
  const { height, blockHash, feeUnits, succeeded } = status;
  if (attempt.state === "broadcasting") await markSent(parts, attempt);
  if (!isFinal(height, tip, parts.payoutPolicy(chain))) {
    await moveAttempt(parts.database, attempt, {
      state: step(attempt.state === "broadcasting" ? "sent" : attempt.state, "mined"),
      height,
      blockHash,
      feeUnits,
      nextCheckAt: parts.clock.now() + LOOK_AGAIN_MS,
    });
    return;
  }
  await close(parts, chain, attempt, { height, blockHash, feeUnits, succeeded });
}

/** Commits that we are about to send, then sends. A lost reply leaves `broadcasting`: the next look finds out. */
async function send(parts: FollowParts, chain: Chain, attempt: Attempt): Promise<void> {
  const begun = step(attempt.state === "mined" ? "sent" : attempt.state, "broadcast_begun");
  const leased = await moveAttempt(parts.database, attempt, {
    state: begun,
    nextCheckAt: parts.clock.now() + LEASE_MS,
  });
  if (!leased) return;
  const { outcome, ...rest } = await chain.broadcast(attempt.raw);
  if (outcome === "accepted") {
    await markSent(parts, { ...attempt, state: begun });
    return lookLater(parts, { ...attempt, state: "sent" }, LOOK_AGAIN_MS);
  }
  parts.log.warn({ chain: chain.id, attempt: attempt.id, ...rest }, "the node refused a transaction of ours");
  await lookLater(parts, { ...attempt, state: begun }, RESEND_AFTER_MS);
}

/** The node has the transaction: the order or the loan learns its id. Once per attempt. */
async function markSent(parts: FollowParts, attempt: Attempt): Promise<void> {
  await moveAttempt(parts.database, attempt, {
    state: step(attempt.state, "accepted"),
    nextCheckAt: parts.clock.now() + LOOK_AGAIN_MS,
  });
  const { legId, orderId, loanId, txId } = attempt;
  if (legId === null || attempt.state === "sent") return;
  const at = parts.clock.now();
  if (loanId !== null) {
    await transaction(parts.database, (tx) =>
      parts.loans.applyIn(tx, { loanId, event: { type: "leg_sent", legId, txId }, at }),
    );
    return;
  }
  assert(orderId !== null, "a leg's attempt without its order", { id: attempt.id });
  await parts.engine.apply({
    orderId,
    source: "payout",
    externalId: `${attempt.id}:sent`,
    event: { type: "leg_sent", at, legId, txId },
  });
}

const step = (state: Attempt["state"], event: Parameters<typeof nextAttemptState>[1]): Attempt["state"] => {
  const next = nextAttemptState(state, event);
  assert(next.ok, "an attempt cannot go there", { state, event });
  return next.value;
};

async function lookLater(parts: FollowParts, attempt: Attempt, inMs: number): Promise<void> {
  await moveAttempt(parts.database, attempt, {
    state: attempt.state,
    height: attempt.height,
    blockHash: attempt.blockHash,
    nextCheckAt: parts.clock.now() + inMs,
  });
}

type Landed = { height: number; blockHash: string; feeUnits: bigint; succeeded: boolean };

/** At depth: the attempt, the wallet, the ledger and the order change in one database transaction. */
async function close(parts: FollowParts, chain: Chain, attempt: Attempt, landed: Landed): Promise<void> {
  let concerned = attempt.orderId === null ? [] : [attempt.orderId];
  await transaction(parts.database, async (tx) => {
    const closed = await moveAttempt(tx, attempt, {
      state: landed.succeeded ? "final" : "reverted",
      height: landed.height,
      blockHash: landed.blockHash,
      feeUnits: landed.feeUnits,
      nextCheckAt: parts.clock.now(),
    });
    if (!closed) return;
    if (chain.model === "utxo") await settleOutputs(parts, tx, chain, attempt);
    if (attempt.kind === "leg") await closeLegAttempt(parts, tx, attempt, landed);
    else if (attempt.kind === "round") concerned = await closeRound(parts, tx, chain, attempt, landed);
    else await bookOwnMove(parts, tx, attempt, landed);
  });
  for (const orderId of concerned) parts.notifier.orderChanged(orderId);
}

async function settleOutputs(parts: FollowParts, tx: Tx, chain: Chain, attempt: Attempt): Promise<void> {
  await spendOutputs(tx, attempt.id);
  const hot = hotAddress(parts, chain.id);
  const { outputs } = chain.decode(attempt.raw);
  const isRound = attempt.kind === "round";
  const fresh = isRound
    ? await poolAddresses(
        tx,
        chain.id,
        outputs.map(({ to }) => to),
      )
    : new Map<string, number>();
  for (const [ordinal, output] of outputs.entries()) {
    const index = fresh.get(output.to);
    const isChange = output.to === hot && (isRound || ordinal > 0);
    if (!isChange && index === undefined) continue;
    await addOwnOutput(tx, {
      chain: chain.id,
      txId: attempt.txId,
      ordinal,
      asset: output.asset,
      address: output.to,
      key: index === undefined ? { branch: "hot", index: 0 } : { branch: "deposit", index },
      units: output.units,
    });
  }
}

async function closeLegAttempt(parts: FollowParts, tx: Tx, attempt: Attempt, landed: Landed): Promise<void> {
  const { legId, orderId, loanId, txId } = attempt;
  assert(legId !== null && (orderId !== null || loanId !== null), "a leg's attempt without its leg", {
    id: attempt.id,
  });
  const { feeUnits } = landed;
  const at = parts.clock.now();
  const type = landed.succeeded ? "leg_final" : "leg_reverted";
  if (orderId === null) {
    assert(loanId !== null, "a leg of nobody", { id: attempt.id });
    const told = await parts.loans.applyIn(tx, { loanId, event: { type, at, legId, txId, feeUnits }, at });
    assert(told.ok, "a payout event is never refused", { error: told.ok ? null : told.error });
    return;
  }
  const applied = await parts.engine.applyIn(tx, {
    orderId,
    source: "payout",
    externalId: `${attempt.id}:${landed.succeeded ? "final" : "reverted"}`,
    event: { type, at, legId, txId, feeUnits },
  });
  assert(applied.ok, "a payout event is never refused", { error: applied.ok ? null : applied.error });
}

/** A round of the mixer: its orders go on, or it is done again. Gives the orders. */
async function closeRound(
  parts: FollowParts,
  tx: Tx,
  chain: Chain,
  attempt: Attempt,
  landed: Landed,
): Promise<string[]> {
  const at = parts.clock.now();
  const rounds = await closeRounds(tx, attempt.id, landed.succeeded);
  const holding = chain.model === "utxo" ? "chain" : "unswept";
  if (landed.succeeded) {
    for (const { orderId, no } of rounds) {
      const applied = await parts.engine.applyIn(tx, {
        orderId,
        source: "mixer",
        externalId: `${orderId}:round:${no}`,
        event: { type: "mix_round", at, no, outcome: "done" },
      });
      // An order that went on without the round learns nothing from it; the coins are where they are.
      const isTaken = applied.ok || applied.error === "already_done";
      assert(isTaken, "a round is never refused", { error: applied.ok ? null : applied.error });
    }
  }
  const { asset, units, txId, depositIndex, destination } = attempt;
  // What the signing set aside, because it leaves the hot wallet now or did not leave it after all.
  if (holding === "unswept") await changeReserves(tx, [{ asset, held: 0n, planned: -units }]);
  const nativeAsset = NATIVE_ASSET[chain.id];
  const { feeUnits } = landed;
  const booking = landed.succeeded
    ? mixRoundEntry({ txId, asset, units, nativeAsset, feeUnits, holding })
    : networkFeeEntry({ kind: "network_fee", txId, nativeAsset, feeUnits, holding: "chain" });
  await parts.ledger.append(tx, booking, at);
  if (landed.succeeded && holding === "unswept") {
    assert(depositIndex !== null, "a round without its address", { id: attempt.id });
    await changeUnswept(tx, {
      chain: chain.id,
      address: destination,
      index: depositIndex,
      asset,
      change: units,
    });
  }
  return rounds.map(({ orderId }) => orderId);
}
