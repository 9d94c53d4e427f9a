import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { isUpToDate, loadCursors } from "../chains/cursor-store";
import { assert } from "../core/assert";
import { type AssetCode, assetOf, type ChainId } from "../core/assets";
import type { LegId, LoanId, OrderId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { bigintText, timeMs, units } from "../db/columns";
import { rowsJson } from "../db/rows-json";
import { mayLand, type NewPaidLeg } from "./attempt-legs-store";
import { WANTS_TOR } from "./attempt-way-store";
import type { LegWait } from "./leg-wait";
import { type Grounds, raiseSettlementCap } from "./settlement-store";

export type Leg = {
  id: LegId;
  kind: "payout" | "refund" | "loan";
  /** Whose it is: an order's or a loan's. */
  orderId: OrderId | null;
  loanId: LoanId | null;
  chain: ChainId;
  asset: AssetCode;
  destination: string;
  units: bigint;
  feeUnitsMax: bigint;
  state: "planned" | "final" | "reversed";
  /** Since when its network fee is above `feeUnitsMax`; null while it is not. */
  aboveCapSince: TimeMs | null;
  /** Of a mix. */
  isMixed: boolean;
  /** Its order asks that what is done for it goes through Tor. */
  overTor: boolean;
};

/** A leg as its owner plans it; `legNo` counts the owner's legs from 1. */
export type NewLeg = Pick<Leg, "id" | "kind" | "asset" | "destination" | "units" | "feeUnitsMax"> & {
  owner: { orderId: OrderId } | { loanId: LoanId };
  legNo: number;
  grounds: Grounds | null;
};

const payoutLegs = pgTable("payout_legs", {
  id: text("id").$type<LegId>().primaryKey(),
  orderId: text("order_id").$type<OrderId>(),
  loanId: bigintText("loan_id").$type<LoanId>(),
  legNo: integer("leg_no").notNull(),
  kind: text("kind").$type<Leg["kind"]>().notNull(),
  chain: text("chain").$type<ChainId>().notNull(),
  asset: text("asset").$type<AssetCode>().notNull(),
  destination: text("destination").notNull(),
  units: units("units").notNull(),
  feeUnitsMax: units("fee_units_max").notNull(),
  state: text("state").$type<Leg["state"]>().notNull(),
  createdAt: timeMs("created_at").notNull(),
  aboveCapSince: timeMs("above_cap_since"),
});

/** A planned leg, with its settlement, as the database takes it. */
export const legRow = ({ owner, legNo, feeUnitsMax, grounds, ...leg }: NewLeg, at: TimeMs) => ({
  ...leg,
  order_id: "orderId" in owner ? owner.orderId : null,
  loan_id: "loanId" in owner ? owner.loanId : null,
  leg_no: legNo,
  chain: assetOf(leg.asset).chain,
  fee_units_max: feeUnitsMax,
  credited_units: grounds?.creditedUnits ?? null,
  network_fee_units: grounds?.networkFeeUnits ?? null,
  rate_numerator: grounds?.rate?.numerator ?? null,
  rate_denominator: grounds?.rate?.denominator ?? null,
  created_at: isoOf(at),
});

/** Plans a leg with its settlement, in the transaction in which its owner changes. */
export async function insertLeg(tx: Tx, leg: NewLeg, at: TimeMs): Promise<void> {
  await tx.execute(sql`SELECT plan_legs(${rowsJson([legRow(leg, at)])}::text::jsonb)`);
}

/** Takes a leg back. Throws where one of its transactions may still land: it would be paid twice. */
export async function takeBackLeg(tx: Tx, id: LegId): Promise<void> {
  await tx
    .update(payoutLegs)
    .set({ state: "reversed" })
    .where(and(eq(payoutLegs.id, id), eq(payoutLegs.state, "planned")));
  // Asked after the row is locked: a signer that was faster has committed, and a slower one finds the leg closed.
  if (await mayLand(tx, id)) throw new Error("a leg is under way and cannot be taken back");
}

/** Sets the fee cap of a leg; the time for which its fee was above it begins again. */
export async function setCap(tx: Tx, leg: { id: LegId; feeUnitsMax: bigint }): Promise<void> {
  await tx
    .update(payoutLegs)
    .set({ feeUnitsMax: leg.feeUnitsMax, aboveCapSince: null })
    .where(and(eq(payoutLegs.id, leg.id), eq(payoutLegs.state, "planned")));
  await raiseSettlementCap(tx, leg);
}

/** Notes that a leg's network fee is above its cap now, or (null) that it is not. */
export async function noteAboveCap(tx: Tx, id: LegId, since: TimeMs | null): Promise<void> {
  await tx.update(payoutLegs).set({ aboveCapSince: since }).where(eq(payoutLegs.id, id));
}

export async function loadLeg(tx: Tx, id: LegId): Promise<Leg | undefined> {
  const rows = await tx.execute<LegRow>(sql`
    SELECT l.*, (l.kind = 'payout' AND o.terms ->> 'mixer' IS NOT NULL) AS is_mixed, COALESCE(${WANTS_TOR}, false) AS over_tor
    FROM payout_legs l LEFT JOIN orders o ON o.id = l.order_id WHERE l.id = ${id}`);
  return rows[0] && readLeg(rows[0]);
}

/** Where each leg of an order goes. */
export async function destinationsOf(tx: Tx, orderId: OrderId): Promise<ReadonlyMap<LegId, string>> {
  const rows = await tx
    .select({ id: payoutLegs.id, destination: payoutLegs.destination })
    .from(payoutLegs)
    .where(eq(payoutLegs.orderId, orderId));
  return new Map(rows.map(({ id, destination }) => [id, destination]));
}

/** A leg as a transaction pays it. */
export function paidLegOf({ id, feeUnitsMax, destination, units, orderId, loanId }: Leg): NewPaidLeg {
  const paid = { legId: id, feeUnitsMax, destination, units };
  if (orderId !== null) return { ...paid, owner: "order", ownerId: orderId };
  assert(loanId !== null, "a leg without its owner", { id });
  return { ...paid, owner: "loan", ownerId: loanId };
}

type LegRow = {
  id: LegId;
  kind: Leg["kind"];
  order_id: OrderId | null;
  loan_id: LoanId | null;
  chain: ChainId;
  asset: AssetCode;
  destination: string;
  units: string;
  fee_units_max: string;
  state: Leg["state"];
  above_cap_since: string | null;
  is_mixed: boolean;
  over_tor: boolean;
};

const readLeg = (row: LegRow): Leg => ({
  id: row.id,
  kind: row.kind,
  orderId: row.order_id,
  loanId: row.loan_id,
  chain: row.chain,
  asset: row.asset,
  destination: row.destination,
  units: BigInt(row.units),
  feeUnitsMax: BigInt(row.fee_units_max),
  state: row.state,
  aboveCapSince: row.above_cap_since === null ? null : new Date(row.above_cap_since).getTime(),
  isMixed: row.is_mixed,
  overTor: row.over_tor,
});

/** Locks the leg's row, so that two workers cannot both build for it; returns its state as it is then. */
export async function lockLeg(tx: Tx, id: LegId): Promise<Leg["state"] | undefined> {
  const [row] = await tx
    .select({ state: payoutLegs.state })
    .from(payoutLegs)
    .where(eq(payoutLegs.id, id))
    .for("update");
  return row?.state;
}

/** Whether each of these legs is paid for good. */
export async function areLanded(tx: Tx, ids: readonly LegId[]): Promise<boolean> {
  const open = await tx
    .select({ id: payoutLegs.id })
    .from(payoutLegs)
    .where(and(inArray(payoutLegs.id, [...ids]), ne(payoutLegs.state, "final")));
  return open.length === 0;
}

/** Whether an administrator is to decide on the leg's order. */
export async function isHeld(tx: Tx, leg: Leg): Promise<boolean> {
  const rows = await tx.execute(sql`SELECT 1 FROM orders WHERE id = ${leg.orderId} AND state = 'hold'`);
  return rows.length > 0;
}

/**
 * Why this leg's money may not move now: its chain or one that funds it is halted, or is not known to its latest blocks,
 * or a deposit is no longer canonical. A loan is paid with coins of its own chain's hot wallet.
 */
export async function fundingTrouble(
  tx: Tx,
  leg: Leg,
  now: TimeMs,
): Promise<Extract<
  LegWait,
  "chain_halted" | "chain_behind" | "deposit_lost" | "deposit_chain_halted"
> | null> {
  const funding = await tx.execute<{ chain: ChainId; state: string }>(sql`
    SELECT DISTINCT chain, state FROM deposits
    WHERE order_id = (SELECT COALESCE(parent_id, id) FROM orders WHERE id = ${leg.orderId})
      AND state IN ('confirmed', 'credited', 'lost')`);
  if (funding.some(({ state }) => state === "lost")) return "deposit_lost";
  const cursors = await loadCursors(tx);
  if (funding.some(({ chain }) => cursors.get(chain)?.status === "halted")) return "deposit_chain_halted";
  if (cursors.get(leg.chain)?.status === "halted") return "chain_halted";
  const known = [leg.chain, ...funding.map(({ chain }) => chain)].flatMap(
    (chain) => cursors.get(chain) ?? [],
  );
  return known.every((cursor) => isUpToDate(cursor, now)) ? null : "chain_behind";
}
