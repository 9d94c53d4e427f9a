import pino from "pino";
import { afterEach, expect } from "vitest";
import type { Spend } from "../../src/chains/chain";
import { createLedgerStore } from "../../src/ledger/store";
import { bookAdoptions } from "../../src/payouts/adopt";
import { adoptSpend } from "../../src/payouts/adoption";
import type { FollowParts } from "../../src/payouts/parts";
import type { FakeChain } from "./fake-chain";
import { openWatchWorld, type WatchWorld } from "./watch-world";

export const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const DEPTH = { confirmations: 2, finalized: false };
/** From so many units on a transaction is final six blocks deep. */
export const MUCH_UNITS = 2_000n;
const SECRET = new Uint8Array(32).fill(1);

/** The database and the chain of the test that runs. */
export let world: WatchWorld;
afterEach(() => world.place.close());

let now = NOW;
export const pass = (ms: number): void => {
  now += ms;
};

export async function open(chain: FakeChain): Promise<void> {
  now = NOW;
  world = await openWatchWorld({ on: chain, policyFor: () => DEPTH, policyMax: DEPTH });
}

/** The operator's coins, credited: as transaction `f1`. */
export async function fund(units: bigint): Promise<void> {
  world.chain.mine(world.chain.transfer("f1", "hot", units));
  world.chain.mineMany(2);
  await world.look();
  expect(await balance("chain")).toBe(units);
}

export const query = <Row extends object>(text: string): Promise<Row[]> =>
  world.place.owner.$client.unsafe(text) as unknown as Promise<Row[]>;
export const spends = () =>
  query<{ tx: string | null; state: string; nonce: string | null }>(
    "SELECT tx_id AS tx, state, nonce FROM unplanned_spends ORDER BY id",
  );
export const balance = async (account: string): Promise<bigint> => {
  const rows = await query<{ balance: string }>(
    `SELECT balance FROM ledger_accounts WHERE account = '${account}'`,
  );
  return BigInt(rows[0]?.balance ?? 0);
};
export const attempt = (txId: string, more = "NULL, NULL") =>
  query(`INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, state, raw, tx_id, next_check_at, created_at)
    VALUES ('round', '${world.chain.id}', '${world.chain.asset}', ${more}, 'theirs', 1, 1, 'sent', '00', '${txId}', now(), now())`);

export const adopt = (id: string) =>
  adoptSpend({ database: world.place.admin, clock: { now: () => NOW }, notifier: { wake: () => {} } }, id, {
    reason: "Moved by hand to the cold wallet.",
    admin: "root",
  });
export const book = () => {
  const parts: Pick<FollowParts, "database" | "clock" | "log" | "ledger" | "payoutPolicy"> = {
    database: world.place.worker,
    clock: { now: () => now },
    log: pino({ level: "silent" }),
    ledger: createLedgerStore(SECRET),
    payoutPolicy: (_, { units }) => (units >= MUCH_UNITS ? { ...DEPTH, confirmations: 6 } : DEPTH),
  };
  return bookAdoptions(parts as FollowParts, world.chain.port());
};

export const ofOutput = (txId: string, output: string): Spend => ({
  kind: "output",
  txId,
  output: { txId: output, ordinal: 0 },
});
export const bySender = (txId: string | null, sender: string, nonce: number): Spend => ({
  kind: "account",
  txId,
  sender,
  nonce,
});
