import pino from "pino";
import type { Chain } from "../../src/chains/chain";
import type { DepositState } from "../../src/deposits/deposit";
import type { WatchParts } from "../../src/deposits/watch-parts";
import { createWatcher } from "../../src/deposits/watcher";
import { createLedgerStore } from "../../src/ledger/store";
import { FakeChain } from "./fake-chain";
import { openPlace, type Place } from "./place";

const NOW = Date.parse("2026-03-10T09:30:00.000Z");

/** A watcher on a chain of its own, in a database, with a listener that credits what it is handed. */
export type WatchWorld = {
  place: Place;
  chain: FakeChain;
  /** What the listener was told, in order. */
  told: string[];
  /** Where the listener does not credit what is final, because the order is decided. */
  isDecided: boolean;
  /** Looks until nothing is left to catch up. */
  look(): Promise<void>;
  /** The worker is started again. */
  restart(): void;
  /** Another worker, with a port of its own to the chain: its one look. */
  other(port: Chain): Promise<boolean>;
  order(id: string, addresses: readonly string[]): Promise<void>;
  deposits(): Promise<{ tx: string; state: DepositState; required: number; height: number | null }[]>;
  /** How far the chain was read, and whether it is followed. */
  cursor(): Promise<{ status: string; height: number }>;
  /** What an administrator does with a halted chain. */
  resume(): Promise<void>;
  /** What the books have lost in reorgs, in units. */
  lost(): Promise<string>;
};

type Given = Pick<WatchParts, "policyFor" | "policyMax"> &
  Partial<Pick<WatchParts, "log">> & { on?: FakeChain };

export async function openWatchWorld({
  on: chain = new FakeChain("bitcoin", "BTC", NOW),
  ...given
}: Given): Promise<WatchWorld> {
  const place = await openPlace();
  const { $client } = place.owner;
  await $client`
    INSERT INTO installation (network, ledger_secret) VALUES ('simnet', decode(repeat('01', 32), 'hex'))`;
  const told: string[] = [];
  const listener: WatchParts["listener"] = {
    async seen(_tx, { origin }) {
      told.push(`seen ${textOf(origin)}`);
    },
    mined: async () => {},
    async gone(_tx, { origin }, how) {
      told.push(`${how} ${textOf(origin)}`);
    },
    async final({ sighting }, { settle }) {
      told.push(`final ${sighting}`);
      await place.worker.transaction((tx) => settle(tx, !world.isDecided));
    },
    changed: () => {},
  };
  const parts: WatchParts = {
    chain: chain.port(),
    database: place.worker,
    listener,
    ledger: createLedgerStore(new Uint8Array(32).fill(1)),
    clock: { now: () => NOW },
    log: pino({ level: "silent" }),
    hotAddress: "hot",
    addressAt: (index) => `a${index}`,
    isOurs: async (_tx, { address, home }) =>
      address !== "foreign" &&
      address !== "hot" &&
      (home === undefined ? address !== "not-of-bsc" : home === "ethereum"),
    fromGenesis: true,
    lanesMax: 4,
    statusChanged: () => {},
    ...given,
  };
  let watcher = createWatcher(parts);
  let index = 0;
  const world: WatchWorld = {
    place,
    chain,
    told,
    isDecided: false,
    async look() {
      while (await watcher.tick());
    },
    restart() {
      watcher = createWatcher(parts);
    },
    other: (port) => createWatcher({ ...parts, chain: port }).tick(),
    async order(id, addresses) {
      const trackingCode = String(100_000_000 + index);
      await $client`
        INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
        VALUES (${id}, ${trackingCode}, 1, 'waiting', '{"payout": {"kind": "to", "address": "theirs"}}', '{}', ${`book-${id}`}, ${chain.asset}, now(), now())`;
      for (const address of addresses) {
        await $client`
          INSERT INTO addresses (chain, address, index, order_id) VALUES (${chain.id}, ${address}, ${index++}, ${id})`;
      }
    },
    ...booksOf(place, chain),
  };
  return world;
}

const textOf = (origin: object): string =>
  JSON.stringify(origin, (_, value) => (typeof value === "bigint" ? value.toString() : value));

/** What the database has of a chain. */
const booksOf = (
  { owner: { $client } }: Place,
  chain: FakeChain,
): Pick<WatchWorld, "cursor" | "resume" | "lost" | "deposits"> => ({
  async cursor() {
    const [row] = await $client<{ status: string; height: number }[]>`
        SELECT status, height::int FROM chain_cursors`;
    if (row === undefined) throw new Error("the chain is not followed yet");
    return row;
  },
  async resume() {
    await $client`UPDATE chain_cursors SET status = 'ok', reason = NULL`;
  },
  async lost() {
    const [row] = await $client`
        SELECT balance::text FROM ledger_accounts WHERE account = 'reorg_loss' AND asset = ${chain.asset}`;
    return String(row?.balance ?? "0");
  },
  async deposits() {
    const rows = await $client<
      { tx_id: string; ordinal: number; state: DepositState; required: number; height: string | null }[]
    >`SELECT tx_id, ordinal, state, required, height FROM deposits ORDER BY tx_id, ordinal`;
    return rows.map(({ tx_id, state, required, height }) => ({
      tx: tx_id,
      state,
      required,
      height: height === null ? null : Number(height),
    }));
  },
});
