import type { Chain } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import { finalHeight, type Heights, isFinal } from "../chains/policy";
import { hasLiveAttempt } from "./attempt-legs-store";
import { type Attempt, leaseAttempts, legsOf, moveAttempt, postponeAttempt } from "./attempt-store";
import type { AttemptWay } from "./attempt-way-store";
import { buryAttempt, supersedeAttempt, supersedeOutdated } from "./bury";
import { buryWithPayment, isAfterLanded, payByChild } from "./child";
import { closeAttempt, closeDoubled } from "./close";
import { hasDropped } from "./dropped-store";
import { hasLanded, landingPolicy, type Mined, NOT_LANDED } from "./landing";
import { areLanded } from "./leg-store";
import { leaseFor, lookAtEach } from "./look-at-each";
import { noteLook } from "./looks-store";
import type { FollowParts } from "./parts";
import { replaceIfLate } from "./replace";
import { LOOK_AGAIN_MS, lookLater, markSent, RESEND_AFTER_MS, sendAttempt, step } from "./send";
import { hasLiveNonce } from "./versions-store";

/** Whether it can be replaced takes several calls to find out. */
const LATE_LOOK_MS = 5_000;
/** After so many blocks it is asked whether a payment that waits can be mined at all. */
const OUTDATED_BLOCKS = 10;
/** Nothing new is expected of it. */
const SUPERSEDED_LOOK_MS = 5_000;

/** Brings every open attempt of a chain on: sends what is signed, sends the SAME bytes again, books what is final. */
export async function followAttempts(parts: FollowParts, chain: Chain, way: AttemptWay): Promise<void> {
  const cursor = await loadCursor(parts.database, chain.id);
  if (cursor === undefined || cursor.status !== "ok") return;
  const due = await leaseAttempts(parts.database, chain.id, parts.clock.now(), leaseFor(way));
  if (due.length === 0) return;
  const tip = await chain.tip();
  await lookAtEach(parts, chain, due, {
    way,
    at: (by, attempt) => follow(parts, by, attempt, tip),
    postpone: (attempt, until) => postponeAttempt(parts.database, attempt, until),
  });
}

async function follow(parts: FollowParts, chain: Chain, attempt: Attempt, tip: Heights): Promise<void> {
  if (attempt.state === "superseded") return followSuperseded(parts, chain, attempt, tip);
  const isChild = attempt.purpose.kind === "child";
  if (isChild && (await buryWithPayment(parts, chain, attempt))) return;
  if (attempt.state === "signed") return send(parts, chain, attempt, tip);
  const status = await chain.transaction(attempt.txId);
  if (status.status === "unknown") return send(parts, chain, attempt, tip);
  if (status.status === "mempool") return followWaiting(parts, chain, attempt, tip);
  const { height, blockHash, feeUnits, succeeded } = status;
  if (attempt.state === "broadcasting") await markSent(parts, attempt);
  const isDeep = isFinal(height, tip, await landingPolicy(parts, chain, attempt));
  if (!isDeep || (isChild && !(await isAfterLanded(parts, chain, attempt))))
    return noteMined(parts, attempt, status, LOOK_AGAIN_MS);
  if (succeeded && !(await hasLanded(chain, attempt, status))) {
    parts.log.error({ chain: chain.id, attempt: attempt.id }, NOT_LANDED);
    return noteMined(parts, attempt, status, RESEND_AFTER_MS);
  }
  await closeAttempt(parts, chain, attempt, { height, blockHash, feeUnits, succeeded });
}

/** It waits in the node: for a block, or in vain, because a node keeps what a reorg took out of a block and made unminable. */
async function followWaiting(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  tip: Heights,
): Promise<void> {
  if (attempt.state === "broadcasting") await markSent(parts, attempt);
  const outcome = await replaceIfLate(parts, chain, attempt, tip);
  if (outcome === "replaced") return;
  if (outcome === "late" && attempt.purpose.kind === "legs") await payByChild(parts, chain, attempt, tip);
  const state = attempt.state === "mined" ? step("mined", "unmined") : "sent";
  const waiting: Attempt = { ...attempt, state, height: null, blockHash: null };
  const isOverdue = chain.forgetOutdated !== undefined && isAged(attempt, tip);
  const height = isOverdue ? await landedHeight(parts, chain, attempt, tip) : null;
  if (await supersedeOutdated(parts, chain, waiting, height)) return;
  return lookLater(parts, waiting, outcome === "late" || isOverdue ? LATE_LOOK_MS : LOOK_AGAIN_MS);
}

const isAged = ({ signedHeight }: Attempt, tip: Heights): boolean =>
  signedHeight !== null && tip.height - signedHeight >= OUTDATED_BLOCKS;

/** A refusal proves nothing, so a proof is looked for. */
async function send(parts: FollowParts, chain: Chain, attempt: Attempt, tip: Heights): Promise<void> {
  if (await sendAttempt(parts, chain, attempt)) return;
  if (await buryIfDead(parts, chain, attempt, tip)) return;
  if (await supersedeAttempt(parts, chain, attempt)) return;
  if (await supersedeOutdated(parts, chain, attempt, await landedHeight(parts, chain, attempt, tip))) return;
  if (await payByChild(parts, chain, attempt, tip)) return;
  await replaceIfLate(parts, chain, attempt, tip);
}

/** The highest block in which it would be final. */
const landedHeight = async (parts: FollowParts, chain: Chain, attempt: Attempt, tip: Heights) =>
  finalHeight(tip, await landingPolicy(parts, chain, attempt));

async function buryIfDead(
  parts: FollowParts,
  chain: Chain,
  attempt: Attempt,
  tip: Heights,
): Promise<boolean> {
  const height = await landedHeight(parts, chain, attempt, tip);
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
  // While what has paid is out of its block, this may be what pays after all.
  const hasPaid = async () =>
    legIds.length > 0 && (await areLanded(database, legIds)) && !(await hasDropped(database, legIds));
  const status = await chain.transaction(attempt.txId);
  if (status.status === "mined" && isFinal(status.height, tip, await landingPolicy(parts, chain, attempt))) {
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
