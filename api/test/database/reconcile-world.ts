import pino from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { createReconcile } from "../../src/ledger/reconcile";
import { createLedgerStore } from "../../src/ledger/store";
import { unsettledTransactions } from "../../src/payouts/unsettled-store";
import { openPlace, type Place } from "./place";

export const NOW = Date.parse("2026-03-10T09:30:00.000Z");
export const HEIGHT = 9;

export let place: Place;
/** What the node says lies at each address. */
export let balances: Map<string, bigint>;
/** How many balances the node was asked for. */
export const node = { asked: 0 };
/** The worker's time. */
export const clock = { ms: NOW };

/** Registers the hooks: a database for the file, without coins and bookings before each test. */
export function reconcileHooks(): void {
  beforeAll(async () => {
    place = await openPlace();
    await place.owner.$client`
      INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at) VALUES ('ethereum', ${HEIGHT}, 'h9', ${HEIGHT}, 'ok', now())`;
  });
  afterAll(() => place.close());
  beforeEach(async () => {
    node.asked = 0;
    clock.ms = NOW;
    balances = new Map([["hot", 0n]]);
    await place.owner.$client.unsafe(
      `DELETE FROM chain_checks; DELETE FROM unswept; DELETE FROM missing_coins;
      ALTER TABLE ledger_entries DISABLE TRIGGER USER; ALTER TABLE ledger_transactions DISABLE TRIGGER USER;
      DELETE FROM ledger_entries; DELETE FROM ledger_transactions;
      ALTER TABLE ledger_entries ENABLE TRIGGER USER; ALTER TABLE ledger_transactions ENABLE TRIGGER USER;
      UPDATE ledger_accounts SET balance = 0`,
    );
  });
}

export const ethereum = {
  id: "ethereum",
  model: "account",
  assets: ["ETH"],
  block: async (height: number) => ({
    height,
    hash: "h9",
    parentHash: "h8",
    timeMs: NOW,
    transfers: [],
    spends: [],
  }),
  balance: async ({ address }: { address: string }) => {
    node.asked += 1;
    return balances.get(address) ?? 0n;
  },
} satisfies Partial<Chain> as Partial<Chain> as Chain;

/** A worker's comparisons: each call is one tick. */
export function reconciler(now: () => number = () => clock.ms): (chain: Chain) => Promise<boolean> {
  const reconcile = createReconcile({
    database: place.worker,
    clock: { now },
    overTor: new Map(),
    ledger: createLedgerStore(new Uint8Array(32)),
    ownTransactions: unsettledTransactions,
    log: pino({ level: "silent" }),
  });
  return (chain) => reconcile(chain, "hot");
}

/** Coins that both sides know of, on addresses of orders that are long gone. */
export async function holdBoth(count: number): Promise<void> {
  const { $client } = place.owner;
  await $client`
    INSERT INTO unswept (chain, address, index, asset, units)
    SELECT 'ethereum', 'a' || n, n, 'ETH', 10 FROM generate_series(1, ${count}::int) AS n`;
  await $client`
    INSERT INTO ledger_accounts (account, asset, normal, may_overdraw, balance) VALUES ('unswept', 'ETH', 1, false, ${count * 10})
    ON CONFLICT (account, asset) DO UPDATE SET balance = EXCLUDED.balance`;
  for (let n = 1; n <= count; n++) balances.set(`a${n}`, 10n);
}

/** So many ticks of one worker. */
export const looks = async (count: number): Promise<void> => {
  const look = reconciler();
  for (let n = 0; n < count; n++) await look(ethereum);
};

/** The last comparison. */
export const row = async () => {
  const [found] = await place.owner.$client`SELECT * FROM chain_checks WHERE asset = 'ETH'`;
  return found;
};
