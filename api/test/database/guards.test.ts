import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../src/db/client";
import { migrateDatabase } from "../../src/db/connect";
import { openInstallation, WrongNetwork } from "../../src/db/installation";
import { sqlState, violatedConstraint } from "../../src/db/transaction";
import { insertOrderRow, openPlace, type Place } from "./place";

let place: Place;
let owner: Database;

beforeAll(async () => {
  place = await openPlace();
  owner = place.owner;
});
afterAll(() => place.close());

/** SQLSTATEs. */
const CHECK = "23514";
const DENIED = "42501";

const failure = async (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => violatedConstraint(error) || sqlState(error) || String(error),
  );
const failsWith = async (statement: string): Promise<string | undefined> =>
  failure(owner.$client.unsafe(statement));

const count = async (table: string): Promise<number> => {
  const [row] = await owner.$client.unsafe(`SELECT count(*)::int AS count FROM ${table}`);
  return Number(row?.count);
};

type Leg = { account: string; units: string; asset?: string };
let keys = 0;

/** Books legs in one transaction as the ledger's store does: accounts first, then entries. */
const book = (...legs: Leg[]): Promise<unknown> =>
  place.worker.$client.begin(async (sql) => {
    for (const { account, asset = "BTC" } of legs) {
      const isOurs = account === "chain";
      await sql`INSERT INTO ledger_accounts (account, asset, normal, may_overdraw)
        VALUES (${account}, ${asset}, ${isOurs ? 1 : -1}, ${account === "float"}) ON CONFLICT DO NOTHING`;
    }
    const [row] =
      await sql`INSERT INTO ledger_transactions (kind, key, at) VALUES ('test', ${`k${++keys}`}, now()) RETURNING id`;
    for (const [position, { account, units, asset = "BTC" }] of legs.entries()) {
      await sql`INSERT INTO ledger_entries (transaction_id, position, account, asset, units)
        VALUES (${row?.id}, ${position}, ${account}, ${asset}, ${units}::numeric)`;
    }
  });

