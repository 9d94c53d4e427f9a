import { and, eq, gt, sql } from "drizzle-orm";
import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";
import { assert } from "../core/assert";
import type { AssetCode, ChainId } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { bigintText, timeMs, units } from "../db/columns";
import { textArray } from "../db/text-array";
import type { AttemptState } from "./attempt";
import {
  insertAttemptLegs,
  type NewPaidLeg,
  PAID_LEGS,
  type PaidLeg,
  type PaidLegRow,
  readPaidLegs,
} from "./attempt-legs-store";
import { type AttemptWay, OVER_TOR } from "./attempt-way-store";

/** What a transaction of ours is for. */
export type AttemptPurpose =
  /** In the order of its outputs; never two of one owner. */
  | { kind: "legs"; legs: readonly PaidLeg[] }
  /** Takes the place of a payment of these legs (of a top-up or a round: none), and pays none: the coins stay ours. */
  | { kind: "cancel"; legs: readonly PaidLeg[] }
  /** Spends the change of our payment `of`, which waits, to ourselves: miners who want its fee take both. */
  | { kind: "child"; of: string }
  /** Rounds of mixes. */
  | { kind: "round" }
  /** Coins of a deposit address on their way to the hot wallet. */
  | { kind: "sweep" }
  /** Small coins of a UTXO wallet that become one. */
  | { kind: "consolidation" }
  /** Native coins for a deposit address, for the fee of its sweep. */
  | { kind: "top_up" };

type AttemptFacts = {
  chain: ChainId;
  asset: AssetCode;
  sender: string | null;
  nonce: number | null;
  destination: string;
  units: bigint;
  feeUnitsMax: bigint;
  depositIndex: number | null;
  raw: string;
  txId: string;
  createdAt: TimeMs;
};

export type Attempt = AttemptFacts & {
  id: string;
  purpose: AttemptPurpose;
  state: AttemptState;
  height: number | null;
  blockHash: string | null;
  /** The chain's height when it was signed, and when the first of the versions that it replaced was; null where unknown. */
  signedHeight: number | null;
  firstHeight: number | null;
  fence: number;
  /** How often it was signed, each time to the same bytes. */
  signings: number;
  /** Its order, or one of the orders that share it, asks for Tor. */
  overTor: boolean;
};

export type NewAttempt = AttemptFacts & {
  purpose:
    | { kind: "legs" | "cancel"; legs: readonly NewPaidLeg[] }
    | Exclude<AttemptPurpose, { kind: "legs" | "cancel" }>;
};

const payoutAttempts = pgTable("payout_attempts", {
  /** Numbered by the database. */
  id: bigintText("id").primaryKey().default(sql`DEFAULT`),
  kind: text("kind").$type<AttemptPurpose["kind"]>().notNull(),
  chain: text("chain").$type<ChainId>().notNull(),
  asset: text("asset").$type<AssetCode>().notNull(),
  sender: text("sender"),
  nonce: bigint("nonce", { mode: "number" }),
  destination: text("destination").notNull(),
  units: units("units").notNull(),
  feeUnitsMax: units("fee_units_max").notNull(),
  depositIndex: integer("deposit_index"),
  state: text("state").$type<AttemptState>().notNull(),
  raw: text("raw").notNull(),
  txId: text("tx_id").notNull(),
  height: bigint("height", { mode: "number" }),
  blockHash: text("block_hash"),
  signedHeight: bigint("signed_height", { mode: "number" }),
  firstHeight: bigint("first_height", { mode: "number" }),
  feeUnits: units("fee_units"),
  proof: text("proof"),
  nextCheckAt: timeMs("next_check_at").notNull(),
  createdAt: timeMs("created_at").notNull(),
  fence: bigint("fence", { mode: "number" }).notNull().default(0),
  childOf: bigintText("child_of"),
});

export type AttemptRow = {
  id: string;
  kind: AttemptPurpose["kind"];
  legs: PaidLegRow[] | null;
  chain: ChainId;
  asset: AssetCode;
  sender: string | null;
  nonce: string | null;
  destination: string;
  units: string;
  fee_units_max: string;
  deposit_index: number | null;
  state: AttemptState;
  raw: string;
  tx_id: string;
  height: string | null;
  block_hash: string | null;
  signed_height: string | null;
  first_height: string | null;
  fence: string;
  signings: number;
  child_of: string | null;
  created_at: string;
  over_tor: boolean;
};

