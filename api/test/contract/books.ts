import { expect, it } from "vitest";
import { type ContractWorld, eventuallyAsBlocksCome } from "./world";

const CURRENCY = "LTC";
const MISSING = "0.00000007";

/** Coins that the chain does not have, and an approver who books them out. */
export function callMissingCoins(worldOf: () => ContractWorld): void {
  it("coins that are missing: frozen, booked out, and lifted", { timeout: 120_000 }, async () => {
    const { sql } = worldOf().sotto;
    const { ok, code } = await worldOf().admin();
    const nextBlocks = (isSo: () => Promise<boolean>) => eventuallyAsBlocksCome(worldOf(), CURRENCY, isSo);
    const compared = async () =>
      (await ok("readOverview")).comparisons.find(({ currency }) => currency === CURRENCY);
    const missing = { amount: MISSING, reason: "A test's loss." };
    expect(await code("bookMissing", { currency: CURRENCY }, missing)).toBe("books/nothing-missing");
    await sql.begin(async (tx) => {
      await tx`
        INSERT INTO ledger_accounts (account, asset, normal, may_overdraw)
        VALUES ('chain', ${CURRENCY}, 1, false), ('float', ${CURRENCY}, -1, false) ON CONFLICT DO NOTHING`;
      await tx`
        WITH booked AS (
          INSERT INTO ledger_transactions (kind, key, at) VALUES ('float', 'of a test', now()) RETURNING id
        )
        INSERT INTO ledger_entries (transaction_id, position, account, asset, units)
        SELECT id, 0, 'chain', ${CURRENCY}, 7 FROM booked UNION ALL SELECT id, 1, 'float', ${CURRENCY}, -7 FROM booked`;
    });
    await nextBlocks(async () => (await compared())?.frozen === true);
    await sql`
      INSERT INTO unplanned_spends (chain, tx_id, outputs, seen_at) VALUES ('litecoin', 'gone', '{}', now())`;
    const unplanned = async () => (await ok("readOverview")).unplannedSpends;
    const [spend] = await unplanned();
    expect(spend).toMatchObject({ chain: "litecoin", txHash: "gone", state: "open", reason: null });
    expect(await code("bookMissing", { currency: CURRENCY }, missing)).toBe("books/unplanned-spend");
    const by = { reason: "Moved by hand." };
    expect(await ok("adoptSpend", { id: spend?.id ?? "" }, by)).toMatchObject({ state: "asked", ...by });
    // Each time: the worker may be about to write since when it misses it.
    await nextBlocks(async () => {
      await sql`UPDATE unplanned_spends SET missed_since = now() - interval '1 hour'`;
      return (await unplanned()).length === 0;
    });
    expect(await code("adoptSpend", { id: spend?.id ?? "" }, by)).toBe("spend/adopted");
    expect(await code("adoptSpend", { id: "99" }, by)).toBe("spend/unknown");
    expect(await compared()).toMatchObject({ difference: `-${MISSING}`, booking: null });
    expect(await ok("bookMissing", { currency: CURRENCY }, missing)).toEqual({
      currency: CURRENCY,
      amount: MISSING,
    });
    await nextBlocks(async () => (await compared())?.frozen === false);
    expect(await compared()).toMatchObject({ difference: "0", booking: "booked" });
  });
}

/** A payout that no proof ends, that is not looked at for an hour, and an approver who has it signed once more. */
export function callOverrides(worldOf: () => ContractWorld): void {
  it("a payout that does not move: shown, and overridden once", { timeout: 60_000 }, async () => {
    const { sql } = worldOf().sotto;
    const { ok, code } = await worldOf().admin();
    const leg = "a-leg-of-a-test";
    await sql.begin(async (tx) => {
      await tx`
        INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
        SELECT ${leg}, id, 90, 'payout', 'dash', 'DASH', 'theirs', 5, 1, 'planned', now() FROM orders LIMIT 1`;
      await tx`
        WITH a AS (
          INSERT INTO payout_attempts (kind, chain, asset, destination, units, fee_units_max, state, raw, tx_id, next_check_at, created_at)
          VALUES ('legs', 'dash', 'DASH', 'theirs', 5, 1, 'sent', '00', 'first', now() + interval '1 hour', now()) RETURNING id
        ), p AS (
          INSERT INTO attempt_legs (attempt_id, ordinal, leg_id, chain, owner, destination, units, live)
          SELECT a.id, 0, l.id, 'dash', l.owner, 'theirs', 5, true FROM a, payout_legs l WHERE l.id = ${leg}
        )
        INSERT INTO attempt_looks (attempt_id, said, inputs, since, at)
        SELECT id, 'missing inputs', '{gone:0}', now() - interval '1 hour', now() FROM a`;
    });
    expect(await ok("listStuckPayouts")).toMatchObject([
      {
        leg,
        canOverride: true,
        transactions: [{ txHash: "first", said: "missing inputs", missing: "input" }],
      },
    ]);
    expect(await ok("readPayout", { leg })).toMatchObject({
      kind: "payout",
      state: "planned",
      currency: "DASH",
      amount: "0.00000005",
      address: "theirs",
      networkFeeMax: "0.00000001",
      networkFeeCurrency: "DASH",
    });
    const reason = "A test's.";
    expect(await code("overridePayout", { leg: "none" }, { reason, txHash: "first" })).toBe(
      "override/unknown",
    );
    expect(await code("overridePayout", { leg }, { reason, txHash: "other" })).toBe("override/transaction");
    expect(await ok("overridePayout", { leg }, { reason, txHash: "first" })).toEqual({
      leg,
      txHash: "first",
    });
    expect(await code("overridePayout", { leg }, { reason, txHash: "first" })).toBe("override/used");
    expect(await code("releasePayout", { leg: "none" }, { reason, code: "123456" })).toBe("override/unknown");
    expect(await ok("releasePayout", { leg }, { reason, code: "123456" })).toEqual({ leg });
    await sql.begin(async (tx) => {
      await tx`DELETE FROM payout_releases`;
      await tx`DELETE FROM payout_overrides`;
      await tx`DELETE FROM attempt_looks`;
      await tx`DELETE FROM attempt_legs WHERE leg_id = ${leg}`;
      await tx`DELETE FROM payout_attempts WHERE chain = 'dash'`;
      await tx`DELETE FROM payout_legs WHERE id = ${leg}`;
    });
  });
}
