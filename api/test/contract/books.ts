import { expect, it } from "vitest";
import { type ContractWorld, eventually } from "./world";

const CURRENCY = "LTC";
const MISSING = "0.00000007";

/** Coins that the chain does not have, and an approver who books them out. */
export function callMissingCoins(worldOf: () => ContractWorld): void {
  it("coins that are missing: frozen, booked out, and lifted", { timeout: 120_000 }, async () => {
    const { sql } = worldOf().sotto;
    const { ok, code } = await worldOf().admin();
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
    await eventually(async () => (await compared())?.frozen === true);
    await sql`
      INSERT INTO unplanned_spends (chain, tx_id, outputs, seen_at) VALUES ('litecoin', 'gone', '{}', now())`;
    const unplanned = async () => (await ok("readOverview")).unplannedSpends;
    const [spend] = await unplanned();
    expect(spend).toMatchObject({ chain: "litecoin", txHash: "gone", state: "open", reason: null });
    expect(await code("bookMissing", { currency: CURRENCY }, missing)).toBe("books/unplanned-spend");
    const by = { reason: "Moved by hand." };
    expect(await ok("adoptSpend", { id: spend?.id ?? "" }, by)).toMatchObject({ state: "asked", ...by });
    await eventually(async () => (await unplanned()).length === 0);
    expect(await code("adoptSpend", { id: spend?.id ?? "" }, by)).toBe("spend/adopted");
    expect(await code("adoptSpend", { id: "99" }, by)).toBe("spend/unknown");
    expect(await compared()).toMatchObject({ difference: `-${MISSING}`, booking: null });
    expect(await ok("bookMissing", { currency: CURRENCY }, missing)).toEqual({
      currency: CURRENCY,
      amount: MISSING,
    });
    await eventually(async () => (await compared())?.frozen === false);
    expect(await compared()).toMatchObject({ difference: "0", booking: "booked" });
  });
}
