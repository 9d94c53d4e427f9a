// The copy of the signer's log in files: a database that is put back to an older copy does not have what was paid since.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codeOfStep, stepAt } from "../../src/admin/totp";
import { verifyAudit } from "../../src/audit/audit";
import type { SigningLog } from "../../src/chains/local-signer";
import type { LegRecord } from "../../src/chains/signing-rules";
import { signedCommand } from "../../src/operator/signed-command";
import { openDetailKeys } from "../../src/signing/detail-keys";
import { destroyForgotten, openLogCopy } from "../../src/signing/log-copy";
import { LogDamaged, openLogFiles } from "../../src/signing/log-files";
import { createReleaseCheck } from "../../src/signing/releases";
import { clock, keys, logHooks, logOf, newLeg, pay, place, random, rowsOf, SECRET } from "./signer-log-world";

const NO_CAPS = { transaction: null, hour: null, day: null };
const REFUSAL = "it was paid before a backup of the database was restored";

logHooks();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sotto-signer-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A start of the signer: its log, and how many rows the database had lost. */
async function start(): Promise<{ log: SigningLog; restored: number }> {
  const files = await openLogFiles(join(folder, "log"));
  const { copy, restored } = await openLogCopy({ database: place.signer, files });
  const details = await openDetailKeys(join(folder, "keys"), random);
  return { log: logOf(NO_CAPS, { copy, details }), restored };
}

const lines = (): string[] =>
  readdirSync(join(folder, "log")).flatMap((name) =>
    readFileSync(join(folder, "log", name), "utf8")
      .split("\n")
      .slice(0, -1),
  );

/** As the owner of the database, past every trigger: what was written since a row is gone. */
async function restoreBefore(leg: LegRecord): Promise<void> {
  const { $client: sql } = place.owner;
  await sql`ALTER TABLE signer_log DISABLE TRIGGER ALL`;
  await sql`DELETE FROM signer_log WHERE id >= (SELECT min(id) FROM signer_log WHERE settlement = ${keys.hashOf(`settlement:${leg.id}`)})`;
  await sql`ALTER TABLE signer_log ENABLE TRIGGER ALL`;
}

describe("the files of the signer's log", () => {
  it("have a signature before it is handed out, and no word of what was paid", async () => {
    const [{ log }, leg] = [await start(), await newLeg(7n, "an-order")];
    const before = lines().length;
    expect(await pay(log, [leg], "a-transaction")).toBe("signed");
    expect(lines()).toHaveLength(before + 1);
    expect(JSON.parse(lines().at(-1) ?? "")).toMatchObject({
      transaction: keys.hashOf("transaction:bitcoin:a-transaction"),
      owner: keys.hashOf("an-order"),
    });
    for (const word of [leg.id, "a-transaction", "an-order", "theirs"])
      expect(lines().join()).not.toContain(word);
  });

  it("catch up with what the database has, once", async () => {
    await pay(logOf(NO_CAPS), [await newLeg(1n)]);
    await start();
    const before = lines().length;
    expect(before).toBeGreaterThan(0);
    expect((await start()).restored).toBe(0);
    expect(lines()).toHaveLength(before);
  });

  it("lose half a line of a crash, and are refused where a line was changed", async () => {
    await pay((await start()).log, [await newLeg(1n)]);
    const whole = lines().length;
    // A start reads back to what the database has: of months that lie before, nothing.
    const name = readdirSync(join(folder, "log")).sort().at(-1) ?? "";
    appendFileSync(join(folder, "log", name), '{"id":"9');
    await start();
    expect(lines()).toHaveLength(whole);
    appendFileSync(join(folder, "log", name), "{}\n");
    await expect(start()).rejects.toThrow(LogDamaged);
  });
});

