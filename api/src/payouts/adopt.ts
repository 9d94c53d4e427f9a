import { type Chain, ChainUnavailable, type TransactionStatus, type Transfer } from "../chains/chain";
import { loadCursor } from "../chains/cursor-store";
import { isFinal } from "../chains/policy";
import { minUnits } from "../core/amount";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { failureFacts } from "../db/failure";
import { Conflict, transaction, violatedConstraint } from "../db/transaction";
import { adoptedEntry } from "../ledger/loss-entry";
import { insertAdopted } from "./adopted-store";
import { changeUnswept, takeSpentOutputs } from "./holdings-store";
import { skipNonce } from "./nonce-store";
import { unitsOfOutputs } from "./outputs-store";
import type { FollowParts } from "./parts";
import { unsweptUnits } from "./sweep-store";
import {
  askedAdoptions,
  endAdoption,
  hasUncredited,
  noteMissed,
  type UnplannedSpend,
} from "./unplanned-store";
import { hasLiveNonce } from "./versions-store";

type Mined = Extract<TransactionStatus, { status: "mined" }>;
type Took = { asset: AssetCode; units: bigint };

/** How long a node must not have known an adopted transaction before it is taken to have vanished: unknown is not gone. */
const MISSED_MS_MIN = 600_000;

/**
 * Books what transactions took that we did not sign and that an approver has adopted, each once it is final, or (where the
 * chain does not know it any more) that it took nothing. Then the chain's payments are signed again.
 */
export async function bookAdoptions(parts: FollowParts, chain: Chain): Promise<void> {
  const asked = await askedAdoptions(parts.database, chain.id);
  if (asked.length === 0) return;
  for (const spend of asked) {
    try {
      await bookAdoption(parts, chain, spend);
    } catch (error) {
      if (error instanceof ChainUnavailable) throw error;
      if (error instanceof Conflict) continue;
      // Coins that are promised cannot be booked out: the operator funds the wallet first.
      const isPromised = violatedConstraint(error) !== undefined;
      const facts = { chain: chain.id, unplanned: spend.id, isPromised };
      parts.log.error({ ...facts, ...failureFacts(error) }, "an adopted transaction could not be booked");
    }
  }
}

async function bookAdoption(parts: FollowParts, chain: Chain, spend: UnplannedSpend): Promise<void> {
  const { database } = parts;
  if (spend.txId === null) return end(parts, spend, "an adopted transaction is in no block yet");
  const status = await chain.transaction(spend.txId);
  if (status.status === "unknown") return endIfMissed(parts, spend);
  if (spend.missedSince !== null) await noteMissed(database, spend.id, null);
  if (status.status === "mempool") return;
  const cursor = await loadCursor(database, chain.id);
  if (cursor === undefined || cursor.height < status.height) return;
  // A coin that is not credited yet is taken from the books once it is.
  if (await hasUncredited(database, chain.id, spend.outputs)) return;
  const moved = await movedBy(chain, spend, spend.txId, status);
  if (moved === null) return;
  const stake = spend.sender === null ? [await coinsOf(database, chain, spend)] : moved;
  const tip = await chain.tip();
  const isDeep = stake.every((coins) => isFinal(status.height, tip, parts.payoutPolicy(chain, coins)));
  if (isDeep) await book(parts, chain, { ...spend, txId: spend.txId }, { status, moved });
}

async function endIfMissed(parts: FollowParts, spend: UnplannedSpend): Promise<void> {
  const now = parts.clock.now();
  if (spend.missedSince === null) return noteMissed(parts.database, spend.id, now);
  if (now - spend.missedSince < MISSED_MS_MIN) return;
  await end(parts, spend, "an adopted transaction has vanished, and took nothing");
}

async function end(
  { database, log }: FollowParts,
  { id, chain }: UnplannedSpend,
  said: string,
): Promise<void> {
  if (await endAdoption(database, id)) log.warn({ chain, unplanned: id }, said);
}

/** What a transaction of a chain with outputs takes: the depth at which it is booked follows its value. */
const coinsOf = async (tx: Tx, chain: Chain, { outputs }: UnplannedSpend): Promise<Took> => ({
  asset: NATIVE_ASSET[chain.id],
  units: await unitsOfOutputs(tx, chain.id, outputs),
});

