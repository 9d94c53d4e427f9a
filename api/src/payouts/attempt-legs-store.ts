import { type SQL, sql } from "drizzle-orm";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { ChainId } from "../core/assets";
import type { LegId, LoanId, OrderId } from "../core/ids";
import type { Tx } from "../db/client";
import { bigintText, units } from "../db/columns";
import { textArray } from "../db/text-array";
import type { OwnerOfLeg } from "./leg-owner";

/** A leg that a transaction of ours pays, and the most native units that it may spend on the network. */
export type PaidLeg = { legId: LegId; feeUnitsMax: bigint } & OwnerOfLeg;

/** A leg to be paid, as the transaction's bytes pay it, with the key that proves it, where the chain does not show it. */
export type NewPaidLeg = PaidLeg & { destination: string; units: bigint; txKey?: string };

const attemptLegs = pgTable("attempt_legs", {
  attemptId: bigintText("attempt_id").notNull(),
  ordinal: integer("ordinal").notNull(),
  legId: text("leg_id").$type<LegId>().notNull(),
  chain: text("chain").$type<ChainId>().notNull(),
  owner: text("owner").notNull(),
  destination: text("destination").notNull(),
  units: units("units").notNull(),
  txKey: text("tx_key"),
  live: boolean("live").notNull(),
});

/** Writes down which legs a transaction pays. Two legs of one owner, or a leg that is being paid, are refused by the database. */
export async function insertAttemptLegs(
  tx: Tx,
  attempt: { id: string; chain: ChainId },
  legs: readonly NewPaidLeg[],
): Promise<void> {
  if (legs.length === 0) return;
  await tx.insert(attemptLegs).values(
    legs.map(({ legId, destination, units, txKey = null, ...leg }, ordinal) => ({
      attemptId: attempt.id,
      chain: attempt.chain,
      owner: ownerName(leg),
      live: true,
      ...{ ordinal, legId, destination, units, txKey },
    })),
  );
}

/** The keys that prove these payments, by leg, where there are any: `txId` is the transaction that pays the leg. */
export async function txKeysOf(
  tx: Tx,
  paid: readonly { legId: LegId; txId: string }[],
): Promise<ReadonlyMap<LegId, string>> {
  const listOf = (texts: readonly string[]) => sql`${textArray(texts)}::text[]`;
  const rows = await tx.execute<{ leg_id: LegId; tx_key: string }>(sql`
    SELECT p.leg_id, p.tx_key FROM unnest(${listOf(paid.map(({ legId }) => legId))}, ${listOf(paid.map(({ txId }) => txId))}) AS given (leg_id, tx_id)
    JOIN attempt_legs p ON p.leg_id = given.leg_id JOIN payout_attempts a ON a.id = p.attempt_id AND a.tx_id = given.tx_id
    WHERE p.tx_key IS NOT NULL AND a.kind = 'legs'`);
  return new Map(rows.map(({ leg_id: legId, tx_key: txKey }) => [legId, txKey]));
}

/** An owner as one text, as the column `payout_legs.owner` has it. */
const ownerName = ({ owner, ownerId }: OwnerOfLeg): string =>
  owner === "order" ? ownerId : `loan:${ownerId}`;

/** The legs of an attempt `a`, in order, as JSON that `readPaidLegs` reads; NULL where it pays none. */
export const PAID_LEGS =
  sql.raw(`(SELECT json_agg(json_build_object('legId', p.leg_id, 'orderId', l.order_id, 'loanId', l.loan_id::text,
  'feeUnitsMax', l.fee_units_max::text) ORDER BY p.ordinal) FROM attempt_legs p JOIN payout_legs l ON l.id = p.leg_id WHERE p.attempt_id = a.id)`);

/** An attempt `a` that is not closed without having paid, which a final cancellation is too. */
export const MAY_PAY = sql.raw(
  "a.state NOT IN ('reverted', 'dead') AND NOT (a.kind = 'cancel' AND a.state = 'final')",
);

export type PaidLegRow = {
  legId: LegId;
  orderId: OrderId | null;
  loanId: LoanId | null;
  feeUnitsMax: string;
};

/** Reads the column `PAID_LEGS`. */
export const readPaidLegs = (rows: readonly PaidLegRow[] | null): PaidLeg[] =>
  (rows ?? []).flatMap(({ legId, orderId, loanId, feeUnitsMax }) => {
    const paid = { legId, feeUnitsMax: BigInt(feeUnitsMax) };
    if (orderId !== null) return { ...paid, owner: "order" as const, ownerId: orderId };
    return loanId === null ? [] : { ...paid, owner: "loan" as const, ownerId: loanId };
  });

/** Whether some attempt of the leg may still land, or has landed: the leg must not be taken back. */
export const mayLand = (tx: Tx, legId: LegId): Promise<boolean> =>
  hasAttempt(tx, [legId], sql`a.kind = 'legs' AND a.state NOT IN ('reverted', 'dead')`);

/** Whether an attempt of one of the legs is under way or has landed that no other is to take the place of. */
export const hasLiveAttempt = (tx: Tx, legIds: readonly LegId[]): Promise<boolean> =>
  hasAttempt(tx, legIds, sql`a.live`);

async function hasAttempt(tx: Tx, legIds: readonly LegId[], isLive: SQL): Promise<boolean> {
  const rows = await tx.execute(sql`
    SELECT 1 FROM attempt_legs p JOIN payout_attempts a ON a.id = p.attempt_id
    WHERE p.leg_id = ANY(${textArray(legIds)}::text[]) AND ${isLive} LIMIT 1`);
  return rows.length > 0;
}

/** A transaction that another one is to take the place of: it is not proved dead. */
export type Superseded = { id: string; txId: string; raw: string; nonce: number | null };

/** The superseded attempts of legs, oldest first. */
export async function supersededAttempts(tx: Tx, legIds: readonly LegId[]): Promise<Superseded[]> {
  const rows = await tx.execute<{ id: string; tx_id: string; raw: string; nonce: string | null }>(sql`
    SELECT id, tx_id, raw, nonce FROM payout_attempts a WHERE state = 'superseded'
      AND EXISTS (SELECT 1 FROM attempt_legs p WHERE p.attempt_id = a.id AND p.leg_id = ANY(${textArray(legIds)}::text[]))
    ORDER BY id`);
  return rows.map(({ tx_id: txId, nonce, ...row }) => ({
    ...row,
    txId,
    nonce: nonce === null ? null : Number(nonce),
  }));
}

/**
 * The legs, by id, with all those that a transaction pays as well which may still land though another is to take its
 * place; and these transactions. One that takes their place must be signed for all of these legs, or the rest wait.
 */
export async function withEarlier(
  tx: Tx,
  legIds: readonly LegId[],
): Promise<{ legIds: LegId[]; earlier: Superseded[] }> {
  let known = [...new Set(legIds)].sort();
  for (;;) {
    const earlier = await supersededAttempts(tx, known);
    const shared = await legsOfAttempts(
      tx,
      earlier.map(({ id }) => id),
    );
    const all = [...new Set([...known, ...shared])].sort();
    if (all.length === known.length) return { legIds: known, earlier };
    known = all;
  }
}

async function legsOfAttempts(tx: Tx, attemptIds: readonly string[]): Promise<LegId[]> {
  const rows = await tx
    .selectDistinct({ legId: attemptLegs.legId })
    .from(attemptLegs)
    .where(sql`${attemptLegs.attemptId} = ANY(${textArray(attemptIds)}::bigint[])`);
  return rows.map(({ legId }) => legId);
}
