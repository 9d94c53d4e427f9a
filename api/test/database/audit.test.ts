import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuditDraft, appendAudit, auditHash, listAudit, verifyAudit } from "../../src/audit/audit";
import { sqlState, transaction } from "../../src/db/transaction";
import { openPlace, type Place } from "./place";

const NOW = 1_767_268_800_000;
let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());
beforeEach(() => forget());

/** As only the owner can: triggers off. */
async function asOwner(...statements: string[]): Promise<void> {
  await place.owner.$client.begin(async (sql) => {
    await sql.unsafe("SET LOCAL session_replication_role = replica");
    for (const statement of statements) await sql.unsafe(statement);
  });
}

const forget = (): Promise<void> =>
  asOwner("TRUNCATE admin_audit", "UPDATE admin_audit_head SET seq = 0, hash = repeat('0', 64)");

const draft = (more: Partial<AuditDraft> = {}): AuditDraft => ({
  at: NOW,
  admin: "root",
  action: "exchange.release",
  outcome: "done",
  subject: "482915037",
  reason: "Source cleared.",
  ...more,
});

const append = (...drafts: AuditDraft[]): Promise<void> =>
  transaction(place.admin, async (tx) => {
    for (const each of drafts) await appendAudit(tx, each);
  });

const text = fc.option(fc.string({ unit: "binary", maxLength: 40 }), { nil: null });
const drafts = fc.record({
  at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  admin: text,
  action: fc.constantFrom("login", "exchange.release", "loan.pay"),
  outcome: fc.constantFrom("done" as const, "refused" as const),
  subject: text,
  reason: text,
});

const COLUMNS = {
  at: "at + interval '1 ms'",
  admin: "coalesce(admin, '') || 'x'",
  action: "action || 'x'",
  outcome: "CASE outcome WHEN 'done' THEN 'refused' ELSE 'done' END",
  subject: "CASE WHEN subject IS NULL THEN '' END",
  reason: "coalesce(reason, '') || 'x'",
  previous_hash: "md5(previous_hash) || md5(hash)",
  hash: "md5(hash) || md5(previous_hash)",
};

describe("the audit log", () => {
  it("is sound as it is written, whatever is written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drafts, { maxLength: 12 }), async (rows) => {
        await forget();
        await append(...rows);
        const check = await verifyAudit(place.admin);
        expect(check).toMatchObject({ valid: true, entries: rows.length, brokenAt: null });
      }),
      { numRuns: 40 },
    );
  });

  it("reports the first row that was changed, removed or moved", async () => {
    const change = fc.constantFrom(...Object.entries(COLUMNS));
    await fc.assert(
      fc.asyncProperty(
        fc.array(drafts, { minLength: 2, maxLength: 8 }),
        fc.nat(),
        fc.oneof(
          change.map(([column, value]) => ({ kind: "change" as const, column, value })),
          fc.constant({ kind: "remove" as const }),
          fc.constant({ kind: "swap" as const }),
          fc.constant({ kind: "cut" as const }),
        ),
        async (rows, where, deed) => {
          await forget();
          await append(...rows);
          const seq = 1 + (where % (deed.kind === "swap" ? rows.length - 1 : rows.length));
          if (deed.kind === "change")
            await asOwner(`UPDATE admin_audit SET ${deed.column} = ${deed.value} WHERE seq = ${seq}`);
          if (deed.kind === "remove") await asOwner(`DELETE FROM admin_audit WHERE seq = ${seq}`);
          if (deed.kind === "cut") await asOwner(`DELETE FROM admin_audit WHERE seq >= ${seq}`);
          if (deed.kind === "swap")
            await asOwner(
              `UPDATE admin_audit SET seq = 1000 WHERE seq = ${seq}`,
              `UPDATE admin_audit SET seq = ${seq} WHERE seq = ${seq + 1}`,
              `UPDATE admin_audit SET seq = ${seq + 1} WHERE seq = 1000`,
            );
          expect(await verifyAudit(place.admin)).toMatchObject({
            valid: false,
            brokenAt: seq,
            entries: seq - 1,
          });
        },
      ),
      { numRuns: 120 },
    );
  });

  it("finds a row whose own hash was made anew, by the next one or by the head", async () => {
    for (const seq of [1, 2, 3]) {
      await forget();
      await append(draft(), draft(), draft());
      const { items } = await listAudit(place.admin, { before: null, limit: 100 });
      const row = items.find((item) => item.seq === seq);
      if (row === undefined) throw new Error("no such row");
      const hash = auditHash({ ...row, at: NOW, reason: "Another." });
      await asOwner(`UPDATE admin_audit SET reason = 'Another.', hash = '${hash}' WHERE seq = ${seq}`);
      const brokenAt = seq === 3 ? 3 : seq + 1;
      expect(await verifyAudit(place.admin)).toMatchObject({ valid: false, brokenAt });
    }
  });
});