const number = (text: string | null): number | null => (text === null ? null : Number(text));

/** Reads `ATTEMPT_COLUMNS` with `PAID_LEGS` as `legs`. */
export const readAttempt = (row: AttemptRow): Attempt => ({
  id: row.id,
  purpose: purposeOf(row),
  chain: row.chain,
  asset: row.asset,
  sender: row.sender,
  nonce: number(row.nonce),
  destination: row.destination,
  units: BigInt(row.units),
  feeUnitsMax: BigInt(row.fee_units_max),
  depositIndex: row.deposit_index,
  state: row.state,
  raw: row.raw,
  txId: row.tx_id,
  height: number(row.height),
  blockHash: row.block_hash,
  signedHeight: number(row.signed_height),
  firstHeight: number(row.first_height),
  fence: Number(row.fence),
  signings: row.signings,
  createdAt: new Date(row.created_at).getTime(),
  overTor: row.over_tor,
});

function purposeOf({ id, kind, legs, child_of: of }: AttemptRow): AttemptPurpose {
  if (kind === "child") {
    assert(of !== null, "a child without its payment", { id });
    return { kind, of };
  }
  if (kind !== "legs" && kind !== "cancel") return { kind };
  assert(legs !== null || kind === "cancel", "a payment without a leg", { id });
  return { kind, legs: readPaidLegs(legs) };
}

/** The legs that a transaction pays, or whose payment it cancels. */
export const legsOf = (purpose: AttemptPurpose): readonly PaidLeg[] =>
  purpose.kind === "legs" || purpose.kind === "cancel" ? purpose.legs : [];

/** A name for an attempt's life, for what owners are told once: from its second signing on it has another one. */
export const lifeOf = ({ id, signings }: Pick<Attempt, "id" | "signings">): string =>
  signings === 1 ? id : `${id}.${signings}`;

/** A name for an attempt's calls through Tor, which may be seen to belong together: those for one leg, or for itself. */
export const streamOf = ({ id, purpose }: Pick<Attempt, "id" | "purpose">): string => {
  const [first, ...others] = legsOf(purpose);
  return first !== undefined && others.length === 0 ? first.legId : id;
};

/** Writes a signed transaction down; `firstHeight` is that of the first of its versions, where it is not the first. */
export async function insertAttempt(
  tx: Tx,
  { purpose, ...facts }: NewAttempt,
  firstHeight: number | null = null,
): Promise<{ id: string }> {
  const tipHeight = sql`(SELECT tip_height FROM chain_cursors WHERE chain = ${facts.chain})`;
  const [row] = await tx
    .insert(payoutAttempts)
    .values({
      ...facts,
      kind: purpose.kind,
      childOf: purpose.kind === "child" ? purpose.of : null,
      state: "signed",
      signedHeight: tipHeight,
      firstHeight: firstHeight ?? tipHeight,
      nextCheckAt: facts.createdAt,
    })
    .returning({ id: payoutAttempts.id });
  assert(row !== undefined, "an attempt that was not written", { txId: facts.txId });
  if (purpose.kind === "legs" || purpose.kind === "cancel")
    await insertAttemptLegs(tx, { ...row, chain: facts.chain }, purpose.legs);
  return row;
}

/** The columns of an attempt `a` with `due.over_tor`, as `readAttempt` takes them. */
export const ATTEMPT_COLUMNS = sql.raw(
  "a.id, a.kind, a.chain, a.asset, a.sender, a.nonce, a.destination, a.units, a.fee_units_max, a.deposit_index, a.state, a.raw, a.tx_id, a.height, a.block_hash, a.signed_height, a.first_height, a.fence, a.signings, a.child_of, a.created_at, due.over_tor",
);

