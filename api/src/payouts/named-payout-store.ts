import { sql } from "drizzle-orm";
import type { LegId } from "../core/ids";
import type { Tx } from "../db/client";
import { type Leg, loadLeg } from "./leg-store";

/** A leg with the name of what it pays: an order's tracking code or a loan's number. */
export type NamedPayout = Leg & { name: string };

/** Loads a payout by the name of its leg; undefined where there is none. */
export async function loadNamedPayout(tx: Tx, id: LegId): Promise<NamedPayout | undefined> {
  const leg = await loadLeg(tx, id);
  if (leg === undefined) return undefined;
  const [row] = await tx.execute<{ name: string | null }>(sql`
    SELECT tracking_code AS name FROM orders WHERE id = ${leg.orderId}`);
  return { ...leg, name: row?.name ?? String(leg.loanId) };
}
