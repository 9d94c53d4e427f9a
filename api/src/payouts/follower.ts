import { type Chain, ChainUnavailable, type TransactionStatus } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import { type DepthPolicy, finalHeight, isFinal } from "../chains/policy";
import { wayOf } from "../chains/tor";
import { NATIVE_ASSET } from "../core/assets";
import { failureFacts } from "../db/failure";
import { Conflict, violatedConstraint } from "../db/transaction";
import { RESERVE_SHORT } from "../reserves/store";
import { hasLiveAttempt } from "./attempt-legs-store";
import {
  type Attempt,
  type AttemptWay,
  leaseAttempts,
  legsOf,
  moveAttempt,
  postponeAttempt,
  streamOf,
} from "./attempt-store";
import { buryAttempt, supersedeAttempt } from "./bury";
import { closeAttempt, closeDoubled } from "./close";
import { areLanded } from "./leg-store";
import { noteLook } from "./looks-store";
import type { FollowParts } from "./parts";
import { replaceIfLate } from "./replace";
import { LEASE_MS, LOOK_AGAIN_MS, lookLater, markSent, RESEND_AFTER_MS, sendAttempt, step } from "./send";
import { hasLiveNonce, stakesOfNonce } from "./versions-store";

/** Logged for as long as it is so. */
const LOOK_FAILED = "a transaction could not be followed";
/** Every coin of the hot wallet is promised. The books know that the transaction has landed, and it is booked when others have. */
const NO_ROOM = "what a transaction of ours took cannot be booked before a promise is kept";
const NOT_LANDED = "a transaction succeeded and did not pay what it was signed for";
const ATTEMPTS_PER_TICK_MAX = 100;
/** Whether it can be replaced takes several calls to find out. */
const LATE_LOOK_MS = 5_000;
/** Nothing new is expected of it. */
const SUPERSEDED_LOOK_MS = 5_000;
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

/** One look. If anything in it fails, the bytes are kept and the next look finds out; the chain's other attempts do not wait for it. */
async function look(parts: FollowParts, chain: Chain, attempt: Attempt, tip: Heights): Promise<void> {
  const { log, database, clock, overTor } = parts;
  try {
    await follow(parts, wayOf(chain, overTor, { ...attempt, stream: streamOf(attempt) }), attempt, tip);
  } catch (error) {
    const isAway = error instanceof ChainUnavailable;
    if (isAway && attempt.overTor)
      log.warn({ attempt: attempt.id, failure: error.message }, "a payment waits for Tor");
    else if (violatedConstraint(error) === RESERVE_SHORT)
      log.warn({ chain: chain.id, attempt: attempt.id }, NO_ROOM);
    else if (!isAway && !(error instanceof Conflict))
      log.error({ chain: chain.id, attempt: attempt.id, ...failureFacts(error) }, LOOK_FAILED);
    await postponeAttempt(database, attempt, clock.now() + RESEND_AFTER_MS);
  }
}

async function follow(parts: FollowParts, chain: Chain, attempt: Attempt, tip: Heights): Promise<void> {
  if (attempt.state === "superseded") return followSuperseded(parts, chain, attempt, tip);
  if (attempt.state === "signed") return send(parts, chain, attempt, tip);
  const status = await chain.transaction(attempt.txId);
  if (status.status === "unknown") return send(parts, chain, attempt, tip);
  if (status.status === "mempool") {
    if (attempt.state === "broadcasting") await markSent(parts, attempt);
    const outcome = await replaceIfLate(parts, chain, attempt, tip);
    if (outcome === "replaced") return;
    const state = attempt.state === "mined" ? step("mined", "unmined") : "sent";
    return lookLater(
      parts,
      { ...attempt, state, height: null, blockHash: null },
      outcome === "late" ? LATE_LOOK_MS : LOOK_AGAIN_MS,
    );
  }
  const { height, blockHash, feeUnits, succeeded } = status;
  if (attempt.state === "broadcasting") await markSent(parts, attempt);
  if (!isFinal(height, tip, await policyOf(parts, chain, attempt)))
    return noteMined(parts, attempt, status, LOOK_AGAIN_MS);
  if (succeeded && !(await hasLanded(chain, attempt, status))) {
    parts.log.error({ chain: chain.id, attempt: attempt.id }, NOT_LANDED);
    return noteMined(parts, attempt, status, RESEND_AFTER_MS);
  }
  await closeAttempt(parts, chain, attempt, { height, blockHash, feeUnits, succeeded });
}

