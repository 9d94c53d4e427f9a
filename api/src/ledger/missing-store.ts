import { and, desc, eq, sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import type { AssetCode, ChainId } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs, units } from "../db/columns";

/** What became of an approver's word that missing coins are to be booked out. */
export type MissingState = "asked" | "booked" | "refused";

const missingCoins = pgTable("missing_coins", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  asset: text("asset").$type<AssetCode>().notNull(),
  units: units("units").notNull(),
  state: text("state").$type<MissingState>().notNull().default("asked"),
  askedAt: timeMs("asked_at").notNull(),
});

/** Coins of an asset that the last finished comparison missed; zero where it missed none. */
export async function missingUnits(tx: Tx, asset: AssetCode): Promise<bigint> {
  const rows = await tx.execute<{ units: string }>(sql`
    SELECT ledger_units + in_flight_units - chain_units AS units FROM chain_checks WHERE asset = ${asset} AND deficits > 0`);
  return BigInt(rows[0]?.units ?? 0);
}

/** Whether a transaction that we did not sign spends coins of the chain, and is not booked yet. */
export async function isBeingTaken(tx: Tx, chain: ChainId): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM unplanned_spends WHERE chain = ${chain} AND state <> 'adopted' LIMIT 1`,
  );
  return rows.length > 0;
}

/** Leaves word for the worker; false while an earlier one waits. */
export async function askToBook(
  tx: Tx,
  asked: { asset: AssetCode; units: bigint; askedAt: TimeMs },
): Promise<boolean> {
  const kept = await tx
    .insert(missingCoins)
    .values(asked)
    .onConflictDoNothing()
    .returning({ asset: missingCoins.asset });
  return kept.length === 1;
}

/** The word that waits for an asset. */
export async function askedFor(tx: Tx, asset: AssetCode): Promise<{ id: number; units: bigint } | undefined> {
  const [row] = await tx
    .select({ id: missingCoins.id, units: missingCoins.units })
    .from(missingCoins)
    .where(and(eq(missingCoins.asset, asset), eq(missingCoins.state, "asked")));
  return row;
}

/** Keeps what became of a word. */
export async function settleAsked(tx: Tx, id: number, state: "booked" | "refused"): Promise<void> {
  await tx.update(missingCoins).set({ state }).where(eq(missingCoins.id, id));
}

/** What became of the last word for each asset. */
export async function lastAsked(tx: Tx): Promise<Map<AssetCode, MissingState>> {
  const { asset, state, id } = missingCoins;
  const rows = await tx
    .selectDistinctOn([asset], { asset, state })
    .from(missingCoins)
    .orderBy(asset, desc(id));
  return new Map(rows.map((row) => [row.asset, row.state]));
}
