import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAddressBook } from "../../src/address/deposit-address";
import { OPEN_MAX } from "../../src/address/store";
import type { AccountSnapshot, BlockRef, Chain, Tip, Transfer } from "../../src/chains/chain";
import { watchReceipts } from "../../src/deposits/receipts";
import { eachOpenDeposits } from "../../src/deposits/store";
import type { WatchParts } from "../../src/deposits/watch-parts";
import { createLedgerStore } from "../../src/ledger/store";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const HOUR = 3_600_000;
const SECRET = new Uint8Array(32).fill(1);
const FORGOTTEN = 9_000_000;

/** A thousandth of an ether. */
const FINNEY = 10n ** 15n;

let place: Place;
/** The addresses that the node was asked after, in the order of the looks. */
let looks: Set<string>[];
/** What lies at an address in the latest block, and in the one at policy depth. */
let latest: Map<string, bigint>;
let final: Map<string, bigint>;
let height: number;

beforeAll(async () => {
  place = await openPlace();
  await place.owner.$client`
    INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('01', 32), 'hex'))`;
  await place.owner.$client`
    INSERT INTO chain_cursors (chain, height, hash, tip_height, status, answered_at) VALUES ('ethereum', 9, 'h9', 9, 'ok', now())`;
});
afterAll(() => place.close());
beforeEach(async () => {
  looks = [];
  latest = new Map();
  transfers = [];
  final = latest;
  height = 100;
  await place.owner.$client.unsafe(`
    DELETE FROM deposits; DELETE FROM unswept; DELETE FROM addresses; DELETE FROM orders; DELETE FROM payout_attempts;
    DELETE FROM forgotten_addresses; DELETE FROM watch_rings; UPDATE ledger_accounts SET balance = 0`);
});

const block = (at: number): BlockRef => ({
  height: at,
  hash: `h${at}`,
  parentHash: `h${at - 1}`,
  timeMs: NOW,
});

/** What the node shows of each block. */
let transfers: readonly Transfer[] = [];

const ethereum = {
  id: "ethereum",
  model: "account",
  assets: ["ETH"],
  nativeDeposits: "cumulative",
  nativeTransfers: async () => transfers,
  transaction: async () => ({ status: "mempool" }),
  balance: async ({ address }) => latest.get(address) ?? 0n,
  accounts: async ({ addresses, finalHeight }): Promise<AccountSnapshot> => {
    const look = looks.at(-1);
    for (const address of addresses) look?.add(address);
    const at = (of: Map<string, bigint>, address: string) => ({
      balanceUnits: of.get(address) ?? 0n,
      nonce: 0,
    });
    return {
      latest: block(height),
      final: block(finalHeight),
      accounts: new Map(
        addresses.map((address) => [address, { latest: at(latest, address), final: at(final, address) }]),
      ),
    };
  },
} satisfies Partial<Chain> as Partial<Chain> as Chain;

const parts = (): WatchParts => ({
  chain: ethereum,
  database: place.worker,
  listener: {
    seen: async () => {},
    mined: async () => {},
    gone: async () => {},
    final: async () => {},
    changed: () => {},
  },
  ledger: createLedgerStore(SECRET),
  clock: { now: () => NOW },
  log: pino({ level: "silent" }),
  hotAddress: "hot",
  addressAt: (index) => `a${index}`,
  isOurs: async () => true,
  policyFor: () => ({ confirmations: 2, finalized: false }),
  policyMax: { confirmations: 2, finalized: false },
  fromGenesis: true,
  lanesMax: 4,
  statusChanged: () => {},
});

async function nextBlock(): Promise<ReadonlySet<string>> {
  const look = new Set<string>();
  looks.push(look);
  height += 1;
  const tip: Tip = { ...block(height), finalizedHeight: null };
  await watchReceipts(parts(), tip);
  return look;
}

/** Orders of one state with an address each: `a<index>`. */
async function orders(
  state: string,
  { from, count }: { from: number; count: number },
  endedMs = 0,
): Promise<void> {
  const { $client } = place.owner;
  const at = new Date(NOW - endedMs).toISOString();
  await $client`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    SELECT 'o' || n, lpad(n::text, 9, '0'), 1, ${state}, '{"payout": {"kind": "to", "address": "theirs"}}', '{}', 'b' || n, 'ETH', ${at}, ${at}
    FROM generate_series(${from}::int, ${from + count - 1}::int) AS n`;
  await $client`
    INSERT INTO addresses (chain, address, index, order_id)
    SELECT 'ethereum', 'a' || n, n, 'o' || n FROM generate_series(${from}::int, ${from + count - 1}::int) AS n`;
}

