import { sql } from "drizzle-orm";
import type { LegId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { rowsJson } from "../db/rows-json";
import type { LedgerTransaction } from "../ledger/entry";
import type { BookingRow, LedgerStore } from "../ledger/store";
import type { ReserveChange } from "../reserves/reserve-change";
import { changeRows } from "../reserves/store";
import { legRow, type NewLeg } from "./leg-store";

/** What an event of an order or a loan changes besides its row: money that is set aside, booked and to be paid. */
export type MoneyEffects = {
  reserve: readonly ReserveChange[];
  ledger: readonly LedgerTransaction[];
  legs: readonly NewLeg[];
  closedLegs: readonly { id: LegId; state: "final" | "reversed" }[];
  recappedLegs: readonly { id: LegId; feeUnitsMax: bigint }[];
};

/** What an event sets aside, books, plans and closes, as the function write_money takes it. */
export type MoneyRows = {
  frees: ReserveChange[];
  takes: ReserveChange[];
  bookings: BookingRow[];
  legs: object[];
  finals: LegId[];
};

/** What the database writes at once of what an event changes. Throws where a role books that has no ledger. */
export function moneyRows(ledger: LedgerStore | null, effects: MoneyEffects, at: TimeMs): MoneyRows {
  const changes = changeRows(effects.reserve);
  const frees = changes.filter(({ held, planned }) => held + planned <= 0n);
  return {
    frees,
    takes: changes.filter((change) => !frees.includes(change)),
    bookings: effects.ledger.map((booking) => {
      if (ledger === null) throw new Error("this role books nothing");
      return ledger.rowOf(booking, at);
    }),
    legs: effects.legs.map((leg) => legRow(leg, at)),
    finals: effects.closedLegs.flatMap(({ id, state }) => (state === "final" ? [id] : [])),
  };
}

/** Writes money by itself. Throws where an entry was booked before. */
export async function writeMoney(tx: Tx, money: MoneyRows): Promise<void> {
  if (Object.values(money).every((rows) => rows.length === 0)) return;
  await tx.execute(sql`SELECT write_money(${rowsJson([money])}::text::jsonb)`);
}