/**
 * What a mined transaction took from its sender on an account chain, its fee apart; nothing where it failed. Null where its
 * block is not to be had now. The first is in the native coin. On chains with outputs these say what was taken.
 */
async function movedBy(
  chain: Chain,
  { sender }: UnplannedSpend,
  txId: string,
  mined: Mined,
): Promise<Took[] | null> {
  const native = NATIVE_ASSET[chain.id];
  const nothing = [{ asset: native, units: 0n }];
  if (sender === null || !mined.succeeded) return nothing;
  const block = await chain.block(mined.height);
  if (block?.hash !== mined.blockHash) return null;
  const plain = (await chain.nativeTransfers?.(mined.height)) ?? [];
  const isTaken = (transfer: Transfer): boolean =>
    transfer.txId === txId && transfer.from.includes(sender) && transfer.to !== sender;
  const sums = new Map<AssetCode, bigint>([[native, 0n]]);
  for (const { asset, units } of [...block.transfers, ...plain].filter(isTaken))
    sums.set(asset, (sums.get(asset) ?? 0n) + units);
  return [...sums].map(([asset, units]) => ({ asset, units }));
}

/** The wallet, the nonces, the ledger and the adoption change in one database transaction. */
async function book(
  parts: FollowParts,
  chain: Chain,
  spend: UnplannedSpend & { txId: string },
  { status, moved }: { status: Mined; moved: readonly Took[] },
): Promise<void> {
  const { txId, sender, nonce, depositIndex } = spend;
  const at = parts.clock.now();
  const native = NATIVE_ASSET[chain.id];
  // A row has one asset: the native coin where it moved, which deposit addresses are compared by.
  const [coin, token] = moved;
  const main = coin !== undefined && coin.units === 0n && token !== undefined ? token : coin;
  const isDone = await transaction(parts.database, async (tx) => {
    // An attempt of ours with that nonce is proved dead first.
    if (sender !== null && nonce !== null && (await hasLiveNonce(tx, { chain: chain.id, sender, nonce })))
      return false;
    if (!(await endAdoption(tx, spend.id))) return false;
    const feeUnits = sender === null ? 0n : status.feeUnits;
    const attemptId = await insertAdopted(tx, {
      ...{ chain: chain.id, asset: main?.asset ?? native, units: main?.units ?? 0n },
      ...{ sender, nonce, depositIndex, txId, feeUnits, at },
      ...{ height: status.height, blockHash: status.blockHash },
    });
    if (sender !== null && nonce !== null) await skipNonce(tx, chain.id, sender, nonce);
    const took =
      sender === null
        ? [{ asset: native, units: await takeSpentOutputs(tx, chain.id, spend.outputs, attemptId) }]
        : await takenFrom(tx, spend, withFee(moved, native, feeUnits));
    const holding = depositIndex === null ? "chain" : "unswept";
    const entry = adoptedEntry({ txId, took, holding });
    if (entry !== null) await parts.ledger.append(tx, entry, at);
    return true;
  });
  if (isDone) parts.log.warn({ chain: chain.id, unplanned: spend.id }, "an adopted transaction is booked");
}

const withFee = (moved: readonly Took[], native: AssetCode, feeUnits: bigint): Took[] =>
  moved.map(({ asset, units }) => ({ asset, units: asset === native ? units + feeUnits : units }));

/** What the books have of what was taken: from a deposit address no more than was credited there. */
async function takenFrom(tx: Tx, spend: UnplannedSpend, moved: readonly Took[]): Promise<Took[]> {
  const { chain, sender, depositIndex } = spend;
  if (sender === null || depositIndex === null) return [...moved];
  const took: Took[] = [];
  for (const { asset, units } of moved) {
    const held = await unsweptUnits(tx, chain, sender, asset);
    const taken = minUnits(held, units);
    if (taken === 0n) continue;
    await changeUnswept(tx, { chain, address: sender, index: depositIndex, asset, change: -taken });
    took.push({ asset, units: taken });
  }
  return took;
}