/** Leases attempts that are due for a look: later looks of others wait until the lease ends, and writes compare the fence. */
export async function leaseAttempts(
  tx: Tx,
  chain: ChainId,
  now: TimeMs,
  lease: { forMs: number; limit: number; way: AttemptWay },
): Promise<Attempt[]> {
  const ofWay = lease.way === "any" ? sql`` : sql`AND ${OVER_TOR} = ${lease.way === "tor"}`;
  const rows = await tx.execute<AttemptRow>(sql`
    WITH due AS (
      SELECT a.id, ${OVER_TOR} AS over_tor FROM payout_attempts a
      WHERE a.chain = ${chain} AND a.state IN ('signed', 'broadcasting', 'sent', 'mined', 'superseded') AND a.next_check_at <= ${isoOf(now)} ${ofWay}
      ORDER BY a.next_check_at, a.id LIMIT ${lease.limit} FOR UPDATE OF a SKIP LOCKED
    ), a AS (
      UPDATE payout_attempts SET fence = fence + 1, next_check_at = ${isoOf(now + lease.forMs)}
      WHERE id IN (SELECT id FROM due) RETURNING *
    ) SELECT ${ATTEMPT_COLUMNS}, ${PAID_LEGS} AS legs FROM a JOIN due ON due.id = a.id ORDER BY a.id`);
  return rows.map(readAttempt);
}

/** The next look of a lease that came to nothing: what is known of the attempt stays as it is. */
export async function postponeAttempt(tx: Tx, attempt: Attempt, nextCheckAt: TimeMs): Promise<void> {
  const { id, fence } = attempt;
  await tx
    .update(payoutAttempts)
    .set({ nextCheckAt })
    .where(and(eq(payoutAttempts.id, id), eq(payoutAttempts.fence, fence)));
}

/** Writes what was learned about an attempt, if nobody else leased it since; false means that this look is stale. */
export async function moveAttempt(
  tx: Tx,
  attempt: Attempt,
  to: {
    state: AttemptState;
    height?: number | null;
    blockHash?: string | null;
    feeUnits?: bigint;
    proof?: string;
    nextCheckAt: TimeMs;
  },
): Promise<boolean> {
  const { state, height = null, blockHash = null, feeUnits, proof = null, nextCheckAt } = to;
  // The books count what a mined transaction paid, also while nobody can be asked again.
  const moved = await tx.execute(sql`
    UPDATE payout_attempts SET state = ${state}, height = ${height}::bigint, block_hash = ${blockHash},
      fee_units = COALESCE(${feeUnits?.toString() ?? null}, CASE WHEN ${height}::bigint IS NOT NULL THEN fee_units END),
      proof = COALESCE(${proof}, proof), next_check_at = ${isoOf(nextCheckAt)}
    WHERE id = ${attempt.id} AND fence = ${attempt.fence} AND state NOT IN ('final', 'reverted', 'dead', 'doubled')
    RETURNING id`);
  return moved.length === 1;
}

/** Payout attempts in blocks above `height` are on their way again. */
export async function unmineAttempts(tx: Tx, chain: ChainId, height: number): Promise<void> {
  const { chain: ofChain, height: at, state } = payoutAttempts;
  await tx
    .update(payoutAttempts)
    .set({ state: "sent", height: null, blockHash: null })
    .where(and(eq(ofChain, chain), gt(at, height), eq(state, "mined")));
}

/** What a transaction of ours was signed to move, and where to; null of one that is forgotten. */
export type OwnPayment = { asset: AssetCode; destination: string } | null;

/** Which of these transactions we made ourselves (payouts, sweeps, top-ups, rounds), and for what. */
export async function ourTransactions(
  tx: Tx,
  chain: ChainId,
  txIds: readonly string[],
): Promise<Map<string, OwnPayment>> {
  if (txIds.length === 0) return new Map();
  const rows = await tx.execute<{ tx_id: string; asset: AssetCode | null; destination: string | null }>(
    sql`SELECT tx_id, CASE WHEN kind <> 'forgotten' THEN asset END AS asset, destination
      FROM payout_attempts WHERE chain = ${chain} AND tx_id = ANY(${textArray(txIds)}::text[])
      UNION ALL SELECT given.tx_id, NULL, NULL FROM unnest(${textArray(txIds)}::text[]) AS given (tx_id)
      JOIN forgotten_facts f ON f.hash = forgotten_hash('transaction:' || ${chain}::text || ':' || given.tx_id) AND f.kind = 'transaction'`,
  );
  return new Map(
    rows.map(({ tx_id, asset, destination }) => [
      tx_id,
      asset === null || destination === null ? null : { asset, destination },
    ]),
  );
}
