import { type Chain, ChainUnavailable, type TransactionStatus } from "../chains/chain";
import { type ChainsOverTor, wayOf } from "../chains/tor";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { type ReadOwnTransactions, readBooks, type Snapshot, saveCheck } from "./reconcile-store";

/**
 * Invariant 12 (see `invariants.ts`): at the cursor's height, what the chain says our addresses hold equals the ledger, plus deposits not yet
 * credited, less payouts mined but not yet booked. Three mismatches in a row freeze the asset's payouts.
 */
export async function reconcile(
  parts: {
    database: Database;
    clock: Clock;
    overTor: ChainsOverTor;
    hotAddress: string;
    ownTransactions: ReadOwnTransactions;
  },
  chain: Chain,
): Promise<void> {
  for (const asset of chain.assets) {
    const snapshot = await parts.database.transaction((tx) => readBooks(tx, chain, asset, parts), {
      isolationLevel: "repeatable read",
      accessMode: "read only",
    });
    if (snapshot === null) continue;
    const { height, addresses } = snapshot;
    // Between a reorg and the watcher's next look our books and the chain are of different branches.
    if ((await chain.block(height))?.hash !== snapshot.hash) continue;
    let chainUnits = 0n;
    for (const address of addresses) chainUnits += await chain.balance({ address, asset, height });
    const unbookedUnits = await unbooked(chain, parts.overTor, asset, snapshot);
    if (unbookedUnits === null) continue;
    const inFlight = snapshot.depositUnits + unbookedUnits;
    const { ledgerUnits } = snapshot;
    await saveCheck(parts.database, {
      asset,
      height,
      chainUnits,
      ledgerUnits,
      inFlight,
      at: parts.clock.now(),
    });
  }
}

/**
 * What our own transactions changed on the chain but not in the ledger (negative), or in the ledger but not on the
 * chain; null while one of them can be looked up only through Tor, and Tor is unavailable.
 */
async function unbooked(
  chain: Chain,
  overTor: ChainsOverTor,
  asset: AssetCode,
  snapshot: Snapshot,
): Promise<bigint | null> {
  let units = 0n;
  const spent = (attempt: Snapshot["attempts"][number], feeUnits: bigint, succeeded: boolean): bigint =>
    (attempt.kind === "leg" && attempt.asset === asset && succeeded ? attempt.units : 0n) +
    (NATIVE_ASSET[chain.id] === asset ? feeUnits : 0n);
  for (const attempt of snapshot.attempts) {
    if (attempt.state === "final" || attempt.state === "reverted") {
      units += spent(attempt, attempt.feeUnits, attempt.state === "final");
      continue;
    }
    const status = await statusOf(chain, overTor, attempt);
    if (status === null) return null;
    if (status.status !== "mined" || status.height > snapshot.height) continue;
    units -= spent(attempt, status.feeUnits, status.succeeded);
  }
  return units;
}

async function statusOf(
  chain: Chain,
  overTor: ChainsOverTor,
  attempt: Snapshot["attempts"][number],
): Promise<TransactionStatus | null> {
  try {
    return await wayOf(chain, overTor, attempt).transaction(attempt.txId);
  } catch (error) {
    if (attempt.overTor && error instanceof ChainUnavailable) return null;
    throw error;
  }
}
