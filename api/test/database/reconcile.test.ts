import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { createReconcile } from "../../src/ledger/reconcile";
import { isFrozen } from "../../src/ledger/reconcile-store";
import { unsettledTransactions } from "../../src/payouts/unsettled-store";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const HEIGHT = 9;

let place: Place;
/** What the node says lies at each address. */
let balances: Map<string, bigint>;
let asked: number;

beforeAll(async () => {
  place = await openPlace();
  await place.owner.$client`
    INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at) VALUES ('ethereum', ${HEIGHT}, 'h9', ${HEIGHT}, 'ok', now())`;
});
afterAll(() => place.close());
beforeEach(async () => {
  asked = 0;
  balances = new Map([["hot", 0n]]);
  await place.owner.$client.unsafe("DELETE FROM chain_checks; DELETE FROM unswept");
});

const ethereum = {
  id: "ethereum",
  model: "account",
  assets: ["ETH"],
  block: async (height: number) => ({ height, hash: "h9", parentHash: "h8", timeMs: NOW, transfers: [] }),
  balance: async ({ address }: { address: string }) => {
    asked += 1;
    return balances.get(address) ?? 0n;
  },
} satisfies Partial<Chain> as Partial<Chain> as Chain;

/** A worker's comparisons: each call is one tick. */
function reconciler(): (chain: Chain) => Promise<void> {
  const reconcile = createReconcile({
    database: place.worker,
    clock: { now: () => NOW },
    overTor: new Map(),
    ownTransactions: unsettledTransactions,
  });
  return (chain) => reconcile(chain, "hot");
}

/** Coins that both sides know of, on addresses of orders that are long gone. */
async function holdBoth(count: number): Promise<void> {
  const { $client } = place.owner;
  await $client`
    INSERT INTO unswept (chain, address, index, asset, units)
    SELECT 'ethereum', 'a' || n, n, 'ETH', 10 FROM generate_series(1, ${count}::int) AS n`;
  await $client`
    INSERT INTO ledger_accounts (account, asset, normal, may_overdraw, balance) VALUES ('unswept', 'ETH', 1, false, ${count * 10})
    ON CONFLICT (account, asset) DO UPDATE SET balance = EXCLUDED.balance`;
  for (let n = 1; n <= count; n++) balances.set(`a${n}`, 10n);
}

const looks = async (count: number): Promise<void> => {
  const look = reconciler();
  for (let n = 0; n < count; n++) await look(ethereum);
};

const row = async () => {
  const [found] = await place.owner.$client`SELECT * FROM chain_checks WHERE asset = 'ETH'`;
  return found;
};

describe("a comparison of the chain with the books", () => {
  it("freezes nothing where a stranger sent us one unit more than we know of", async () => {
    await holdBoth(2);
    balances.set("a1", 11n);
    await looks(5);
    expect(await isFrozen(place.worker, "ETH")).toBe(false);
    expect(await row()).toMatchObject({ chain_units: "21", ledger_units: "20", mismatches: 5, deficits: 0 });
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
    expect(asked).toBe(500);
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

  it("begins anew where the block that it compares with has left the chain meanwhile", async () => {
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