/**
 * When a transaction counts, or is dead, for good. A cancellation pays nothing, and takes as long as what it takes the place
 * of: a reorg may put that one in its block after all.
 */
async function policyOf(parts: FollowParts, chain: Chain, attempt: Attempt): Promise<DepthPolicy> {
  const isCancel = attempt.purpose.kind === "cancel";
  const stakes = isCancel ? await stakesOfNonce(parts.database, attempt) : [];
  const policies = [attempt, ...stakes].map((coins) => parts.payoutPolicy(chain, coins));
  return {
    confirmations: Math.max(...policies.map(({ confirmations }) => confirmations)),
    finalized: policies.some(({ finalized }) => finalized),
  };
}

/** A refusal proves nothing, so a proof is looked for. */
async function send(parts: FollowParts, chain: Chain, attempt: Attempt, tip: Heights): Promise<void> {
  if (await sendAttempt(parts, chain, attempt)) return;
  if (await buryIfDead(parts, chain, attempt, tip)) return;
  if (await supersedeAttempt(parts, chain, attempt)) return;
  await replaceIfLate(parts, chain, attempt, tip);
}

async function buryIfDead(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  tip: Heights,
): Promise<boolean> {
  const height = finalHeight(tip, await policyOf(parts, chain, attempt));
  const proof = height === null ? null : await chain.proofOfDeath(attempt.raw, height);
  if (proof === null) return false;
  await buryAttempt(parts, chain, attempt, proof);
  return true;
}

/** One that another took the place of is sent no more: it may have landed all the same, or is dead once the other has. */
async function followSuperseded(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  tip: Heights,
): Promise<void> {
  const { database } = parts;
  const isCancel = attempt.purpose.kind === "cancel";
  const legIds = legsOf(attempt.purpose).map(({ legId }) => legId);
  const isLive =
    legIds.length > 0 ? () => hasLiveAttempt(database, legIds) : () => hasLiveNonce(database, attempt);
  const hasPaid = async () => legIds.length > 0 && (await areLanded(database, legIds));
  const status = await chain.transaction(attempt.txId);
  if (status.status === "mined" && isFinal(status.height, tip, await policyOf(parts, chain, attempt))) {
    if (status.succeeded && !(await hasLanded(chain, attempt, status))) {
      parts.log.error({ chain: chain.id, attempt: attempt.id }, NOT_LANDED);
      return lookLater(parts, attempt, SUPERSEDED_LOOK_MS);
    }
    // Those in its place are closed first: the chain has proved them dead.
    const isPaid = await hasPaid();
    if (!(await isLive()) || (isCancel && isPaid)) return closeAttempt(parts, chain, attempt, status);
    if (isPaid) return closeDoubled(parts, chain, attempt, status);
    parts.log.warn({ chain: chain.id, attempt: attempt.id }, "a superseded transaction of ours has landed");
  } else if (status.status === "unknown" && (await buryIfDead(parts, chain, attempt, tip))) return;
  const { inputs } = chain.decode(attempt.raw);
  const look = { attemptId: attempt.id, said: status.status, inputs, at: parts.clock.now() };
  await noteLook(database, look);
  await lookLater(parts, attempt, SUPERSEDED_LOOK_MS);
}

type Mined = Extract<TransactionStatus, { status: "mined" }>;

async function noteMined(parts: FollowParts, attempt: Attempt, mined: Mined, forMs: number): Promise<void> {
  const { height, blockHash, feeUnits } = mined;
  await moveAttempt(parts.database, attempt, {
    state: step(attempt.state === "broadcasting" ? "sent" : attempt.state, "mined"),
    height,
    blockHash,
    feeUnits,
    nextCheckAt: parts.clock.now() + forMs,
  });
}

/**
 * Whether a transaction brought what it was signed for to where it was to go. A token's contract may do anything and
 * report success, so its transfers in that block are what counts; the native coin moves whenever there is success.
 */
async function hasLanded(chain: Chain, { asset, raw, txId }: Attempt, mined: Mined): Promise<boolean> {
  if (chain.model !== "account" || asset === NATIVE_ASSET[chain.id]) return true;
  const block = await chain.block(mined.height);
  if (block?.hash !== mined.blockHash) return false;
  const moved = block.transfers.filter((transfer) => transfer.txId === txId);
  return chain
    .decode(raw)
    .outputs.every((signed) =>
      moved.some(
        ({ asset: of, to, units }) => of === signed.asset && to === signed.to && units === signed.units,
      ),
    );
}
