import { type Chain, ChainUnavailable, type TransactionStatus } from "../chains/chain";
import { type ChainsOverTor, wayOf } from "../chains/tor";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { bookMissing } from "./missing";
import {
  type ReadOwnTransactions,
  readBooks,
  type Snapshot,
  saveCheck,
  saveProgress,
} from "./reconcile-store";
import type { LedgerStore } from "./store";

export type ReconcileParts = {
  database: Database;
  clock: Clock;
  overTor: ChainsOverTor;
  ownTransactions: ReadOwnTransactions;
  ledger: LedgerStore;
};

/** Addresses whose balances are read in one tick, for each asset. */
const PAGE = 500;

/** A comparison under way: the books of one block, and what the chain says of the addresses read so far. */
type Pass = { books: Snapshot; compared: number; chainUnits: bigint };

/** Compares one chain with the books, a page of addresses each time. */
export type Reconcile = (chain: Chain, hotAddress: string) => Promise<void>;

/**
 * Invariant 12 (see `invariants.ts`): at the cursor's height, what the chain says our addresses hold equals the ledger, plus deposits not yet
 * credited, less payouts mined but not yet booked. Three deficits in a row freeze the asset's payouts. Passes that need
 * several pages are of the block at which they began, and start over when it leaves the chain.
 */
export function createReconcile(parts: ReconcileParts): Reconcile {
  const passes = new Map<AssetCode, Pass>();
  return async (chain, hotAddress) => {
    for (const asset of chain.assets) {
      const pass = passes.get(asset) ?? (await begin(parts, { chain, asset, hotAddress }));
      passes.delete(asset);
      if (pass === null) continue;
      const next = await readPage(chain, asset, pass);
      // Between a reorg and the watcher's next look our books and the chain are of different branches.
      if ((await chain.block(pass.books.height))?.hash !== pass.books.hash) continue;
      const { height, addresses } = next.books;
      if (next.compared === addresses.length) {
        await conclude(parts, chain, asset, next);
        continue;
      }
      passes.set(asset, next);
      const progress = { height, compared: next.compared, addresses: addresses.length };
      await saveProgress(parts.database, asset, progress);
    }
  };
}

async function begin(
  { database, ownTransactions }: ReconcileParts,
  of: { chain: Chain; asset: AssetCode; hotAddress: string },
): Promise<Pass | null> {
  const { chain, asset, hotAddress } = of;
  const books = await database.transaction(
    (tx) => readBooks(tx, chain, asset, { hotAddress, ownTransactions }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return books && { books, compared: 0, chainUnits: 0n };
}

async function readPage(
  chain: Chain,
  asset: AssetCode,
  { books, compared, chainUnits }: Pass,
): Promise<Pass> {
  const page = books.addresses.slice(compared, compared + PAGE);
  let units = chainUnits;
  for (const address of page) units += await chain.balance({ address, asset, height: books.height });
  return { books, compared: compared + page.length, chainUnits: units };
}

async function conclude(
  parts: ReconcileParts,
  chain: Chain,
  asset: AssetCode,
  { books, chainUnits }: Pass,
): Promise<void> {
  const unbookedUnits = await unbooked(chain, parts.overTor, asset, books);
  if (unbookedUnits === null) return;
  const inFlight = books.depositUnits + unbookedUnits;
  const bookedUnits = await bookMissing(parts, asset, books.ledgerUnits + inFlight - chainUnits);
  await saveCheck(parts.database, {
    asset,
    height: books.height,
    chainUnits,
    ledgerUnits: books.ledgerUnits - bookedUnits,
    inFlight,
    addresses: books.addresses.length,
    at: parts.clock.now(),
  });
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
    (attempt.kind === "legs" && attempt.asset === asset && succeeded ? attempt.units : 0n) +
    (NATIVE_ASSET[chain.id] === asset ? feeUnits : 0n);
  for (const attempt of snapshot.attempts) {
    if (attempt.state === "final" || attempt.state === "doubled" || attempt.state === "reverted") {
      units += spent(attempt, attempt.feeUnits, attempt.state !== "reverted");
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
