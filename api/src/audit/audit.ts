import { createHash } from "node:crypto";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import { storable } from "../core/storable";
import type { Database, Tx } from "../db/client";
import { longSnapshot } from "../db/transaction";
import {
  type AuditRow,
  insertAuditRow,
  readAuditEnd,
  readAuditPage,
  readAuditRange,
  readSignerGap,
  type SignerGap,
} from "./store";

/** What goes into the audit log: no addresses, no ids of orders (their tracking codes), no secrets, no IP. */
export type AuditDraft = {
  at: TimeMs;
  /** The account's name; null where the caller is not known. */
  admin: string | null;
  action: string;
  outcome: "done" | "refused";
  subject: string | null;
  /** The administrator's words, or the code of a refusal. */
  reason: string | null;
};

/** Outcome of a walk through the log: `brokenAt` is the first entry that is missing or not as it was written. */
export type AuditCheck = {
  valid: boolean;
  entries: number;
  brokenAt: number | null;
  head: string;
  /** The first entry of the signer's log that the database does not bear out; null where all are. */
  signerGap: SignerGap | null;
};

const FIRST_HASH = "0".repeat(64);
const CHECKED_AT_ONCE = 1_000;

/**
 * Adds a row to the audit log. Call it inside the transaction of the action that it records, as late as possible: no
 * other transaction can append from here until the commit. Only the answer kept under an idempotency key comes after
 * it.
 */
export async function appendAudit(tx: Tx, draft: AuditDraft): Promise<void> {
  const entry = {
    ...draft,
    admin: draft.admin && storable(draft.admin),
    subject: draft.subject && storable(draft.subject),
    reason: draft.reason && storable(draft.reason),
  };
  const end = await readAuditEnd(tx, { lock: true });
  const row = { ...entry, seq: end.seq + 1, previousHash: end.hash };
  await insertAuditRow(tx, { ...row, hash: auditHash(row) });
}

/** A page of the log; a next one begins after `nextCursor`. */
export type AuditPage = { items: AuditRow[]; nextCursor: string | null };

/** Newest first; `before` is the sequence number that the page before ended with. */
export async function listAudit(tx: Tx, page: { before: number | null; limit: number }): Promise<AuditPage> {
  const rows = await readAuditPage(tx, { before: page.before, limit: page.limit + 1 });
  const items = rows.slice(0, page.limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > page.limit && last !== undefined ? String(last.seq) : null,
  };
}

/**
 * Checks the whole log in pages, as it was at one moment: that every row is as it was written, that it follows the
 * row that it names, and that none is missing up to the head. A head kept elsewhere reveals an attacker who can
 * rewrite rows, triggers and head; so does the signer's log, which has the head of each payment's time.
 */
export function verifyAudit(database: Database): Promise<AuditCheck> {
  return longSnapshot(database, verifyIn);
}

async function verifyIn(tx: Tx): Promise<AuditCheck> {
  const end = await readAuditEnd(tx, { lock: false });
  let previous = { seq: 0, hash: FIRST_HASH };
  const signerGap = await readSignerGap(tx);
  const broken = (seq: number): AuditCheck => ({
    valid: false,
    entries: previous.seq,
    brokenAt: seq,
    head: end.hash,
    signerGap,
  });
  for (;;) {
    const rows = await readAuditRange(tx, { after: previous.seq, limit: CHECKED_AT_ONCE });
    for (const row of rows) {
      const isNext = row.seq === previous.seq + 1 && row.previousHash === previous.hash;
      const isWithin = row.seq <= end.seq;
      if (!isNext || !isWithin || row.hash !== auditHash(row)) return broken(previous.seq + 1);
      previous = { seq: row.seq, hash: row.hash };
    }
    if (rows.length < CHECKED_AT_ONCE) break;
  }
  if (previous.seq !== end.seq) return broken(previous.seq + 1);
  if (previous.hash !== end.hash) return broken(previous.seq);
  return {
    valid: signerGap === null,
    entries: previous.seq,
    brokenAt: null,
    head: end.hash,
    signerGap,
  };
}

/** SHA-256, in hex, of the canonical JSON of a row: an array, without spaces, times in ISO 8601. */
export const auditHash = (row: Omit<AuditRow, "hash">): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        row.previousHash,
        row.seq,
        isoOf(row.at),
        row.admin,
        row.action,
        row.outcome,
        row.subject,
        row.reason,
      ]),
    )
    .digest("hex");
