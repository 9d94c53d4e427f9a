import type { AddressBook } from "../address/deposit-address";
import { insertPoolAddress } from "../address/store";
import type { BuildRequest, Chain } from "../chains/chain";
import { isUpToDate, loadCursor } from "../chains/cursor-store";
import { signedFeeMax } from "../chains/signer";
import { minUnits } from "../core/amount";
import { registryUnits } from "../core/asset-amount";
import { type AssetCode, assetOf, NATIVE_ASSET } from "../core/assets";
import type { OrderId } from "../core/ids";
import { err, ok } from "../core/result";
import type { Tx } from "../db/client";
import { Conflict, type Outcome, rollback, transaction } from "../db/transaction";
import { isFrozen } from "../ledger/reconcile-store";
import { denominate, ROUND_PIECES_MAX, roundOutputs } from "../mixer/denominations";
import { insertAttempt } from "../payouts/attempt-store";
import { feeByShape, fundingHeight, nextNonce } from "../payouts/build-payment";
import { type CoinSelection, selectDeepest } from "../payouts/coin-selection";
import { selectHeld } from "../payouts/held-coins";
import { lockOutputs } from "../payouts/holdings-store";
import { spendableOutputs } from "../payouts/outputs-store";
import { hotAddress, type PayoutParts } from "../payouts/parts";
import { hasUnplannedSpend } from "../payouts/unplanned-store";
import { unsignedOf } from "../payouts/unsigned";
import { changeReserves, RESERVE_SHORT } from "../reserves/store";
import { isOff, isPaused } from "../switches/switches";
import { hasPlannedRounds, lockPlannedRounds, type Round, signRound } from "./rounds-store";

export type RoundParts = PayoutParts & { addresses: AddressBook };

const ROUNDS_SHARED_MAX = 10;
/** Transactions that are tried in one look at a chain. */
const TRIES_MAX = 40;

/**
 * Signs the rounds of a chain that are due: on UTXO chains all of them in one transaction, with outputs of common sizes
 * at fresh addresses; on account chains each as a transfer of a common size to a fresh address, from where the sweeper
 * brings it back.
 */
export async function signRounds(parts: RoundParts, chain: Chain): Promise<void> {
  if (!(await hasPlannedRounds(parts.database, chain.id))) return;
  const cursor = await loadCursor(parts.database, chain.id);
  if (cursor?.status !== "ok" || !isUpToDate(cursor, parts.clock.now())) return;
  if (await isOff(parts.database, "signer")) return;
  if (await hasUnplannedSpend(parts.database, chain.id)) return;
  const limit = chain.model === "utxo" ? ROUNDS_SHARED_MAX : 1;
  const except: OrderId[] = [];
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    let rounds: Round[] = [];
    const signed = await transaction(
      parts.database,
      async (tx): Promise<Outcome<void, "paused" | "none_due" | "cannot_carry">> => {
        if (await isPaused(tx, "signer")) return err("paused");
        if (await hasUnplannedSpend(tx, chain.id)) return err("paused");
        rounds = await lockPlannedRounds(tx, chain.id, { limit, except });
        if (rounds.length === 0) return err("none_due");
        // Takes back what was tried: the fresh addresses too.
        return (await signSome(parts, tx, chain, rounds)) ? ok(undefined) : rollback("cannot_carry");
      },
      { constraint: RESERVE_SHORT, error: "cannot_carry" },
    );
    if (signed.ok) parts.onAttempt(chain.id);
    // The pool cannot carry them now. The largest waits, and is left out when its time is over; the others go without it.
    else if (signed.error === "cannot_carry") except.push(largest(rounds).orderId);
    else return;
  }
}

const largest = (rounds: readonly Round[]): Round =>
  rounds.reduce((most, round) => (round.units > most.units ? round : most));

async function signSome(parts: RoundParts, tx: Tx, chain: Chain, rounds: readonly Round[]): Promise<boolean> {
  const [first] = rounds;
  if (first === undefined) return false;
  for (const { asset } of rounds) if (await isFrozen(tx, asset)) return false;
  const built =
    chain.model === "utxo"
      ? await buildShared(parts, tx, chain, rounds)
      : await buildTransfer(parts, tx, chain, first);
  if (built === null) return false;
  const transaction = await unsignedOf(chain, built.request);
  const { request } = transaction;
  const purpose = { kind: "round", indexes: built.indexes } as const;
  const signed = await parts.signer.sign({ transaction, purpose });
  const attemptId = await insertAttempt(tx, {
    purpose: { kind: "round" },
    chain: chain.id,
    asset: built.asset,
    sender: built.sender,
    nonce: built.nonce,
    destination: built.destination,
    units: built.units,
    feeUnitsMax: built.feeUnits,
    depositIndex: built.indexes[0] ?? null,
    raw: signed.raw,
    txId: signed.txId,
    createdAt: parts.clock.now(),
  }).then(({ id }) => id);
  if (request.model === "utxo") {
    if (!(await lockOutputs(tx, chain.id, request.inputs, attemptId)))
      throw new Conflict("an output was taken");
  } else {
    // Until it is swept back, what the round moves is not in the hot wallet.
    await changeReserves(tx, [{ asset: built.asset, held: 0n, planned: built.units }]);
  }
  for (const round of rounds) await signRound(tx, round, attemptId);
  return true;
}

