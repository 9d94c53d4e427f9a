import { minUnits } from "../core/amount";
import { type AssetCode, assetOf } from "../core/assets";
import type { Clock, TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { transaction } from "../db/transaction";
import { surplusEntry } from "./loss-entry";
import { isBeingTaken } from "./missing-store";
import type { LedgerStore } from "./store";
import { changeUnexplained, type Unexplained } from "./surplus-store";

/** For so long every comparison must find it: by then, the cause of what is on its way, or late, is booked. */
const SURPLUS_AFTER_MS = 3_600_000;

/**
 * Books coins that comparisons found above the books for an hour, and that nothing explains: they are `unallocated`, so
 * that they are seen and count as owed, never as reserve. Where coins are missing later, because their cause was booked
 * after all or because they left, that is taken back first, at once: what no customer was promised does not freeze a
 * currency. Not while a transaction that we did not sign takes coins of the chain: its adoption books what is missing.
 * `units` is what the chain has above the books, or below zero what it misses; `known` is of the same moment as the books.
 * Yields the units by which the books have changed.
 */
export async function bookSurplus(
  { database, clock, ledger }: { database: Database; clock: Clock; ledger: LedgerStore },
  asset: AssetCode,
  { units, known }: { units: bigint; known: Unexplained },
): Promise<bigint> {
  const change = units < 0n ? -minUnits(-units, known.units) : minUnits(units, lasting(known, clock.now()));
  if (change === 0n) return 0n;
  if (change < 0n && (await isBeingTaken(database, assetOf(asset).chain))) return 0n;
  const isBooked = await transaction(database, async (tx) => {
    const bookings = await changeUnexplained(tx, asset, { change, after: known.bookings });
    if (bookings === null) return false;
    await ledger.append(tx, surplusEntry({ key: `${asset}:${bookings}`, asset, units: change }), clock.now());
    return true;
  });
  return isBooked ? change : 0n;
}

const lasting = ({ surplusUnits, surplusSince }: Unexplained, now: TimeMs): bigint =>
  surplusSince !== null && now - surplusSince >= SURPLUS_AFTER_MS ? surplusUnits : 0n;