const deposits = () =>
  place.owner.$client`SELECT address, units, kind, state FROM deposits ORDER BY address, units`;

describe("watching native receipts", () => {
  it("looks at every open order in every block, however many were cancelled since", async () => {
    await orders("waiting", { from: 1, count: 5_000 });
    await orders("cancelled", { from: 5_001, count: 6_000 });
    latest.set("a1", 10n ** 18n);
    const look = await nextBlock();
    for (let n = 1; n <= 5_000; n++) expect(look.has(`a${n}`)).toBe(true);
    expect(await deposits()).toEqual([
      { address: "a1", units: String(10n ** 18n), kind: "order", state: "seen" },
    ]);
  });

  it("links a receipt of two payments in one block to the later one", async () => {
    await orders("waiting", { from: 1, count: 1 });
    const common = { ordinal: 0, asset: "ETH", to: "a1", from: ["stranger"] } as const;
    transfers = [
      { ...common, txId: "earlier", units: 3n * FINNEY },
      { ...common, txId: "later", units: 4n * FINNEY },
    ];
    latest.set("a1", 7n * FINNEY);
    await nextBlock();
    expect(await place.owner.$client`SELECT units, tx_hash FROM deposits`).toEqual([
      { units: String(7n * FINNEY), tx_hash: "later" },
    ]);
  });

  it("comes round to every ended order, and to those of a day ago more rarely", async () => {
    await orders("cancelled", { from: 1, count: 1_000 }, HOUR);
    await orders("completed", { from: 1_001, count: 1_000 }, 30 * 24 * HOUR);
    const seen = new Map<string, number>();
    for (let n = 0; n < 10; n++) {
      for (const address of await nextBlock()) seen.set(address, (seen.get(address) ?? 0) + 1);
    }
    const looksAt = (from: number) => Array.from({ length: 1_000 }, (_, n) => seen.get(`a${from + n}`) ?? 0);
    expect(Math.min(...looksAt(1))).toBeGreaterThan(Math.max(...looksAt(1_001)));
    expect(Math.min(...looksAt(1_001))).toBeGreaterThanOrEqual(1);
  });

  it("looks in every block at an ended order's address that something is on its way to", async () => {
    await orders("completed", { from: 1, count: 3_000 }, 30 * 24 * HOUR);
    latest.set("a1", 5n);
    final = new Map();
    await nextBlock();
    expect(await deposits()).toMatchObject([{ address: "a1", units: "5", state: "seen" }]);
    final = latest;
    await nextBlock();
    expect(await deposits()).toMatchObject([{ address: "a1", kind: "unallocated", state: "credited" }]);
  });

  it("looks in every block at an ended order's address that a lost deposit comes back to", async () => {
    await orders("completed", { from: 1, count: 3_000 }, 30 * 24 * HOUR);
    latest.set("a3000", 5n);
    final = new Map();
    await place.owner.$client`
      INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, state, height, block_hash, required, first_seen_at)
      VALUES ('d', 'ethereum', 'native:a3000:5:5', 0, 'ETH', 'a3000', 5, 'unallocated', 'lost', ${height}, 'h', 2, now())`;
    for (let n = 0; n < 2; n++) expect((await nextBlock()).has("a3000")).toBe(true);
  });
});

