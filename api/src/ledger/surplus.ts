import { minUnits } from "../core/amount";
import type { AssetCode } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { transaction, violatedConstraint } from "../db/transaction";
import { surplusEntry } from "./loss-entry";
import type { LedgerStore } from "./store";
import { changeUnexplained, unexplained } from "./surplus-store";

/** Comparisons in a row that must find a surplus before it is booked: what is on its way has its cause by then. */
const SURPLUSES_MIN = 3;

/**
 * Books coins that a comparison found above the books, and that nothing explains: they are `unallocated`, so that they are
 * seen and count as owed, never as reserve. Where coins are missing later, because their cause was booked meanwhile (a
 * deposit that was found late) or because they left, that is taken back first, at once: what no customer was promised does not
 * freeze a currency. `units` is what the chain has above the books, or below zero what it misses. Yields the units by which the
 * books have changed.
 */
export async function bookSurplus(
  { database, clock, ledger }: { database: Database; clock: Clock; ledger: LedgerStore },
  asset: AssetCode,
  units: bigint,
): Promise<bigint> {
  if (units === 0n) return 0n;
  const known = await unexplained(database, asset);
  const change = units > 0n ? found(known.surpluses, units) : -minUnits(-units, known.units);
  if (change === 0n) return 0n;
  const isBooked = await transaction(database, async (tx) => {
    const bookings = await changeUnexplained(tx, asset, { change, after: known.bookings });
    if (bookings === null) return false;
    await ledger.append(tx, surplusEntry({ key: `${asset}:${bookings}`, asset, units: change }), clock.now());
    return true;
  }).catch((error: unknown) => {
    // The hot wallet's coins are promised: the deficit stays for an approver.
    if (violatedConstraint(error) === undefined) throw error;
    return false;
  });
  return isBooked ? change : 0n;
}

const found = (surplusesBefore: number, units: bigint): bigint =>
  surplusesBefore + 1 >= SURPLUSES_MIN ? units : 0n;
