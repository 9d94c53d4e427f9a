import type { Logger } from "pino";
import { type Chain, ChainUnavailable, type TransactionStatus } from "../chains/chain";
import { type ChainsOverTor, wayOf } from "../chains/tor";
import { type AssetCode, NATIVE_ASSET } from "../core/assets";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { snapshot } from "../db/transaction";
import { bookMissing } from "./missing";
import {
  type ReadOwnTransactions,
  readBooks,
  type Snapshot,
  saveCheck,
  saveProgress,
} from "./reconcile-store";
import type { LedgerStore } from "./store";
import { bookSurplus } from "./surplus";

export type ReconcileParts = {
  database: Database;
  clock: Clock;
  overTor: ChainsOverTor;
  ownTransactions: ReadOwnTransactions;
  ledger: LedgerStore;
  log: Logger;
};

/** Addresses whose balances are read in one tick, for each asset. */
const PAGE = 500;
/** Books that agreed with a block are compared with the same block again after this time. */
const COMPARE_AGAIN_MS = 300_000;

/** A comparison under way: the books of one block, and what the chain says of the addresses read so far. */
type Pass = { books: Snapshot; compared: number; chainUnits: bigint };

/** The books when they last agreed with the chain. */
type Agreed = { books: Snapshot; at: TimeMs };

/** Compares one chain with the books, a page of addresses each time; false where it is to be compared again soon. */
export type Reconcile = (chain: Chain, hotAddress: string) => Promise<boolean>;

/**
 * Invariant 12 (see `invariants.ts`): at the cursor's height, what the chain says our addresses hold equals the ledger, plus deposits not yet
 * credited, less payouts mined but not yet booked. Three deficits in a row freeze the asset's payouts; what all comparisons
 * of an hour find above the books is booked. Passes that need several pages are of the block at which they began, and start
 * over when it leaves the chain. The node is not asked while books that agreed with a block, and the block, are the same.
 */
export function createReconcile(parts: ReconcileParts): Reconcile {
  const passes = new Map<AssetCode, Pass>();
  const agreed = new Map<AssetCode, Agreed>();
  return async (chain, hotAddress) => {
    const begun = await begin(parts, {
      chain,
      assets: chain.assets.filter((asset) => !passes.has(asset)),
      hotAddress,
    });
    let isLeft = false;
    for (const asset of chain.assets) {
      const books = begun.get(asset);
      const pass = passes.get(asset) ?? (books && { books, compared: 0, chainUnits: 0n });
      passes.delete(asset);
      if (pass === undefined || isSettled(agreed.get(asset), pass, parts.clock.now())) continue;
      agreed.delete(asset);
      const next = await readPage(chain, asset, pass);
      const { height, hash, addresses } = next.books;
      // Between a reorg and the watcher's next look our books and the chain are of different branches.
      if ((await chain.block(height))?.hash !== hash) isLeft = true;
      else if (next.compared < addresses.length) {
        isLeft = true;
        passes.set(asset, next);
        const progress = { height, compared: next.compared, addresses: addresses.length };
        await saveProgress(parts.database, asset, progress);
      } else if (await conclude(parts, chain, asset, next))
        agreed.set(asset, { books: next.books, at: parts.clock.now() });
      else isLeft = true;
    }
    return !isLeft;
  };
}

async function begin(
  { database, ownTransactions }: ReconcileParts,
  of: { chain: Chain; assets: readonly AssetCode[]; hotAddress: string },
): Promise<Map<AssetCode, Snapshot>> {
  const { chain, assets, hotAddress } = of;
  if (assets.length === 0) return new Map();
  return snapshot(database, (tx) => readBooks(tx, chain, assets, { hotAddress, ownTransactions }));
}

/** Whether a comparison would find what the last one found: nothing of ours is under way, and neither side has moved. */
function isSettled(agreed: Agreed | undefined, { books, compared }: Pass, now: TimeMs): boolean {
  if (agreed === undefined || compared > 0 || now - agreed.at >= COMPARE_AGAIN_MS) return false;
  const { height, hash, ledgerUnits, depositUnits, addresses, attempts } = agreed.books;
  return (
    attempts.length === 0 &&
    books.attempts.length === 0 &&
    books.height === height &&
    books.hash === hash &&
    books.ledgerUnits === ledgerUnits &&
    books.depositUnits === depositUnits &&
    books.addresses.length === addresses.length &&
    books.addresses.every((address, at) => address === addresses[at])
  );
}

async function readPage(
  chain: Chain,
  asset: AssetCode,
  { books, compared, chainUnits }: Pass,
): Promise<Pass> {
  const page = books.addresses.slice(compared, compared + PAGE);
  const { height } = books;
  let units = chainUnits;
  if (chain.balances) {
    for (const held of await chain.balances({ addresses: page, asset, height })) units += held;
  } else for (const address of page) units += await chain.balance({ address, asset, height });
  return { books, compared: compared + page.length, chainUnits: units };
}

/** Keeps what a comparison found; whether both sides agree. */
async function conclude(
  parts: ReconcileParts,
  chain: Chain,
  asset: AssetCode,
  { books, chainUnits }: Pass,
): Promise<boolean> {
  const unbookedUnits = await unbooked(chain, parts.overTor, asset, books);
  if (unbookedUnits === null) return false;
  const inFlight = books.depositUnits + unbookedUnits;
  const foundUnits = await bookSurplus(parts, asset, {
    units: chainUnits - books.ledgerUnits - inFlight,
    known: books.unexplained,
  });
  const ledgerUnits = books.ledgerUnits + foundUnits;
  const bookedUnits = await bookMissing(parts, asset, ledgerUnits + inFlight - chainUnits);
  if (foundUnits !== 0n) parts.log.warn({ asset, units: foundUnits }, "coins of no known cause were booked");
  await saveCheck(parts.database, {
    asset,
    height: books.height,
    chainUnits,
    ledgerUnits: ledgerUnits - bookedUnits,
    inFlight,
    addresses: books.addresses.length,
    at: parts.clock.now(),
    isRestarted: foundUnits !== 0n,
  });
  return chainUnits === books.ledgerUnits + inFlight;
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
    const { state, isDropped } = attempt;
    const isBooked = state === "final" || state === "doubled" || state === "reverted";
    if (isBooked) units += spent(attempt, attempt.feeUnits, state !== "reverted");
    if (isBooked && !isDropped) continue;
    const status = await statusOf(chain, overTor, attempt);
    if (status === null) return null;
    if (status.status !== "mined" || status.height > snapshot.height) continue;
    // What one that had failed moves now is missing, and an approver is to see it.
    units -= spent(attempt, status.feeUnits, status.succeeded && state !== "reverted");
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
