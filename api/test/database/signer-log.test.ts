import { describe, expect, it } from "vitest";
import { type AuditDraft, appendAudit, verifyAudit } from "../../src/audit/audit";
import { legIdOf } from "../../src/core/ids";
import { sqlState, transaction } from "../../src/db/transaction";
import { capsOf } from "../../src/signing/caps";
import { logKeys } from "../../src/signing/log-keys";
import {
  clock,
  keys,
  logHooks,
  logOf,
  MINUTE_MS,
  newLeg,
  pass,
  pay,
  place,
  random,
  rowsOf,
} from "./signer-log-world";

const DENIED = "42501";

logHooks();

describe("the signer's log", () => {
  it("keeps hashes, an hour and sealed values, and no other word of what was paid", async () => {
    const leg = await newLeg(123_456n, "loan:31");
    pass(17 * MINUTE_MS);
    await pay(logOf({ transaction: null, hour: null, day: null }), [leg], "a-transaction");
    const [row] = await rowsOf(leg);
    expect(row).toMatchObject({
      transaction: keys.hashOf("transaction:bitcoin:a-transaction"),
      owner: keys.hashOf("loan:31"),
    });
    const HOUR_MS = 60 * MINUTE_MS;
    expect(new Date(row?.hour).getTime()).toBe(Math.floor(clock.now() / HOUR_MS) * HOUR_MS);
    expect(keys.unseal(row?.sealed)).toEqual({ at: clock.now(), valueUsdt: 0n, isRefund: false });
    const text = JSON.stringify(row);
    for (const word of [leg.id, "a-transaction", "loan:31", "theirs"]) expect(text).not.toContain(word);
    const other = logKeys(new Uint8Array(64), random);
    expect(other.hashOf("loan:31")).not.toBe(keys.hashOf("loan:31"));
    expect(() => other.unseal(row?.sealed)).toThrow("invalid tag");
  });

  it("keeps one row of what is signed twice, and another of a higher fee, which counts once", async () => {
    const [log, leg] = [logOf(), await newLeg(900n)];
    expect([await pay(log, [leg], "t1"), await pay(log, [leg], "t1")]).toEqual(["signed", "signed"]);
    expect(await rowsOf(leg)).toHaveLength(1);
    expect(await pay(log, [leg], "t2")).toBe("signed");
    const sealed = (await rowsOf(leg)).map((row) => keys.unseal(row.sealed).valueUsdt);
    expect(sealed).toEqual([900n, 0n]);
    expect(await pay(log, [await newLeg(600n)])).toBe("signed");
  });

  it("is written by the signer only, and changed by no one", async () => {
    await pay(logOf(), [await newLeg(1n)]);
    for (const role of ["http", "admin", "worker", "signer", "owner"] as const)
      for (const table of ["signer_log", "signer_verdicts"]) {
        const statements = [`UPDATE ${table} SET settlement = settlement`, `DELETE FROM ${table}`];
        if (role !== "signer" && role !== "owner") statements.push(`INSERT INTO ${table} DEFAULT VALUES`);
        for (const statement of statements) {
          const failure = await place[role].$client.unsafe(statement).then(() => null, sqlState);
          expect(failure, `${role}: ${statement}`).toBe(DENIED);
        }
      }
  });
});