describe("a database that was put back to an older copy", () => {
  const codeNow = (): string => codeOfStep(SECRET, stepAt(clock.now()));

  it("has no order paid again by another leg of it, until an approver has looked", async () => {
    const [{ log }, paid] = [await start(), await newLeg(1n, "lost-order")];
    await pay(log, [paid], "first", ["a coin"]);
    await restoreBefore(paid);
    const after = await start();
    expect(after.restored).toBe(1);
    const again = await newLeg(1n, "lost-order");
    expect(await pay(after.log, [again], "second", ["another coin"])).toBe(REFUSAL);
    // A start that finds nothing lost any more remembers all the same.
    const later = await start();
    expect(later.restored).toBe(0);
    expect(await pay(later.log, [again], "second", ["another coin"])).toBe(REFUSAL);
    expect(await pay(later.log, [await newLeg(1n, "another order")], "third", ["a third coin"])).toBe(
      "signed",
    );
    await place.admin.$client`INSERT INTO payout_releases (leg_id, username, code, asked_at)
      VALUES (${again.id}, 'ana', ${codeNow()}, ${new Date(clock.now()).toISOString()})`;
    await createReleaseCheck({ database: place.signer, clock, keys })();
    expect(await pay(later.log, [again], "second", ["another coin"])).toBe("signed");
    const third = await newLeg(1n, "lost-order");
    expect(await pay(later.log, [third], "fourth", ["a fourth coin"])).toBe(REFUSAL);
  });

  it("has it paid where only one of the two can land, and where the first is recorded", async () => {
    const [{ log }, paid] = [await start(), await newLeg(1n, "in-place")];
    await pay(log, [paid], "first", ["the coin"]);
    await restoreBefore(paid);
    const after = await start();
    const again = await newLeg(1n, "in-place");
    expect(await pay(after.log, [again], "second", ["the coin"])).toBe("signed");
    expect(await pay(after.log, [{ ...again, recorded: ["first"] }], "third", ["another"])).toBe("signed");
  });

  it("is noticed while the signer runs, which signs nothing until it is started again", async () => {
    const { $client: sql } = place.owner;
    const [{ log }, first, paid] = [await start(), await newLeg(1n, "running"), await newLeg(1n, "running")];
    await pay(log, [first]);
    const [end] = await sql`SELECT max(id)::int AS id FROM signer_log`;
    await pay(log, [paid]);
    await restoreBefore(paid);
    await sql.unsafe(`ALTER TABLE signer_log ALTER COLUMN id RESTART WITH ${end?.id + 1}`);
    // The id that the lost row had is taken by this one, so that nothing is missing by number.
    expect(await pay(log, [await newLeg(1n)], "a").catch((error) => error)).toBeInstanceOf(LogDamaged);
    expect((await start()).restored).toBe(1);
  });

  it("fails the check of the audit log", async () => {
    const [{ log }, paid] = [await start(), await newLeg(1n, "checked")];
    await pay(log, [paid]);
    const { $client: sql } = place.owner;
    await restoreBefore(paid);
    await sql.unsafe(`ALTER TABLE settlements DISABLE TRIGGER ALL; DELETE FROM settlements WHERE leg_id = '${paid.id}';
      ALTER TABLE settlements ENABLE TRIGGER ALL`);
    await start();
    expect(await verifyAudit(place.admin)).toMatchObject({
      valid: false,
      signerGap: { missing: "settlement" },
    });
  });
});

describe("what the log says in words", () => {
  it("is readable while the order is there, and by no one once it is deleted", async () => {
    const [{ log }, leg, other] = [
      await start(),
      await newLeg(1n, "an-order"),
      await newLeg(1n, "another-order"),
    ];
    await pay(log, [leg, other], "a-transaction");
    const details = await openDetailKeys(join(folder, "keys"), random);
    const read = async (of: LegRecord) =>
      details.unseal(keys.hashOf(`settlement:${of.id}`), (await rowsOf(of))[0]?.details);
    expect(await read(leg)).toMatchObject({
      ...{ owner: "an-order", leg: leg.id, asset: "BTC", units: "1", destination: "theirs" },
      transaction: "a-transaction",
    });
    const said: string[] = [];
    const tell = (...args: string[]) =>
      signedCommand({
        ...{ config: () => ({ signerDir: folder }), random },
        say: (line) => said.push(line),
      }).parseAsync(args, { from: "user" });
    await tell();
    expect(said.filter((line) => line.includes("for an-order"))).toEqual([
      `${new Date(clock.now()).toISOString()}  0.00000001 BTC to theirs  transaction a-transaction  for an-order`,
    ]);
    await place.owner
      .$client`INSERT INTO forgotten_facts SELECT forgotten_hash('settlement:' || ${leg.id}), 'settlement'`;
    await destroyForgotten(place.signer, details);
    expect(await read(leg)).toBeNull();
    expect(await read(other)).toMatchObject({ owner: "another-order" });
    said.length = 0;
    await tell("--json");
    expect(said.join()).not.toContain("an-order");
    expect(said.filter((line) => line.includes("another-order"))).toHaveLength(1);
    said.length = 0;
    await tell("--lost");
    expect(said.join()).not.toContain("another-order");
    expect(readdirSync(join(folder, "keys"))).not.toContain(keys.hashOf(`settlement:${leg.id}`));
  });
});
