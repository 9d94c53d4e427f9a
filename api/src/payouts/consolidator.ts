import type { BuildRequest, Chain, WalletOutput } from "../chains/chain";
import { isUpToDate, loadCursor } from "../chains/cursor-store";
import { registryUnits } from "../core/asset-amount";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import type { Tx } from "../db/client";
import { Conflict, transaction } from "../db/transaction";
import { isFrozen } from "../ledger/reconcile-store";
import { isFeeLow } from "../market/store";
import { lockReserveRoom } from "../reserves/store";
import { isPaused } from "../switches/switches";
import { insertAttempt } from "./attempt-store";
import { feeByShape, fundingHeight } from "./build-payment";
import { shapeOfSpending } from "./coin-selection";
import { hasManyCoins, joinableOutputs, type ManyCoins } from "./consolidation-store";
import { lockOutputs } from "./holdings-store";
import { hotAddress, type PayoutParts } from "./parts";
import { hasUnplannedSpend } from "./unplanned-store";
import { unsignedOf } from "./unsigned";

/** A coin is small that is worth less than so many of the smallest orders. */
const SMALL_TO_MIN = 10n;
/** More small coins than this make payments dear. */
const SMALL_MAX = 100;
/** So many of the smallest become one. */
const JOINED_MAX = 50;
/** A coin that is not worth this many times what spending it costs stays where it is. */
const WORTH_JOINING = 10n;

/**
 * Joins small coins of a UTXO wallet into one of the hot wallet, while network fees are not above what they were
 * over the last day: at the house's cost, one transaction at a time, with coins that nothing is promised against. True
 * where a transaction was signed.
 */
export async function consolidate(parts: PayoutParts, chain: Chain): Promise<boolean> {
  const { database, clock } = parts;
  const asset = NATIVE_ASSET[chain.id];
  const coins = { many: SMALL_MAX, unitsBelow: registryUnits(asset, "minAmount") * SMALL_TO_MIN };
  // Where change is locked for a while, many coins are what pays many orders.
  if (chain.model !== "utxo" || chain.isChangeLocked || !(await hasManyCoins(database, chain.id, coins)))
    return false;
  const cursor = await loadCursor(database, chain.id);
  if (cursor?.status !== "ok" || !isUpToDate(cursor, clock.now())) return false;
  if (!(await isFeeLow(database, asset)) || (await isFrozen(database, asset))) return false;
  const isSigned = await transaction(database, (tx) => join(parts, tx, chain, coins));
  if (isSigned) parts.onAttempt(chain.id);
  return isSigned;
}

async function join(parts: PayoutParts, tx: Tx, chain: Chain, coins: ManyCoins): Promise<boolean> {
  const asset = NATIVE_ASSET[chain.id];
  if (await isPaused(tx, "payouts", "signer", `asset:${asset}`)) return false;
  if (await hasUnplannedSpend(tx, chain.id)) return false;
  const feeOf = await feeByShape(chain, async (shape) => (await chain.feeQuote(shape)).feeUnits);
  const perInput = feeOf({ inputs: 2, outputs: 1 }) - feeOf({ inputs: 1, outputs: 1 });
  const { free } = await lockReserveRoom(tx, asset);
  const inputs = await joinableOutputs(tx, chain.id, {
    ...coins,
    limit: JOINED_MAX,
    unitsMin: perInput * WORTH_JOINING,
    heightMax: await fundingHeight(parts, tx, chain, { asset, units: free }),
  });
  const total = inputs.reduce((sum, { units }) => sum + units, 0n);
  // What is promised must be payable while these are on their way.
  if (inputs.length < 2 || total > free) return false;
  await sign(parts, tx, chain, {
    asset,
    inputs,
    feeUnits: feeOf(shapeOfSpending(inputs, 1)),
    total,
  });
  return true;
}

/** Writes the signed bytes down before anything is sent, as for a payout. */
async function sign(
  parts: PayoutParts,
  tx: Tx,
  chain: Chain,
  joined: { asset: AssetCode; inputs: WalletOutput[]; total: bigint; feeUnits: bigint },
): Promise<void> {
  const { asset, inputs, feeUnits } = joined;
  const to = hotAddress(parts, chain.id);
  const units = joined.total - feeUnits;
  const request: BuildRequest = { model: "utxo", inputs, outputs: [{ address: to, units }] };
  const purpose = { kind: "consolidation" } as const;
  const signed = await parts.signer.sign({ transaction: await unsignedOf(chain, request), purpose });
  const attempt = await insertAttempt(tx, {
    purpose,
    chain: chain.id,
    asset,
    sender: null,
    nonce: null,
    destination: to,
    units,
    feeUnitsMax: feeUnits,
    depositIndex: null,
    raw: signed.raw,
    txId: signed.txId,
    createdAt: parts.clock.now(),
  });
  if (!(await lockOutputs(tx, chain.id, inputs, attempt.id))) throw new Conflict("an output was taken");
}