describe("the capacity of a chain", () => {
  const book = createAddressBook(
    new Map([["ethereum", { kind: "pool", chain: "ethereum", hotAddress: "hot" } as const]]),
  );
  const nextOf = (count: number) =>
    place.http.transaction((tx) =>
      book.nextForOrders(
        tx,
        Array.from({ length: count }, () => ({ chain: "ethereum" }) as const),
      ),
    );
  const next = async () => (await nextOf(1))[0];

  it("is reached by open orders, not by ended ones", async () => {
    await orders("cancelled", { from: 1, count: OPEN_MAX });
    await orders("waiting", { from: OPEN_MAX + 1, count: OPEN_MAX - 1 });
    // As autovacuum does it: so many rows within a second are planned like none.
    await place.owner.$client`ANALYZE orders, addresses`;
    expect(await nextOf(2)).toEqual([null, "full"]);
    await orders("confirming", { from: 2 * OPEN_MAX, count: 1 });
    expect(await next()).toBe("full");
    expect((await nextBlock()).size).toBeGreaterThan(OPEN_MAX);
  });

  it("is not used up by orders whose decision is overdue: they are watched in turn", async () => {
    await orders("waiting", { from: 1, count: OPEN_MAX - 1 });
    await orders("action_required", { from: OPEN_MAX, count: 1_000 });
    expect(await next()).toBe("full");
    await place.owner
      .$client`UPDATE orders SET version = version + 1, body = '{"phase": {"overdue": true}}' WHERE state = 'action_required'`;
    expect(await next()).not.toBe("full");
    const seen = new Set<string>();
    for (let n = 0; n < 3; n++) for (const address of await nextBlock()) seen.add(address);
    for (let n = 0; n < 1_000; n++) expect(seen.has(`a${OPEN_MAX + n}`)).toBe(true);
  });
});

describe("the list of open deposits", () => {
  it("holds the newest one too, however many came before it", async () => {
    const count = 10_005;
    await place.owner.$client`
      INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, state, required, first_seen_at)
      SELECT 'd' || n, 'bitcoin', 't' || n, 0, 'BTC', 'bc1', 1, 'unallocated', 'seen', 2, ${new Date(NOW).toISOString()}::timestamptz + n / 3 * interval '1 ms'
      FROM generate_series(1, ${count}::int) AS n`;
    const seen: string[] = [];
    await eachOpenDeposits(place.worker, "bitcoin", async (page) => {
      for (const { id } of page) seen.push(id);
    });
    expect(new Set(seen).size).toBe(count);
    expect(seen).toHaveLength(count);
  });
});

describe("coins at the address of a forgotten order", () => {
  const unallocated = async (): Promise<string> => {
    const [row] = await place.owner.$client`
      SELECT balance FROM ledger_accounts WHERE account = 'unallocated' AND asset = 'ETH'`;
    return String(row?.balance ?? "0");
  };
  const forget = (index: number) => place.owner.$client`
    INSERT INTO forgotten_addresses (hash, chain, index)
    VALUES (forgotten_hash(${`address:ethereum:a${index}`}), 'ethereum', ${index})`;
  const hold = (index: number, units: number) => place.owner.$client`
    INSERT INTO unswept (chain, address, index, asset, units) VALUES ('ethereum', ${`a${index}`}, ${index}, 'ETH', ${units})`;

  it("are booked to no owner once they are deep enough, and once only", async () => {
    await forget(FORGOTTEN);
    latest.set(`a${FORGOTTEN}`, 7n);
    final = new Map();
    await nextBlock();
    expect(await deposits()).toEqual([]);
    final = latest;
    for (let n = 0; n < 3; n++) await nextBlock();
    expect(await deposits()).toEqual([
      { address: `a${FORGOTTEN}`, units: "7", kind: "unallocated", state: "credited" },
    ]);
    expect(await unallocated()).toBe("7");
    latest.set(`a${FORGOTTEN}`, 9n);
    await nextBlock();
    expect(await unallocated()).toBe("9");
    expect(await deposits()).toHaveLength(2);
  });

  it("are only those that the books do not know to lie there", async () => {
    await forget(FORGOTTEN);
    await hold(FORGOTTEN, 100);
    latest.set(`a${FORGOTTEN}`, 101n);
    await nextBlock();
    expect(await deposits()).toMatchObject([{ units: "1", kind: "unallocated" }]);
  });

  it("are left for later while a transaction of ours moves something there", async () => {
    await forget(FORGOTTEN);
    await hold(FORGOTTEN, 100);
    await place.owner.$client`
      INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw, tx_id, next_check_at, created_at)
      VALUES ('top_up', 'ethereum', 'ETH', 'hot', 0, ${`a${FORGOTTEN}`}, 5, 1, ${FORGOTTEN}, 'sent', 'raw', 't1', now(), now())`;
    latest.set(`a${FORGOTTEN}`, 105n);
    await nextBlock();
    expect(await deposits()).toEqual([]);
  });
});
