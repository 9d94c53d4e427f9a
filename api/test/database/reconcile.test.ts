import { describe, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { askToBookMissing } from "../../src/ledger/missing";
import { lastAsked } from "../../src/ledger/missing-store";
import { isFrozen } from "../../src/ledger/reconcile-store";
import {
  balances,
  ethereum,
  HEIGHT,
  holdBoth,
  looks,
  NOW,
  node,
  place,
  reconcileHooks,
  reconciler,
  row,
} from "./reconcile-world";

reconcileHooks();

describe("a comparison of the chain with the books", () => {
  it("freezes nothing where a stranger sent us one unit more than we know of", async () => {
    await holdBoth(2);
    balances.set("a1", 11n);
    await looks(2);
    expect(await isFrozen(place.worker, "ETH")).toBe(false);
    expect(await row()).toMatchObject({ chain_units: "21", ledger_units: "20", mismatches: 2, deficits: 0 });
  });

  it("freezes the asset where one unit is missing three times in a row, and no longer once it is back", async () => {
    await holdBoth(2);
    balances.set("a1", 9n);
    await looks(2);
    expect(await isFrozen(place.worker, "ETH")).toBe(false);
    await looks(1);
    expect(await isFrozen(place.worker, "ETH")).toBe(true);
    balances.set("a1", 10n);
    await looks(1);
    expect(await isFrozen(place.worker, "ETH")).toBe(false);
  });

  it("goes on above 500 addresses, in pages, and says how far it is", async () => {
    await holdBoth(1_200);
    balances.set("a1200", 9n);
    const look = reconciler();
    await look(ethereum);
    expect(node.asked).toBe(500);
    expect(await row()).toMatchObject({ compared: 500, addresses: 1_201, at: null });
    await look(ethereum);
    await look(ethereum);
    expect(await row()).toMatchObject({
      compared: 1_201,
      addresses: 1_201,
      chain_units: "11999",
      deficits: 1,
    });
    for (let n = 0; n < 6; n++) await look(ethereum);
    expect(await isFrozen(place.worker, "ETH")).toBe(true);
  });

  it("starts over where the block that it compares with has left the chain meanwhile", async () => {
    await holdBoth(600);
    const look = reconciler();
    await look(ethereum);
    const elsewhere = { ...ethereum, block: async () => undefined };
    await look(elsewhere);
    expect((await row())?.at).toBeNull();
    await look(ethereum);
    await look(ethereum);
    expect(await row()).toMatchObject({ chain_units: "6000", mismatches: 0 });
  });
});

describe("a comparison that found both sides equal", () => {
  it("is done again only once a side has moved, or after five minutes", async () => {
    await holdBoth(2);
    let now = NOW;
    const look = reconciler(() => now);
    const asks = async (): Promise<number> => {
      node.asked = 0;
      await look(ethereum);
      return node.asked;
    };
    expect(await asks()).toBe(3);
    expect(await asks()).toBe(0);
    await place.owner
      .$client`UPDATE ledger_accounts SET balance = balance + 1 WHERE account = 'unswept' AND asset = 'ETH'`;
    // They differ, and are compared each time.
    for (let n = 1; n <= 2; n++) {
      expect(await asks()).toBe(3);
      expect(await row()).toMatchObject({ deficits: n });
    }
    balances.set("a2", 11n);
    expect([await asks(), await asks()]).toEqual([3, 0]);
    await place.owner.$client`UPDATE chain_cursors SET hash = 'h9b' WHERE chain = 'ethereum'`;
    const rival = { ...ethereum, block: async () => ({ ...(await ethereum.block(HEIGHT)), hash: "h9b" }) };
    node.asked = 0;
    await look(rival as Chain);
    expect(node.asked).toBe(3);
    await place.owner.$client`UPDATE chain_cursors SET hash = 'h9' WHERE chain = 'ethereum'`;
    expect([await asks(), await asks()]).toEqual([3, 0]);
    now += 300_000;
    expect([await asks(), await asks()]).toEqual([3, 0]);
  });
});

describe("missing coins that an approver books out", () => {
  const ask = (amount: string) =>
    askToBookMissing(
      { database: place.admin, clock: { now: () => NOW } },
      { asset: "ETH", amount },
      { reason: "Stolen key, replaced.", admin: "ann" },
    );
  const state = async () => (await lastAsked(place.admin)).get("ETH");
  /** One unit is missing from the hot wallet. */
  async function missOne(): Promise<void> {
    await holdBoth(1);
    await place.owner.$client`
      INSERT INTO ledger_accounts (account, asset, normal, may_overdraw, balance) VALUES ('chain', 'ETH', 1, false, 5)
      ON CONFLICT (account, asset) DO UPDATE SET balance = 5`;
    await place.owner.$client`
      INSERT INTO reserves (asset, hot, held, planned) VALUES ('ETH', 5, 0, 0) ON CONFLICT (asset) DO UPDATE SET hot = 5, held = 0`;
    balances.set("hot", 4n);
    await looks(3);
  }

  it("lifts the freeze, in the books and in the audit log", async () => {
    await missOne();
    expect(await isFrozen(place.worker, "ETH")).toBe(true);
    expect(await ask("0.000000000000000001")).toMatchObject({ ok: true });
    expect(await ask("0.000000000000000001")).toMatchObject({ error: { code: "books/asked" } });
    await looks(1);
    expect(await isFrozen(place.worker, "ETH")).toBe(false);
    expect(await row()).toMatchObject({ ledger_units: "14", mismatches: 0, deficits: 0 });
    const [missing] = await place.owner
      .$client`SELECT balance FROM ledger_accounts WHERE account = 'missing'`;
    expect(missing).toEqual({ balance: "1" });
    expect(await state()).toBe("booked");
    const audit = await place.owner
      .$client`SELECT admin, action, outcome, subject FROM admin_audit ORDER BY seq LIMIT 1`;
    expect(audit[0]).toEqual({
      admin: "ann",
      action: "books.book-missing",
      outcome: "done",
      subject: "0.000000000000000001 ETH",
    });
    await looks(1);
    expect(await row()).toMatchObject({ mismatches: 0 });
  });

  it("are refused where another amount is missing than the approver saw, at once or by the next comparison", async () => {
    await missOne();
    expect(await ask("0.000000000000000002")).toMatchObject({ error: { code: "books/nothing-missing" } });
    expect(await ask("0.000000000000000001")).toMatchObject({ ok: true });
    balances.set("hot", 3n);
    await looks(1);
    expect(await state()).toBe("refused");
    expect(await isFrozen(place.worker, "ETH")).toBe(true);
  });

  it("are refused where they are promised: the freeze stays", async () => {
    await missOne();
    await place.owner.$client`UPDATE reserves SET held = 5 WHERE asset = 'ETH'`;
    await ask("0.000000000000000001");
    await looks(1);
    expect(await state()).toBe("refused");
    expect(await isFrozen(place.worker, "ETH")).toBe(true);
  });
});
