import { and, eq, inArray, sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import type { LegId } from "../core/ids";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { textArray } from "../db/text-array";

/** One settlement that a transaction pays; all but the leg are as the log keeps them. */
export type LogRow = { legId: LegId; settlement: string; loan: string | null; sealed: Uint8Array };

/** The same as it is read, with the transaction that paid it. */
export type KeptRow = {
  id: bigint;
  settlement: string;
  transaction: string;
  spends: readonly string[];
  sealed: Uint8Array;
};

const iso = (at: TimeMs): string => new Date(at).toISOString();
const bytea = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
const byteaArray = (values: readonly Uint8Array[]) => textArray(values.map(bytea));

/** Writes down that a transaction was signed, with where the audit log ended; once a settlement and transaction. */
export async function insertSigned(
  tx: Tx,
  signed: { transaction: string; at: TimeMs; spends: readonly string[]; rows: readonly LogRow[] },
): Promise<void> {
  const { transaction, at, spends, rows } = signed;
  const of = (part: (row: LogRow) => string) => textArray(rows.map(part));
  await tx.execute(sql`
    INSERT INTO signer_log (hour, settlement, transaction, loan, spends, sealed, fact, audit_seq, audit_hash)
    SELECT date_trunc('hour', ${iso(at)}::timestamptz, 'UTC'), row.settlement, ${transaction}, nullif(row.loan, ''), ${textArray(spends)}::text[], row.sealed,
      forgotten_hash('settlement:' || row.leg), head.seq, head.hash
    FROM unnest(${of(({ legId }) => legId)}::text[], ${of(({ settlement }) => settlement)}::text[],
        ${of(({ loan }) => loan ?? "")}::text[], ${byteaArray(rows.map(({ sealed }) => sealed))}::bytea[])
      AS row (leg, settlement, loan, sealed), admin_audit_head AS head
    ON CONFLICT (settlement, transaction) DO NOTHING`);
}

/** Rows above an id that are not older than a time, and all of these settlements. */
export async function readSigned(
  tx: Tx,
  wanted: { above: bigint; since: TimeMs; settlements: readonly string[] },
): Promise<KeptRow[]> {
  const rows = await tx.execute<Omit<KeptRow, "id" | "sealed"> & { id: string; sealed: string }>(sql`
    SELECT id, settlement, transaction, spends, encode(sealed, 'hex') AS sealed FROM signer_log
    WHERE (id > ${wanted.above.toString()} AND hour >= date_trunc('hour', ${iso(wanted.since)}::timestamptz, 'UTC'))
      OR settlement = ANY(${textArray(wanted.settlements)}::text[]) ORDER BY id`);
  return rows.map(({ id, sealed, ...row }) => ({
    ...row,
    id: BigInt(id),
    sealed: Buffer.from(sealed, "hex"),
  }));
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
  }>(sql`
    SELECT r.id, r.leg_id, r.code, u.id AS admin_id, encode(t.secret, 'hex') AS secret
    FROM payout_releases r
      LEFT JOIN admin_users u ON u.username = r.username AND u.role = 'approver' AND u.disabled_at IS NULL
      LEFT JOIN admin_totp t ON t.admin_id = u.id AND t.confirmed_at IS NOT NULL
    WHERE r.asked_at >= ${iso(since)} AND NOT EXISTS (SELECT 1 FROM signer_verdicts v WHERE v.release_id = r.id)
    ORDER BY r.id LIMIT ${RELEASES_MAX}`);
  return rows.map(({ id, leg_id: legId, code, admin_id: adminId, secret }) => ({
    ...{ id: BigInt(id), legId, code, adminId },
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