type Built = {
  request: BuildRequest;
  indexes: number[];
  asset: AssetCode;
  sender: string | null;
  nonce: number | null;
  destination: string;
  units: bigint;
  feeUnits: bigint;
};

async function buildShared(
  parts: RoundParts,
  tx: Tx,
  chain: Chain,
  rounds: readonly Round[],
): Promise<Built | null> {
  const native = NATIVE_ASSET[chain.id];
  const { outputs } = roundOutputs(
    rounds.map(({ units }) => units),
    { unitsMin: registryUnits(native, "minAmount") / 10n + 1n, piecesMax: ROUND_PIECES_MAX },
  );
  // What is too small for a common size stays with the change.
  const sizes = outputs.length > 0 ? outputs : rounds.map(({ units }) => units);
  if (sizes.length > (chain.recipientsMax ?? Number.POSITIVE_INFINITY)) return null;
  const units = sizes.reduce((sum, size) => sum + size, 0n);
  const chosen = await choose(parts, tx, chain, {
    units,
    outputs: sizes.length,
    feeUnitsMax: minUnits(
      rounds.reduce((sum, { feeUnitsMax }) => sum + feeUnitsMax, 0n),
      signedFeeMax(chain.id),
    ),
  });
  if (chosen === null) return null;
  const receivers = [];
  for (const [at, size] of sizes.entries()) {
    const owner = rounds[at % rounds.length];
    const fresh = owner && (await freshAddress(parts, tx, chain, owner));
    if (!fresh) return null;
    receivers.push({ ...fresh, units: size });
  }
  const { inputs, changeUnits, feeUnits } = chosen;
  const change = changeUnits > 0n ? [{ address: hotAddress(parts, chain.id), units: changeUnits }] : [];
  return {
    request: {
      model: "utxo",
      inputs,
      outputs: [...receivers.map(({ address, units }) => ({ address, units })), ...change],
    },
    indexes: receivers.map(({ index }) => index),
    asset: native,
    sender: null,
    nonce: null,
    destination: "",
    units,
    feeUnits,
  };
}

async function choose(
  parts: RoundParts,
  tx: Tx,
  chain: Chain,
  round: { units: bigint; outputs: number; feeUnitsMax: bigint },
): Promise<CoinSelection | null> {
  const feeOf = await feeByShape(chain, async (shape) => (await chain.feeQuote(shape)).feeUnits);
  const asset = NATIVE_ASSET[chain.id];
  const heightMax = await fundingHeight(parts, tx, chain, { asset, units: round.units });
  const coins = await spendableOutputs(tx, chain.id, { heightMax });
  const selection = await selectHeld(parts, chain, coins, (outputs) =>
    selectDeepest({
      outputs,
      units: round.units,
      // The selection reckons with one payment and its change; the round has more payments.
      feeOf: (shape) => feeOf({ ...shape, outputs: shape.outputs + round.outputs - 1 }),
      feeUnitsMax: round.feeUnitsMax,
      dustUnits: registryUnits(asset, "dustAmount"),
    }),
  );
  return selection.ok ? selection.value : null;
}

async function buildTransfer(parts: RoundParts, tx: Tx, chain: Chain, round: Round): Promise<Built | null> {
  const from = hotAddress(parts, chain.id);
  const fresh = await freshAddress(parts, tx, chain, round);
  if (fresh === null) return null;
  const limits = { unitsMin: registryUnits(round.asset, "minAmount") / 10n + 1n, piecesMax: 1 };
  // Never the whole amount: it would show everybody what legs to several addresses sum to.
  const [units = round.units] = denominate(round.units, limits).pieces;
  const fee = await chain.feeQuote({ model: "account", asset: round.asset, from, to: fresh.address });
  if (fee.feeUnits > minUnits(round.feeUnitsMax, signedFeeMax(chain.id))) return null;
  const nonce = await nextNonce(tx, chain, from);
  return {
    request: {
      model: "account",
      from,
      key: { branch: "hot", index: 0 },
      to: fresh.address,
      asset: round.asset,
      units,
      nonce,
      fee,
    },
    indexes: [fresh.index],
    asset: round.asset,
    sender: from,
    nonce,
    destination: fresh.address,
    units,
    feeUnits: fee.feeUnits,
  };
}

/** Returns an address of the pool that was never used before. */
async function freshAddress(
  parts: RoundParts,
  tx: Tx,
  chain: Chain,
  round: Round,
): Promise<{ address: string; index: number } | null> {
  const fresh = await parts.addresses.next(tx, assetOf(round.asset).chain);
  if (fresh === null) return null;
  await insertPoolAddress(tx, { ...fresh, chain: chain.id, orderId: round.orderId });
  return fresh;
}
