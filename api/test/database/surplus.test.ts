import { describe, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { INVARIANTS } from "../../src/ledger/invariants";
import { isFrozen } from "../../src/ledger/reconcile-store";
import {
  balances,
  clock,
  ethereum,
  holdBoth,
  looks,
  place,
  reconcileHooks,
  reconciler,
  row,
} from "./reconcile-world";

reconcileHooks();

const HOUR = 3_600_000;
/** Two looks, and two more an hour later. */
const looksOfAnHour = async (): Promise<void> => {
  await looks(2);
  clock.ms += HOUR;
  await looks(2);
};
const unallocated = async (): Promise<bigint> => {
  const [found] = await place.owner
    .$client`SELECT balance FROM ledger_accounts WHERE account = 'unallocated' AND asset = 'ETH'`;
  return BigInt(found?.balance ?? 0);
};
const reserve = async () =>
  (await place.owner.$client`SELECT hot, unswept, owed, own FROM reserves WHERE asset = 'ETH'`)[0];
/** Of what must hold of each booking. */
const violations = async (): Promise<number> => {
  let rows = 0;
  for (const { id, query } of INVARIANTS)
    if (id === 1 || id === 4) rows += (await place.owner.$client.unsafe(query)).length;
  return rows;
};
/** A late look at an address has credited a part. */
const bookCause = (units: number) =>
  place.owner
    .$client`UPDATE ledger_accounts SET balance = balance + ${units} WHERE account = 'unswept' AND asset = 'ETH'`;

describe("coins of no known cause", () => {
  it("are booked as unallocated once they were there for an hour: owed, and not to be promised", async () => {
    await holdBoth(2);
    const before = (await reserve())?.own;
    balances.set("a1", 11n);
    await looks(5);
    clock.ms += HOUR - 1;
    await looks(2);
    expect(await unallocated()).toBe(0n);
    clock.ms += 1;
    await looks(1);
    expect(await unallocated()).toBe(1n);
    expect(await row()).toMatchObject({ ledger_units: "21", mismatches: 0, unexplained_units: "1" });
    expect(await reserve()).toMatchObject({ hot: "0", unswept: "1", owed: "1", own: before ?? "0" });
    balances.set("hot", 4n);
    await looksOfAnHour();
    expect(await unallocated()).toBe(5n);
    expect(await row()).toMatchObject({ mismatches: 0, unexplained_units: "5" });
    expect(await violations()).toBe(0);
  });

  it("are the least that was there all the time, and the rest waits for an hour of its own", async () => {
    await holdBoth(2);
    balances.set("a1", 12n);
    await looks(1);
    clock.ms += HOUR / 2;
    balances.set("a1", 19n);
    await looks(1);
    clock.ms += HOUR / 2;
    await looks(1);
    expect(await unallocated()).toBe(2n);
    await looks(3);
    expect(await unallocated()).toBe(2n);
    clock.ms += HOUR;
    await looks(1);
    expect(await unallocated()).toBe(9n);
  });
});

describe("coins of no known cause that are booked", () => {
  it("are taken back where their cause is booked after them, and freeze nothing", async () => {
    await holdBoth(2);
    balances.set("a1", 17n);
    await looksOfAnHour();
    expect(await unallocated()).toBe(7n);
    await bookCause(4);
    await looks(1);
    expect(await unallocated()).toBe(3n);
    expect(await row()).toMatchObject({ mismatches: 0, unexplained_units: "3" });
    await looks(5);
    expect(await isFrozen(place.worker, "ETH")).toBe(false);
    expect(await unallocated()).toBe(3n);
  });

  it("are taken back once, where two workers find their cause at the same time", async () => {
    await holdBoth(2);
    balances.set("a1", 20n);
    await looksOfAnHour();
    expect(await unallocated()).toBe(10n);
    await bookCause(4);
    let reach = () => {};
    let open = () => {};
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow: Chain = {
      ...ethereum,
      async block(height) {
        reach();
        await gate;
        return ethereum.block(height);
      },
    };
    const second = reconciler()(slow);
    await reached;
    await looks(1);
    expect(await unallocated()).toBe(6n);
    open();
    await second;
    expect(await unallocated()).toBe(6n);
  });
});

describe("coins of no known cause, where coins are taken", () => {
  it("stay booked while a transaction that we did not sign is to be adopted", async () => {
    await holdBoth(2);
    balances.set("a1", 12n);
    await looksOfAnHour();
    await place.owner
      .$client`INSERT INTO unplanned_spends (chain, tx_id, outputs, seen_at) VALUES ('ethereum', 'theirs', '{}', now())`;
    balances.set("a1", 10n);
    await looks(1);
    expect(await unallocated()).toBe(2n);
    await place.owner.$client`DELETE FROM unplanned_spends`;
    await looks(1);
    expect(await unallocated()).toBe(0n);
  });

  it("cover no more than themselves: what is missing beyond them freezes the asset", async () => {
    await holdBoth(2);
    balances.set("a1", 12n);
    await looksOfAnHour();
    balances.set("a1", 7n);
    await looks(3);
    expect(await unallocated()).toBe(0n);
    expect(await row()).toMatchObject({ chain_units: "17", ledger_units: "20", deficits: 3 });
    expect(await isFrozen(place.worker, "ETH")).toBe(true);
  });

  it("are not booked where they are gone in between", async () => {
    await holdBoth(2);
    for (const units of [11n, 11n, 10n, 11n, 11n, 10n]) {
      balances.set("a1", units);
      clock.ms += HOUR / 2;
      await looks(1);
    }
    expect(await unallocated()).toBe(0n);
    expect(await row()).toMatchObject({ surplus_since: null, bookings: 0 });
  });
});