describe("the ledger", () => {
  it("takes a balanced transaction, and keeps balances and the hot reserve by itself", async () => {
    expect(
      await failure(book({ account: "chain", units: "100" }, { account: "float", units: "-100" })),
    ).toBeUndefined();
    expect(
      await failure(book({ account: "float", units: "30" }, { account: "customer:a", units: "-30" })),
    ).toBeUndefined();
    const rows =
      await owner.$client`SELECT account, balance::text FROM ledger_accounts WHERE asset = 'BTC' ORDER BY account`;
    expect(rows.map(({ account, balance }) => [account, balance])).toEqual([
      ["chain", "100"],
      ["customer:a", "30"],
      ["float", "70"],
    ]);
    const [reserve] = await owner.$client`SELECT hot::text FROM reserves WHERE asset = 'BTC'`;
    expect(reserve?.hot).toBe("100");
  });

  it("refuses one that does not balance, at the commit, and keeps nothing of it", async () => {
    const before = await count("ledger_entries");
    expect(await failure(book({ account: "chain", units: "100" }, { account: "float", units: "-99" }))).toBe(
      CHECK,
    );
    expect(await failure(book({ account: "chain", units: "100" }))).toBe(CHECK);
    const otherAsset = { account: "float", units: "-100", asset: "LTC" };
    expect(await failure(book({ account: "chain", units: "100" }, otherAsset))).toBe(CHECK);
    expect(await count("ledger_entries")).toBe(before);
  });

  it("lets nobody draw more than he is owed", async () => {
    const overdraw = book({ account: "customer:a", units: "31" }, { account: "payable:x", units: "-31" });
    expect(await failure(overdraw)).toBe("ledger_accounts_overdrawn");
    expect(
      await failure(book({ account: "customer:a", units: "30" }, { account: "payable:x", units: "-30" })),
    ).toBeUndefined();
    const again = book({ account: "customer:a", units: "1" }, { account: "payable:y", units: "-1" });
    expect(await failure(again)).toBe("ledger_accounts_overdrawn");
  });

  it("draws one account once of two at the same time", async () => {
    await book({ account: "float", units: "10" }, { account: "customer:b", units: "-10" });
    const draw = (to: string) =>
      failure(book({ account: "customer:b", units: "10" }, { account: to, units: "-10" }));
    const outcomes = await Promise.all([draw("payable:b1"), draw("payable:b2"), draw("payable:b3")]);
    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
  });

  it("books the same fact once", async () => {
    const twice = () =>
      owner.$client`INSERT INTO ledger_transactions (kind, key, at) VALUES ('test', 'same', now())`;
    await twice();
    expect(await failure(twice())).toBe("ledger_transactions_key_key");
  });

  it.each(["ledger_entries", "ledger_transactions", "order_events"])(
    "never changes %s, not even by its owner",
    async (table) => {
      for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`])
        expect(await failsWith(statement)).toBe(DENIED);
      const column = table === "order_events" ? "type" : table === "ledger_entries" ? "position" : "kind";
      expect(await failsWith(`UPDATE ${table} SET ${column} = ${column}`)).toBe(DENIED);
    },
  );
});

describe("units", () => {
  it("takes neither NaN, nor infinity, nor a fraction, nor nothing for units", async () => {
    for (const wrong of ["NaN", "Infinity", "-Infinity"]) {
      expect(await failsWith(`SELECT '${wrong}'::units`), wrong).toBeDefined();
    }
    expect(await failure(book({ account: "chain", units: "NaN" }, { account: "float", units: "NaN" }))).toBe(
      "units_check",
    );
    expect(await failure(book({ account: "chain", units: "0" }))).toBe("ledger_entries_units_check");
    const [row] = await owner.$client`SELECT '7.4'::units::text AS units`;
    expect(row?.units).toBe("7");
  });
});

describe("reserves", () => {
  it("never promise more than the hot wallet holds", async () => {
    expect(await failsWith("UPDATE reserves SET held = 60 WHERE asset = 'BTC'")).toBeUndefined();
    expect(await failsWith("UPDATE reserves SET planned = 41 WHERE asset = 'BTC'")).toBe(
      "reserves_insufficient",
    );
    expect(await failsWith("UPDATE reserves SET planned = 40 WHERE asset = 'BTC'")).toBeUndefined();
    expect(await failsWith("UPDATE reserves SET held = -1 WHERE asset = 'BTC'")).toBe("reserves_held_check");
  });

  it("cannot be paid away beneath what is promised", async () => {
    const payAway = book({ account: "float", units: "1" }, { account: "chain", units: "-1" });
    expect(await failure(payAway)).toBe("reserves_insufficient");
  });
});

describe("an order's row", () => {
  beforeEach(async () => {
    await owner.$client.unsafe(
      "DELETE FROM attempt_legs; DELETE FROM payout_attempts; DELETE FROM payout_legs; DELETE FROM orders",
    );
    await insertOrderRow(owner);
  });
  const advance = (set: string) => failsWith(`UPDATE orders SET version = version + 1, ${set}`);

  it("takes a refund address once", async () => {
    expect(await advance("refund_address = 'mine'")).toBeUndefined();
    expect(await advance("refund_address = 'mine'")).toBeUndefined();
    expect(await advance("refund_address = 'yours'")).toBe(CHECK);
    expect(await advance("refund_address = NULL")).toBe(CHECK);
  });

  it("keeps its terms, whoever asks", async () => {
    expect(await advance(`terms = '{"payout": {"kind": "to", "address": "mine"}}'`)).toBe(CHECK);
    expect(await advance("tracking_code = '100000009'")).toBe(CHECK);
    expect(await advance("book = 'other'")).toBe(CHECK);
    expect(await advance("send_asset = 'ETH'")).toBe(CHECK);
  });

  it("advances one version at a time", async () => {
    expect(await failsWith("UPDATE orders SET state = 'cancelled'")).toBe(CHECK);
    expect(await failsWith("UPDATE orders SET version = version + 2")).toBe(CHECK);
    expect(await failsWith("UPDATE orders SET version = version - 1")).toBe(CHECK);
    expect(await advance("state = 'cancelled'")).toBeUndefined();
  });
});

describe("a leg", () => {
  beforeEach(async () => {
    await owner.$client.unsafe(
      "DELETE FROM attempt_legs; DELETE FROM payout_attempts; DELETE FROM payout_legs; DELETE FROM orders",
    );
    await insertOrderRow(owner);
  });
  const attempt = (txId: string, state = "signed", nonce = 0) =>
    failsWith(`WITH a AS (INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, state, raw,
      tx_id, next_check_at, created_at) VALUES ('legs', 'tron', 'TRX', 'hot', ${nonce}, 'theirs', 5, 1, '${state}', 'raw',
      '${txId}', now(), now()) RETURNING *) INSERT INTO attempt_legs
      SELECT a.id, 0, l.id, a.chain, l.owner, a.destination, a.units, a.live FROM a, payout_legs l WHERE l.id = 'leg-of-order-1'`);

  it("has one live attempt, and another only once that one is reverted or proved dead", async () => {
    expect(await attempt("a")).toBeUndefined();
    expect(await attempt("b", "signed", 1)).toBe("attempt_legs_live");
    expect(await failsWith("UPDATE payout_attempts SET state = 'dead' WHERE tx_id = 'a'")).toBe(
      "payout_attempts_proved",
    );
    expect(
      await failsWith("UPDATE payout_attempts SET state = 'reverted' WHERE tx_id = 'a'"),
    ).toBeUndefined();
    expect(await attempt("b", "signed", 1)).toBeUndefined();
    expect(await failsWith("UPDATE payout_attempts SET state = 'sent' WHERE tx_id = 'a'")).toBe(
      "attempt_legs_live",
    );
    expect(await failsWith("UPDATE payout_attempts SET state = 'final' WHERE tx_id = 'b'")).toBeUndefined();
    expect(await attempt("c", "signed", 2)).toBe("attempt_legs_live");
  });

  it("is never paid with another of its owner, nor on another chain than its transaction", async () => {
    expect(await attempt("a")).toBeUndefined();
    await owner.$client`INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
      SELECT 'leg-2', order_id, 2, kind, chain, asset, destination, units, fee_units_max, state, created_at FROM payout_legs`;
    const join = (change: Record<string, string>) => {
      const row = { ordinal: "1", leg: "leg-2", chain: "tron", owner: "order-1", live: "true", ...change };
      return failsWith(`INSERT INTO attempt_legs SELECT id, ${row.ordinal}, '${row.leg}', '${row.chain}', '${row.owner}', 'theirs', 5, ${row.live}
        FROM payout_attempts`);
    };
    expect(await join({})).toBe("attempt_legs_owner");
    expect(await join({ owner: "order-2" })).toBe("attempt_legs_leg_id_chain_owner_fkey");
    expect(await join({ owner: "order-2", chain: "bitcoin" })).toBe(
      "attempt_legs_attempt_id_chain_live_fkey",
    );
    expect(await join({ live: "false", owner: "order-2" })).toBe("attempt_legs_attempt_id_chain_live_fkey");
  });

  it("does not share a nonce or a transaction id with another attempt", async () => {
    expect(await attempt("a", "reverted")).toBeUndefined();
    expect(await attempt("b")).toBe("payout_attempts_nonce");
    expect(await attempt("a", "signed", 1)).toBe("payout_attempts_chain_tx_id_key");
  });

  it("is planned once under its number", async () => {
    const again = `INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max,
      state, created_at) SELECT 'leg-2', order_id, leg_no, kind, chain, asset, destination, units, fee_units_max,
      state, created_at FROM payout_legs`;
    expect(await failsWith(again)).toBe("payout_legs_order_id_leg_no_key");
  });
});

describe("the installation", () => {
  it("migrates again, and by two at once, without a change", async () => {
    const before = await count("migrations.applied");
    expect(before).toBeGreaterThan(0);
    await Promise.all([migrateDatabase(place.url), migrateDatabase(place.url)]);
    expect(await count("migrations.applied")).toBe(before);
  });

  it("belongs to the network it was made for", async () => {
    const random = { bytes: (length: number) => new Uint8Array(length).fill(7) };
    const first = await openInstallation(place.worker, { network: "simnet", random });
    const other = { bytes: (length: number) => new Uint8Array(length).fill(8) };
    const again = await openInstallation(place.worker, { network: "simnet", random: other });
    expect(again.ledgerSecret).toEqual(first.ledgerSecret);
    await expect(openInstallation(place.worker, { network: "regtest", random })).rejects.toThrow(
      WrongNetwork,
    );
  });
});
