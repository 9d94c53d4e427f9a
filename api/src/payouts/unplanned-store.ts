import { and, asc, eq, isNull, ne, or, sql } from "drizzle-orm";
import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { ChainId } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { bigintText, timeMs } from "../db/columns";
import { textArray } from "../db/text-array";
import type { UNPLANNED_STATES } from "./decisions";

const unplannedSpends = pgTable("unplanned_spends", {
  id: bigintText("id").primaryKey().default(sql`DEFAULT`),
  chain: text("chain").$type<ChainId>().notNull(),
  txId: text("tx_id"),
  sender: text("sender"),
  nonce: bigint("nonce", { mode: "number" }),
  depositIndex: integer("deposit_index"),
  outputs: text("outputs").array().notNull(),
  state: text("state").$type<(typeof UNPLANNED_STATES)[number]>().notNull().default("open"),
  reason: text("reason"),
  seenAt: timeMs("seen_at").notNull(),
  missedSince: timeMs("missed_since"),
});

/** A transaction that spends our coins and that we did not sign. */
export type UnplannedSpend = typeof unplannedSpends.$inferSelect;

/** Who sends it (account chains; `index` of the sender's key, null for the hot wallet), or which of our outputs it spends. */
export type SeenSpend = { chain: ChainId } & (
  | { txId: string | null; sender: string; nonce: number; index: number | null }
  | { txId: string; outputs: readonly string[] }
);

const { id: ID, chain: CHAIN, txId: TX_ID, state: STATE } = unplannedSpends;

/** Whether signing on a chain waits for an approver: somebody else spends our coins there. */
export async function hasUnplannedSpend(tx: Tx, chain: ChainId): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM unplanned_spends WHERE chain = ${chain} AND state <> 'adopted' LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Takes note of one; true where it is news. One whose adoption was closed without a booking, because it had vanished, waits
 * to be booked again.
 */
export async function noteUnplanned(tx: Tx, seen: SeenSpend, at: TimeMs): Promise<boolean> {
  const isOfSender = "sender" in seen;
  if (isOfSender) {
    const { chain, txId, sender, nonce } = seen;
    const ofNonce = and(
      eq(CHAIN, chain),
      eq(unplannedSpends.sender, sender),
      eq(unplannedSpends.nonce, nonce),
    );
    const unseen = and(ofNonce, isNull(TX_ID));
    if (txId === null) {
      // One that a block showed is counted again where a reorg has taken that block. One whose adoption is closed is news.
      const isKnown = or(isNull(TX_ID), ne(STATE, "adopted"));
      const known = await tx.select({ id: ID }).from(unplannedSpends).where(and(ofNonce, isKnown));
      if (known.length > 0) return false;
    } else if (await isNamed(tx, chain, txId)) await tx.delete(unplannedSpends).where(unseen);
    else {
      // What a node only counted is in a block now: the approver who adopted it did not see what it does.
      const named = await tx
        .update(unplannedSpends)
        .set({ txId, state: "open", reason: null })
        .where(unseen)
        .returning({ id: ID });
      if (named.length > 0) return true;
    }
  }
  const { chain, txId } = seen;
  const inserted = await tx
    .insert(unplannedSpends)
    .values({
      chain,
      txId,
      sender: isOfSender ? seen.sender : null,
      nonce: isOfSender ? seen.nonce : null,
      depositIndex: isOfSender ? seen.index : null,
      outputs: isOfSender ? [] : [...seen.outputs],
      seenAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: ID });
  if (inserted.length > 0) return true;
  if (txId === null) return false;
  const back = await tx
    .update(unplannedSpends)
    .set({ state: "asked", missedSince: null })
    .where(and(eq(CHAIN, chain), eq(TX_ID, txId), eq(STATE, "adopted")))
    .returning({ id: ID });
  return back.length > 0;
}

async function isNamed(tx: Tx, chain: ChainId, txId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: ID })
    .from(unplannedSpends)
    .where(and(eq(CHAIN, chain), eq(TX_ID, txId)));
  return rows.length > 0;
}

/** Which of these outputs are ours: of our wallet, or of deposits on their way into it. */
export async function ourOutputs(
  tx: Tx,
  chain: ChainId,
  outputs: readonly { txId: string; ordinal: number }[],
): Promise<Set<string>> {
  const txIds = textArray(outputs.map(({ txId }) => txId));
  const ordinals = textArray(outputs.map(({ ordinal }) => String(ordinal)));
  const rows = await tx.execute<{ output: string }>(sql`
    WITH asked AS (SELECT * FROM unnest(${txIds}::text[], ${ordinals}::integer[]) AS o (tx_id, ordinal))
    SELECT tx_id || ':' || ordinal AS output FROM asked JOIN wallet_outputs USING (tx_id, ordinal) WHERE chain = ${chain}
    UNION SELECT tx_id || ':' || ordinal FROM asked JOIN deposits USING (tx_id, ordinal) WHERE chain = ${chain}`);
  return new Set(rows.map(({ output }) => output));
}

/** Whether one of these (`transaction:ordinal`) is a deposit that has been seen and is not credited yet. */
export async function hasUncredited(tx: Tx, chain: ChainId, outputs: readonly string[]): Promise<boolean> {
  if (outputs.length === 0) return false;
  const rows = await tx.execute(sql`
    SELECT 1 FROM deposits d WHERE d.chain = ${chain} AND d.state IN ('seen', 'confirmed')
      AND d.tx_id || ':' || d.ordinal = ANY (${textArray(outputs)}::text[])`);
  return rows.length > 0;
}

/** How many of a list are shown. */
const LISTED_MAX = 50;

/** Those that stop signing, oldest first. */
export const listUnplanned = (tx: Tx): Promise<UnplannedSpend[]> =>
  tx
    .select()
    .from(unplannedSpends)
    .where(ne(STATE, "adopted"))
    .orderBy(asc(unplannedSpends.seenAt), asc(ID))
    .limit(LISTED_MAX);

/** Those of a chain that an approver has adopted and that are not booked yet. */
export const askedAdoptions = (tx: Tx, chain: ChainId): Promise<UnplannedSpend[]> =>
  tx
    .select()
    .from(unplannedSpends)
    .where(and(eq(CHAIN, chain), eq(STATE, "asked")))
    .orderBy(asc(ID));

/** Keeps an approver's adoption; undefined where there is none that is open. */
export async function askAdoption(tx: Tx, id: string, reason: string): Promise<UnplannedSpend | undefined> {
  const [asked] = await tx
    .update(unplannedSpends)
    .set({ state: "asked", reason })
    .where(and(eq(ID, id), eq(STATE, "open")))
    .returning();
  return asked;
}

/** Whether there is one of that number, in whatever state. */
export async function isUnplanned(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.select({ id: ID }).from(unplannedSpends).where(eq(ID, id));
  return rows.length > 0;
}

/** Notes since when the chain does not know an adopted one; null where it does. */
export async function noteMissed(tx: Tx, id: string, since: TimeMs | null): Promise<void> {
  await tx.update(unplannedSpends).set({ missedSince: since }).where(eq(ID, id));
}

/** Ends one, whose coins are booked or are still there: signing continues. False where another worker has. */
export async function endAdoption(tx: Tx, id: string): Promise<boolean> {
  const ended = await tx
    .update(unplannedSpends)
    .set({ state: "adopted" })
    .where(and(eq(ID, id), eq(STATE, "asked")))
    .returning({ id: ID });
  return ended.length > 0;
}
