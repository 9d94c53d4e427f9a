// A deposit of an account chain that was credited and swept, and then a deep reorg took both.
import { afterEach, beforeEach, expect, it } from "vitest";
import { depositIdOf } from "../../src/core/ids";
import { floatEntry } from "../../src/ledger/entry";
import { createLedgerStore } from "../../src/ledger/store";
import { FakeChain } from "./fake-chain";
import { followIn } from "./follow-world";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const UNITS = 500n;

let world: WatchWorld;
beforeEach(async () => {
  const on = new FakeChain("tron", "TRX", NOW, "account");
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on });
  await world.order("o1", ["a1"]);
  world.chain.mine(deposit());
  world.chain.mine();
  await world.look();
  await sql()`INSERT INTO payout_attempts
      (kind, chain, asset, sender, nonce, destination, units, fee_units, fee_units_max, deposit_index, state, raw, tx_id, height, block_hash, next_check_at, created_at)
    VALUES ('sweep', 'tron', 'TRX', 'a1', 0, 'hot', ${String(UNITS)}, 1, 1, 0, 'final', 'swept', 'sweep', 2, '0-2', now(), now())`;
  await sql()`UPDATE unswept SET units = 0`;
  // The sweep's part of the books: the coins are in the hot wallet.
  const float = floatEntry({ id: depositIdOf("float"), asset: "TRX", units: UNITS });
  await world.place.worker.transaction((tx) => createLedgerStore(new Uint8Array(32)).append(tx, float, NOW));
  world.chain.fork(3);
  await world.look();
  expect(await books()).toEqual({ chain: 0n, lost: UNITS, unswept: 0n });
  await sql()`UPDATE chain_cursors SET status = 'ok', reason = NULL`;
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
const deposit = () => world.chain.transfer("d1", "a1", UNITS);
const sweep = () => ({ ...world.chain.transfer("sweep", "hot", UNITS), from: ["a1"] });
async function books() {
  const rows = await sql()`SELECT account, balance FROM ledger_accounts WHERE asset = 'TRX'`;
  const of = (account: string) => BigInt(rows.find((row) => row.account === account)?.balance ?? 0);
  const [held] = await sql()`SELECT sum(units) AS units FROM unswept`;
  return { chain: of("chain"), lost: of("reorg_loss"), unswept: BigInt(held?.units ?? 0) };
}
let now = NOW;
async function deepen(): Promise<void> {
  world.chain.mine();
  await world.look();
  now += 60_000;
  await followIn(world, now);
}

it("is in the hot wallet again where its sweep returns with it", async () => {
  world.chain.mine(deposit());
  world.chain.mine(sweep());
  await deepen();
  await deepen();
  expect(await books()).toEqual({ chain: UNITS, lost: 0n, unswept: 0n });
});

it("has its sweep sent again where only the deposit returns, until it is in a block", async () => {
  world.chain.mine(deposit());
  await deepen();
  await deepen();
  expect(world.chain.sent.slice(0, 2)).toEqual(["swept", "swept"]);
  expect(await books()).toEqual({ chain: 0n, lost: UNITS, unswept: 0n });
  world.chain.mine(sweep());
  await deepen();
  await deepen();
  expect(await books()).toEqual({ chain: UNITS, lost: 0n, unswept: 0n });
  world.chain.sent.length = 0;
  await deepen();
  expect(world.chain.sent).toEqual([]);
});

it("stays lost while nodes refuse its sweep", async () => {
  world.chain.isRefusing = true;
  world.chain.mine(deposit());
  await deepen();
  expect(await books()).toEqual({ chain: 0n, lost: UNITS, unswept: 0n });
});