describe("the caps", () => {
  it("are kept for a transaction, an hour and a day", async () => {
    const log = logOf();
    expect(await pay(log, [await newLeg(1_001n)])).toBe("above the signer's cap for one transaction");
    expect(await pay(log, [await newLeg(600n), await newLeg(401n)])).toBe(
      "above the signer's cap for one transaction",
    );
    expect(await pay(log, [await newLeg(1_000n)])).toBe("signed");
    expect(await pay(log, [await newLeg(501n)])).toBe("above the signer's cap for an hour");
    expect(await pay(log, [await newLeg(500n)])).toBe("signed");
    pass(61 * MINUTE_MS);
    expect(await pay(log, [await newLeg(501n)])).toBe("above the signer's cap for a day");
    expect(await pay(log, [await newLeg(500n)])).toBe("signed");
    pass(23 * 60 * MINUTE_MS);
    expect(await pay(log, [await newLeg(1_000n)])).toBe("signed");
  });

  it("count refunds by themselves", async () => {
    const log = logOf();
    const refund = async (value: bigint) => ({ ...(await newLeg(value)), isRefund: true });
    expect(await pay(log, [await refund(1_000n)])).toBe("signed");
    expect(await pay(log, [await newLeg(1_000n)])).toBe("signed");
    expect(await pay(log, [await refund(501n)])).toBe("above the signer's cap for an hour");
    expect(await pay(log, [await newLeg(500n), await refund(500n)])).toBe("signed");
  });

  it("count what was signed before a start, and what is asked at once", async () => {
    expect(await pay(logOf(), [await newLeg(1_000n)])).toBe("signed");
    const log = logOf();
    const legs = await Promise.all([newLeg(300n), newLeg(300n), newLeg(300n)]);
    const answers = await Promise.all(legs.map((leg) => pay(log, [leg])));
    expect(answers.filter((answer) => answer === "signed")).toHaveLength(1);
  });

  it("let nothing pass whose value is not known", async () => {
    expect(await pay(logOf(), [await newLeg(null)])).toBe("what it pays has no price");
  });

  it("are none where coins are worth nothing, unless they are set", () => {
    expect(capsOf({ isTrial: true })).toEqual({ transaction: null, hour: null, day: null });
    expect(capsOf({ isTrial: true, hour: 5n })).toEqual({ transaction: null, hour: 5n, day: null });
    expect(capsOf({ isTrial: false, day: null })).toEqual({
      transaction: 250_000n,
      hour: 500_000n,
      day: null,
    });
    expect(capsOf({ isTrial: false }).day).toBe(2_000_000n);
  });

  it("let two orders of the largest size pass in an hour, as they are usually set", async () => {
    const log = logOf(capsOf({ isTrial: false }));
    for (const expected of ["signed", "signed", "above the signer's cap for an hour"])
      expect(await pay(log, [await newLeg(250_000n)])).toBe(expected);
    expect(await pay(log, [await newLeg(250_001n)])).toBe("above the signer's cap for one transaction");
  });
});

describe("verifying the audit log", () => {
  const act = (action: string) =>
    transaction(place.admin, (tx) =>
      appendAudit(tx, {
        at: clock.now(),
        admin: "ana",
        action,
        outcome: "done",
        subject: null,
        reason: null,
      } satisfies AuditDraft),
    );
  /** As the owner of the database, past every trigger; undone afterwards. */
  const rewriting = async (table: string, statement: string, look: () => Promise<void>) => {
    const { $client: sql } = place.owner;
    await sql.unsafe(
      `CREATE TABLE kept AS TABLE ${table}; ALTER TABLE ${table} DISABLE TRIGGER ALL; ${statement}`,
    );
    await look();
    await sql.unsafe(
      `DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE kept; DROP TABLE kept; ALTER TABLE ${table} ENABLE TRIGGER ALL`,
    );
  };
  const gap = async () => (await verifyAudit(place.admin)).signerGap;

  it("finds nothing while both logs agree, also of a deleted order", async () => {
    await act("login");
    await pay(logOf(), [await newLeg(1n)]);
    expect(await verifyAudit(place.admin)).toMatchObject({ valid: true, signerGap: null });
    await place.owner
      .$client`INSERT INTO forgotten_facts SELECT forgotten_hash('settlement:gone'), 'settlement'`;
    await pay(logOf(), [{ ...(await newLeg(1n)), id: legIdOf("gone") }]);
    expect(await gap()).toBeNull();
  });

  it("names the first payment whose settlement is missing though its order was not deleted", async () => {
    const leg = await newLeg(1n);
    await pay(logOf(), [leg]);
    await pay(logOf(), [await newLeg(1n)]);
    const [row] = await rowsOf(leg);
    await rewriting("settlements", `DELETE FROM settlements WHERE leg_id = '${leg.id}'`, async () => {
      expect(await verifyAudit(place.admin)).toMatchObject({
        valid: false,
        brokenAt: null,
        signerGap: { entry: Number(row?.id), missing: "settlement" },
      });
    });
    expect(await gap()).toBeNull();
  });

  it("names the first payment at which the audit log ended otherwise: it was rewritten since", async () => {
    await act("one");
    const leg = await newLeg(1n);
    await pay(logOf(), [leg]);
    const [row] = await rowsOf(leg);
    await rewriting(
      "admin_audit",
      `UPDATE admin_audit SET hash = md5(hash) || md5(hash) WHERE seq = ${row?.audit_seq}`,
      async () => {
        expect(await gap()).toMatchObject({ entry: Number(row?.id), missing: "audit" });
      },
    );
    expect(await gap()).toBeNull();
  });
});
