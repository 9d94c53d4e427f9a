import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { runSotto, startFakeApi } from "../../testing/fake-api";
import type { AuditEntry } from "../../wire";
import { hashedText } from "./audit-chain";

const ENTRIES = 150;
const PAGE = 100;

/** A log as the server writes it, oldest first. */
function log(): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let seq = 1; seq <= ENTRIES; seq++) {
    const entry: Omit<AuditEntry, "hash"> = {
      seq,
      at: "2026-01-01T12:00:00.000Z",
      admin: seq % 2 === 0 ? "ana" : "Bjørn “B”\u2028",
      action: "exchange.release",
      outcome: "done",
      subject: "482915037",
      reason: `Cleared, ${seq}.`,
      previousHash: entries.at(-1)?.hash ?? "0".repeat(64),
    };
    entries.push({ ...entry, hash: createHash("sha256").update(hashedText(entry)).digest("hex") });
  }
  return entries;
}

/** The server says that all is well, whatever it shows. */
const verified = (entries: readonly AuditEntry[], ...args: string[]) => answered(entries, {}, args);

/** The same of a server whose answer differs. */
async function answered(entries: readonly AuditEntry[], change: object, args: readonly string[] = []) {
  const newestFirst = entries.toReversed();
  const head = entries.at(-1)?.hash ?? "";
  const api = await startFakeApi({
    "GET /api/admin/audit/verify": {
      body: { valid: true, entries: entries.length, brokenAt: null, head, signerGap: null, ...change },
    },
    "GET /api/admin/audit": { body: { items: newestFirst.slice(0, PAGE), nextCursor: "2" } },
    "GET /api/admin/audit?cursor=2": { body: { items: newestFirst.slice(PAGE), nextCursor: null } },
  });
  const run = await runSotto(["admin", "audit", "verify", ...args], {
    apiUrl: api.url,
    environment: { SOTTO_TOKEN: "t" },
  });
  await api.close();
  return {
    exitCode: run.exitCode,
    ...(JSON.parse(run.out[0] ?? "") as { valid: boolean; brokenAt: number | null }),
  };
}

test("every hash is computed here too, over all pages", async () => {
  expect(await verified(log())).toMatchObject({ exitCode: 0, valid: true, brokenAt: null });
});

test("a changed, a missing and a rewritten entry are found, though the server says otherwise", async () => {
  const changed = log().map((entry) => (entry.seq === 7 ? { ...entry, reason: "Nothing." } : entry));
  expect(await verified(changed)).toMatchObject({ exitCode: 1, valid: false, brokenAt: 7 });
  expect(await verified(log().filter(({ seq }) => seq !== 42))).toMatchObject({ exitCode: 1, brokenAt: 42 });
  const rewritten = log().map((entry) =>
    entry.seq === 9
      ? {
          ...entry,
          admin: "eve",
          hash: createHash("sha256")
            .update(hashedText({ ...entry, admin: "eve" }))
            .digest("hex"),
        }
      : entry,
  );
  expect(await verified(rewritten)).toMatchObject({ exitCode: 1, brokenAt: 10 });
});

test("a difference from the signer's log is named", async () => {
  const signerGap = { entry: 12, hour: "2026-01-01T12:00:00.000Z", missing: "settlement" };
  const found = await answered(log(), { valid: false, signerGap });
  expect(found).toMatchObject({ exitCode: 1, valid: false, brokenAt: null, signerGap });
});

test("the head of an earlier check has to be in it still", async () => {
  const entries = log();
  expect(await verified(entries, "--contains", entries[99]?.hash ?? "")).toMatchObject({ exitCode: 0 });
  expect(await verified(entries, "--contains", "f".repeat(64))).toMatchObject({ exitCode: 1, valid: false });
});
