import { and, eq, inArray, sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import type { ChainId } from "../core/assets";
import type { LegId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";
import { type LogLine, lineSchema } from "./log-files";

/** One settlement that a transaction pays; all but the leg are as the log keeps them. */
export type LogRow = {
  legId: LegId;
  settlement: string;
  owner: string;
  sealed: Uint8Array;
  details: Uint8Array;
};

/** The same as it is read, with the transaction that paid it. */
export type KeptRow = {
  id: bigint;
  settlement: string;
  transaction: string;
  spends: readonly string[];
  sealed: Uint8Array;
};

const bytea = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
const byteaArray = (values: readonly Uint8Array[]) => textArray(values.map(bytea));

/**
 * Writes down that a transaction was signed, with where the audit log ended; once a settlement and transaction. Returns the
 * ids of the rows that are new.
 */
export async function insertSigned(
  tx: Tx,
  signed: { transaction: string; at: TimeMs; spends: readonly string[]; rows: readonly LogRow[] },
): Promise<bigint[]> {
  const { transaction, at, spends, rows } = signed;
  const of = (part: (row: LogRow) => string) => textArray(rows.map(part));
  const added = await tx.execute<{ id: string }>(sql`
    INSERT INTO signer_log (hour, settlement, transaction, owner, spends, sealed, details, fact, audit_seq, audit_hash)
    SELECT date_trunc('hour', ${isoOf(at)}::timestamptz, 'UTC'), row.settlement, ${transaction}, row.owner,
      ${textArray(spends)}::text[], row.sealed, row.details, forgotten_hash('settlement:' || row.leg), head.seq, head.hash
    FROM unnest(${of(({ legId }) => legId)}::text[], ${of(({ settlement }) => settlement)}::text[],
        ${of(({ owner }) => owner)}::text[], ${byteaArray(rows.map(({ sealed }) => sealed))}::bytea[],
        ${byteaArray(rows.map(({ details }) => details))}::bytea[])
      AS row (leg, settlement, owner, sealed, details), admin_audit_head AS head
    ON CONFLICT (settlement, transaction) DO NOTHING RETURNING id::text`);
  return added.map(({ id }) => BigInt(id));
}

type KeptColumns = Omit<KeptRow, "id" | "sealed"> & { id: string; sealed: string };

const keptOf = ({ id, sealed, ...row }: KeptColumns): KeptRow => ({
  ...row,
  id: BigInt(id),
  sealed: Buffer.from(sealed, "hex"),
});

const KEPT = sql.raw("id, settlement, transaction, spends, encode(sealed, 'hex') AS sealed");

/** Rows above an id that are not older than a time. */
export async function readSignedAbove(
  tx: Tx,
  { above, since }: { above: bigint; since: TimeMs },
): Promise<KeptRow[]> {
  const rows = await tx.execute<KeptColumns>(sql`SELECT ${KEPT} FROM signer_log
    WHERE id > ${above.toString()} AND hour >= date_trunc('hour', ${isoOf(since)}::timestamptz, 'UTC') ORDER BY id`);
  return rows.map(keptOf);
}

/** What was signed for these settlements. */
export async function readSignedOf(tx: Tx, settlements: readonly string[]): Promise<KeptRow[]> {
  const rows = await tx.execute<KeptColumns>(
    sql`SELECT ${KEPT} FROM signer_log WHERE settlement = ANY(${textArray(settlements)}::text[]) ORDER BY id`,
  );
  return rows.map(keptOf);
}

/** The transactions, as the log knows them, that were signed after a row and use up some of what that does. */
export async function transactionsAfter(tx: Tx, { id, spends }: KeptRow): Promise<string[]> {
  const rows = await tx.execute<{ transaction: string }>(sql`
    SELECT DISTINCT transaction FROM signer_log WHERE id > ${id.toString()} AND spends && ${textArray(spends)}::text[]`);
  return rows.map(({ transaction }) => transaction);
}

/** Looked through for one that took another's place. */
const FINAL_MAX = 2_000;

/** The ids of the latest final payments of a chain. */
export async function finalTransactions(tx: Tx, chain: ChainId): Promise<string[]> {
  const rows = await tx.execute<{ tx_id: string }>(sql`
    SELECT tx_id FROM payout_attempts WHERE chain = ${chain} AND state = 'final' ORDER BY id DESC LIMIT ${FINAL_MAX}`);
  return rows.map(({ tx_id }) => tx_id);
}

/** Of these owners, what the database had lost: their orders may have been paid by it. */
export async function readRestored(
  tx: Tx,
  owners: readonly string[],
): Promise<(KeptRow & { owner: string })[]> {
  const rows = await tx.execute<KeptColumns & { owner: string }>(
    sql`SELECT ${KEPT}, owner FROM signer_log WHERE restored AND owner = ANY(${textArray(owners)}::text[]) ORDER BY id`,
  );
  return rows.map(({ owner, ...row }) => ({ ...keptOf(row), owner }));
}

/** The id of the last row; 0 where there is none. */
export async function lastLine(tx: Tx): Promise<bigint> {
  const [row] = await tx.execute<{ last: string }>(
    sql`SELECT COALESCE(max(id), 0)::text AS last FROM signer_log`,
  );
  return BigInt(row?.last ?? 0);
}

/** Rows above an id in the order of their ids, as the files have them. */
export async function readLines(tx: Tx, above: bigint, limit: number): Promise<LogLine[]> {
  const rows = await tx.execute<LogLine>(sql`
    SELECT id::text, to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS hour, settlement, transaction, owner, spends,
      translate(encode(sealed, 'base64'), E'\n', '') AS sealed, translate(encode(details, 'base64'), E'\n', '') AS details, fact,
      audit_seq::text AS "auditSeq", audit_hash AS "auditHash", restored
    FROM signer_log WHERE id > ${above.toString()} ORDER BY id LIMIT ${limit}`);
  return rows.map((row) => lineSchema.parse(row));
}

/** What a line is known by. */
export const lineName = ({ settlement, transaction }: Pick<LogLine, "settlement" | "transaction">): string =>
  `${settlement}:${transaction}`;

/** Which of these lines the database has, by their names, each with its id there. */
export async function idsOfLines(tx: Tx, lines: readonly LogLine[]): Promise<Map<string, bigint>> {
  const of = (part: (line: LogLine) => string) => textArray(lines.map(part));
  const rows = await tx.execute<{ id: string; settlement: string; transaction: string }>(sql`
    SELECT l.id::text, l.settlement, l.transaction FROM signer_log l
    JOIN unnest(${of(({ settlement }) => settlement)}::text[], ${of(({ transaction }) => transaction)}::text[])
      AS line (settlement, transaction) ON line.settlement = l.settlement AND line.transaction = l.transaction`);
  return new Map(rows.map(({ id, ...row }) => [lineName(row), BigInt(id)]));
}

/** Writes lines of the files back that the database has lost. */
export async function insertRestored(tx: Tx, lines: readonly LogLine[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO signer_log (hour, settlement, transaction, owner, spends, sealed, details, fact, audit_seq, audit_hash, restored)
    SELECT hour, settlement, transaction, owner, ARRAY(SELECT jsonb_array_elements_text(spends)), decode(sealed, 'base64'),
      decode(details, 'base64'), fact, "auditSeq", "auditHash", true
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) AS line (hour timestamptz, settlement text, transaction text, owner text,
      spends jsonb, sealed text, details text, fact text, "auditSeq" bigint, "auditHash" text)
    ON CONFLICT (settlement, transaction) DO NOTHING`);
}

/** Which of these settlements were forgotten with their orders. */
export async function forgottenAmong(tx: Tx, settlements: readonly string[]): Promise<string[]> {
  const rows = await tx.execute<{ settlement: string }>(sql`
    SELECT DISTINCT l.settlement FROM signer_log l JOIN forgotten_facts f ON f.hash = l.fact AND f.kind = 'settlement'
    WHERE l.settlement = ANY(${textArray(settlements)}::text[])`);
  return rows.map(({ settlement }) => settlement);
}

const signerVerdicts = pgTable("signer_verdicts", {
  releaseId: bigint("release_id", { mode: "bigint" }).primaryKey(),
  outcome: text("outcome").$type<"released" | "refused">().notNull(),
  settlement: text("settlement"),
  adminId: text("admin_id"),
  step: bigint("step", { mode: "number" }),
  afterRow: bigint("after_row", { mode: "bigint" }),
});

/** Which of these settlements an approver has released, and after which row of the log the last time. */
export async function releasedAmong(tx: Tx, settlements: readonly string[]): Promise<Map<string, bigint>> {
  const { settlement, outcome, afterRow } = signerVerdicts;
  const rows = await tx
    .select({ settlement, afterRow })
    .from(signerVerdicts)
    .where(and(eq(outcome, "released"), inArray(settlement, [...settlements])))
    .orderBy(afterRow);
  return new Map(
    rows.flatMap((row) => (row.settlement === null ? [] : [[row.settlement, row.afterRow ?? 0n]])),
  );
}

/** An approver's one-time code for a settlement, and what it is checked by; `secret` is null where the account may not release. */
export type AskedRelease = {
  id: bigint;
  legId: LegId;
  code: string;
  adminId: string | null;
  secret: Uint8Array | null;
  /** The latest time step whose code a login has used up. */
  lastStep: number;
};

/** Looked at in one go. */
const RELEASES_MAX = 50;

/** Codes that were given since a time, and that the signer has not looked at. */
export async function openReleases(tx: Tx, since: TimeMs): Promise<AskedRelease[]> {
  const rows = await tx.execute<{
    id: string;
    leg_id: LegId;
    code: string;
    admin_id: string | null;
    secret: string | null;
    last_step: string | null;
  }>(sql`
    SELECT r.id, r.leg_id, r.code, u.id AS admin_id, encode(t.secret, 'hex') AS secret, t.last_step
    FROM payout_releases r
      LEFT JOIN admin_users u ON u.username = r.username AND u.role = 'approver' AND u.disabled_at IS NULL
      LEFT JOIN admin_totp t ON t.admin_id = u.id AND t.confirmed_at IS NOT NULL
    WHERE r.asked_at >= ${isoOf(since)} AND NOT EXISTS (SELECT 1 FROM signer_verdicts v WHERE v.release_id = r.id)
    ORDER BY r.id LIMIT ${RELEASES_MAX}`);
  return rows.map(({ id, leg_id: legId, code, admin_id: adminId, secret, last_step: lastStep }) => ({
    ...{ id: BigInt(id), legId, code, adminId, lastStep: Number(lastStep ?? 0) },
    secret: secret === null ? null : Buffer.from(secret, "hex"),
  }));
}

/** Keeps what was found of a code; false where a code of that time step of the account has counted before. */
export async function insertVerdict(
  tx: Tx,
  verdict: Omit<typeof signerVerdicts.$inferInsert, "afterRow">,
): Promise<boolean> {
  const last = sql<bigint>`(SELECT COALESCE(max(id), 0) FROM signer_log)`;
  const rows = await tx
    .insert(signerVerdicts)
    .values({ ...verdict, afterRow: verdict.outcome === "released" ? last : null })
    .onConflictDoNothing()
    .returning({ id: signerVerdicts.releaseId });
  return rows.length === 1;
}