describe("additions to the audit log", () => {
  it("has neither gaps nor doubles when many append at once", async () => {
    await Promise.all(Array.from({ length: 40 }, (_, i) => append(draft({ subject: String(i) }))));
    expect(await verifyAudit(place.admin)).toMatchObject({ valid: true, entries: 40 });
  });

  it("is longer than a page of the check", async () => {
    for (let i = 0; i < 9; i++) await append(...Array.from({ length: 250 }, () => draft()));
    expect(await verifyAudit(place.admin)).toMatchObject({ valid: true, entries: 2250 });
    await asOwner("DELETE FROM admin_audit WHERE seq = 2001");
    expect(await verifyAudit(place.admin)).toMatchObject({ valid: false, brokenAt: 2001 });
  });

  it("keeps nothing of an action that was rolled back", async () => {
    await append(draft());
    await expect(
      transaction(place.admin, async (tx) => {
        await appendAudit(tx, draft());
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await verifyAudit(place.admin)).toMatchObject({ valid: true, entries: 1 });
  });
});

describe("readers and writers of the audit log", () => {
  it("answers pages, newest first", async () => {
    await append(...Array.from({ length: 5 }, (_, i) => draft({ subject: String(i) })));
    const first = await listAudit(place.admin, { before: null, limit: 3 });
    expect(first.items.map(({ seq }) => seq)).toEqual([5, 4, 3]);
    expect(first.nextCursor).toBe("3");
    const second = await listAudit(place.admin, { before: 3, limit: 3 });
    expect(second.items.map(({ seq }) => seq)).toEqual([2, 1]);
    expect(second.nextCursor).toBeNull();
  });

  it.each([
    "UPDATE admin_audit SET reason = 'x'",
    "DELETE FROM admin_audit",
    "TRUNCATE admin_audit",
    "DELETE FROM admin_audit_head",
    "TRUNCATE admin_audit_head",
  ])("refuses the owner too: %s", async (statement) => {
    await append(draft());
    await expect(place.owner.$client.unsafe(statement)).rejects.toThrow("append-only");
  });

  it("can be added to at its end alone", async () => {
    await append(draft());
    const add = (seq: number, previous: string) =>
      place.admin.$client.unsafe(
        `INSERT INTO admin_audit (seq, at, action, outcome, previous_hash, hash) VALUES (${seq}, now(), 'login', 'done', ${previous}, repeat('a', 64))`,
      );
    await expect(add(3, "(SELECT hash FROM admin_audit_head)")).rejects.toThrow("not the next row");
    await expect(add(2, "repeat('b', 64)")).rejects.toThrow("not the next row");
    for (const statement of [
      "UPDATE admin_audit_head SET seq = 0",
      "DELETE FROM admin_audit",
      "UPDATE admin_users SET role = 'approver'",
    ]) {
      const failure = await place.admin.$client.unsafe(statement).then(() => null, sqlState);
      expect(failure).toBe("42501");
    }
  });
});
