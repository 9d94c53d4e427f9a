import { describe, expect, it } from "vitest";
import { INVARIANTS } from "../../src/ledger/invariants";
import { isFrozen } from "../../src/ledger/reconcile-store";
import { balances, holdBoth, looks, place, reconcileHooks, row } from "./reconcile-world";

reconcileHooks();

const unallocated = async (): Promise<bigint> => {
  const [found] = await place.owner
    .$client`SELECT balance FROM ledger_accounts WHERE account = 'unallocated' AND asset = 'ETH'`;
  return BigInt(found?.balance ?? 0);
};
/** Of what must hold of each booking. */
const violations = async (): Promise<number> => {
  let rows = 0;
  for (const { id, query } of INVARIANTS)
    if (id === 1 || id === 4) rows += (await place.owner.$client.unsafe(query)).length;
  return rows;
};

describe("coins of no known cause", () => {
  it("books what three comparisons in a row find above the books as unallocated: owed, and no reserve", async () => {
    await holdBoth(2);
    balances.set("a1", 11n);
    await looks(2);
    expect(await unallocated()).toBe(0n);
    await looks(1);
    expect(await unallocated()).toBe(1n);
    expect(await row()).toMatchObject({ ledger_units: "21", mismatches: 0, unexplained_units: "1" });
    const [reserve] = await place.owner.$client`SELECT hot, owed FROM reserves WHERE asset = 'ETH'`;
    expect(reserve).toEqual({ hot: "1", owed: "1" });
    balances.set("hot", 4n);
    await looks(6);
    expect(await unallocated()).toBe(5n);
    expect(await row()).toMatchObject({ mismatches: 0, unexplained_units: "5" });
    expect(await violations()).toBe(0);
  });

  it("takes it back where its cause is booked after it, and freezes nothing", async () => {
    await holdBoth(2);
    balances.set("a1", 17n);
    await looks(3);
    // A late look at the address has credited a part.
    await place.owner
      .$client`UPDATE ledger_accounts SET balance = balance + 4 WHERE account = 'unswept' AND asset = 'ETH'`;
    await looks(1);
    expect(await unallocated()).toBe(3n);
    expect(await row()).toMatchObject({ mismatches: 0, unexplained_units: "3" });
    await looks(5);
    expect(await isFrozen(place.worker, "ETH")).toBe(false);
    expect(await unallocated()).toBe(3n);
  });

  it("freezes the asset for what is missing beyond that", async () => {
    await holdBoth(2);
    balances.set("a1", 12n);
    await looks(3);
    balances.set("a1", 7n);
    await looks(3);
    expect(await unallocated()).toBe(0n);
    expect(await row()).toMatchObject({ chain_units: "17", ledger_units: "20", deficits: 3 });
    expect(await isFrozen(place.worker, "ETH")).toBe(true);
  });

  it("books nothing that is above the books for a moment", async () => {
    await holdBoth(2);
    for (const units of [11n, 11n, 10n, 11n, 11n, 10n]) {
      balances.set("a1", units);
      await looks(1);
    }
    expect(await unallocated()).toBe(0n);
    expect(await row()).toMatchObject({ surpluses: 0, bookings: 0 });
  });
});
