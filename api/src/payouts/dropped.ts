import type { Chain, ProofOfDeath } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import { finalHeight, type Heights, isFinal } from "../chains/policy";
import { NATIVE_ASSET } from "../core/assets";
import { transaction } from "../db/transaction";
import { feeChangedEntry } from "../ledger/loss-entry";
import type { AttemptWay } from "./attempt-way-store";
import { type Dropped, leaseDropped, noteDroppedLook, postponeDropped, settleDropped } from "./dropped-store";
import { changeUnswept, moveOwnOutputs } from "./holdings-store";
import { hasLanded, landingPolicy, type Mined } from "./landing";
import { leaseFor, lookAtEach } from "./look-at-each";
import type { FollowParts } from "./parts";
import { RESEND_AFTER_MS } from "./send";

/** What it waits for then is a person. */
const TROUBLED_LOOK_MS = 60_000;

/**
 * Sends the SAME bytes again of transactions that had ended and that a reorg below the policy depth took out of their
 * blocks, in the order of their nonces, until they are as deep as before. Also while the chain is halted: everybody can
 * send these bytes, since they were public. Nothing is ever signed in their place.
 */
export async function followDropped(parts: FollowParts, chain: Chain, way: AttemptWay): Promise<void> {
  const { database, clock } = parts;
  const cursor = await loadCursor(database, chain.id);
  if (cursor === undefined || cursor.status === "unavailable") return;
  const due = await leaseDropped(database, chain.id, clock.now(), leaseFor(way));
  if (due.length === 0) return;
  const tip = cursor.status === "ok" ? await chain.tip() : null;
  await lookAtEach(parts, chain, due, {
    way,
    at: (by, dropped) => follow(parts, by, dropped, tip),
    postpone: (dropped, until) => postponeDropped(database, dropped, until),
  });
}

/** One look; without a tip nothing is settled, because the chain is halted. */
async function follow(
  parts: FollowParts,
  chain: Chain,
  dropped: Dropped,
  tip: Heights | null,
): Promise<void> {
  const status = await chain.transaction(dropped.txId);
  if (status.status === "mined") return followMined(parts, chain, dropped, status, tip);
  if (status.status === "mempool") return note(parts, dropped, "mempool");
  if (!isSentAgain(dropped)) return note(parts, dropped, "unknown");
  const outcome = await chain.broadcast(dropped.raw);
  if (outcome.outcome === "accepted") return note(parts, dropped, "mempool");
  const height = tip && finalHeight(tip, await landingPolicy(parts, chain, dropped));
  const proof = height === null ? null : await chain.proofOfDeath(dropped.raw, height);
  const trouble = proof && troubleOf(proof);
  await note(parts, dropped, outcome.reason, trouble);
}

const troubleOf = ({ by, height }: ProofOfDeath): string =>
  by === null ? `it expired with block ${height}` : `${by} took its place in block ${height}`;

/**
 * Whether it is sent again. A payment that landed besides another was a loss of the house, and is left to the chain where
 * no nonce waits for it.
 */
const isSentAgain = ({ state, sender, isAdopted }: Dropped): boolean =>
  !isAdopted && (state !== "doubled" || sender !== null);

async function followMined(
  parts: FollowParts,
  chain: Chain,
  dropped: Dropped,
  mined: Mined,
  tip: Heights | null,
): Promise<void> {
  if (tip === null || !isFinal(mined.height, tip, await landingPolicy(parts, chain, dropped)))
    return note(parts, dropped, "mined");
  const hasSucceeded = mined.succeeded && (dropped.isAdopted || (await hasLanded(chain, dropped, mined)));
  if (hasSucceeded === (dropped.state === "reverted")) {
    const how = hasSucceeded ? "succeeded" : "failed";
    return note(parts, dropped, "mined", `it ${how} in block ${mined.height}, unlike before`);
  }
  await settle(parts, chain, dropped, mined);
}

/** Keeps what is known of it, and shows what speaks against it. */
async function note(
  { database, clock, log }: FollowParts,
  dropped: Dropped,
  said: string,
  trouble: string | null = null,
): Promise<void> {
  const { id, chain } = dropped;
  if (trouble !== null && dropped.trouble === null)
    log.error(
      { chain, attempt: id, trouble },
      "a final transaction of ours is not what it was: see the overview",
    );
  const inMs = trouble === null ? RESEND_AFTER_MS : TROUBLED_LOOK_MS;
  await noteDroppedLook(database, dropped, { said, trouble, nextCheckAt: clock.now() + inMs });
}

/** As deep as before: its block, its outputs and a fee that is another one change in one database transaction. */
async function settle(
  parts: FollowParts,
  chain: Chain,
  dropped: Dropped,
  { height, blockHash, feeUnits }: Mined,
): Promise<void> {
  const { id, txId, sender, since, depositIndex: index, purpose } = dropped;
  const settled = await transaction(parts.database, async (tx) => {
    if (!(await settleDropped(tx, dropped, { height, blockHash, feeUnits }))) return false;
    if (chain.model === "utxo") await moveOwnOutputs(tx, chain.id, txId, height);
    const moreUnits = feeUnits - dropped.feeUnits;
    if (moreUnits === 0n) return true;
    const nativeAsset = NATIVE_ASSET[chain.id];
    const isSweep = purpose.kind === "sweep" && sender !== null && index !== null;
    const holding = isSweep ? "unswept" : "chain";
    const entry = feeChangedEntry({ key: `${txId}:${since}`, nativeAsset, moreUnits, holding });
    await parts.ledger.append(tx, entry, parts.clock.now());
    if (isSweep)
      await changeUnswept(tx, {
        chain: chain.id,
        address: sender,
        index,
        asset: nativeAsset,
        change: -moreUnits,
      });
    return true;
  });
  if (settled)
    parts.log.warn({ chain: chain.id, attempt: id }, "a dropped transaction of ours is final again");
}
