import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FakeAccounts } from "./fake-accounts";
import { openWatchWorld, type WatchWorld } from "./watch-world";

/*
 * Native receipts at an address whose comparison fails, beside those at others.
 */

const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const POLICY = { confirmations: 2, finalized: false };
const UNITS = 10n ** 18n;
const FAILED = "the receipts of some addresses could not be compared";

let world: WatchWorld;
let chain: FakeAccounts;
const logged: { msg: string; level: number }[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
beforeEach(async () => {
  logged.length = 0;
  chain = new FakeAccounts(NOW);
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain, log });
  await world.look();
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
const deposits = async () =>
  (await sql()`SELECT address, state FROM deposits ORDER BY address`).map(
    ({ address, state }) => `${address} ${state}`,
  );

async function pay(...addresses: string[]): Promise<void> {
  chain.mine(...addresses.map((address) => chain.transfer(`to ${address}`, address, UNITS)));
  chain.mine();
  await world.look();
}

it("holds up no other, is logged, and is compared in the same block once that is possible", async () => {
  for (const n of [0, 1, 2, 3]) await world.order(`o${n}`, [`a${n}`]);
  // More than was ever there.
  for (const [nonce, address] of ["a1", "a2"].entries())
    await sql()`
      INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units, fee_units_max, deposit_index, state, raw, tx_id, height, next_check_at, created_at)
      VALUES ('top_up', 'ethereum', 'ETH', 'elsewhere', ${nonce}, ${address}, ${String(2n * UNITS)}, 1, 1, 1, 'final', 'raw', ${`top-up of ${address}`}, 0, now(), now())`;
  await pay("a0", "a1", "a2", "a3", "hot");
  expect(await deposits()).toEqual(["a0 credited", "a3 credited", "hot credited"]);
  const failure = { failure: "AssertionError", message: "more top-ups than coins" };
  expect(logged.filter(({ msg }) => msg === FAILED)).toMatchObject([
    { level: 50, chain: "ethereum", addresses: 2, ...failure },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/"a1"|"a2"/);
  expect(await world.cursor()).toMatchObject({ status: "ok", height: chain.height });
  await sql()`UPDATE payout_attempts SET destination = 'elsewhere'`;
  await world.look();
  expect(await deposits()).toEqual(["a0", "a1", "a2", "a3", "hot"].map((address) => `${address} credited`));
});

it("of a forgotten order holds up no other either, and has its next turn", async () => {
  for (const n of [6, 7, 8])
    await sql()`INSERT INTO forgotten_addresses (hash, chain, index) VALUES (forgotten_hash(${`address:ethereum:a${n}`}), 'ethereum', ${n})`;
  await sql()`ALTER TABLE deposits ADD CONSTRAINT bad CHECK (address <> 'a7')`;
  await pay("a6", "a7", "a8");
  expect(await deposits()).toEqual(["a6 credited", "a8 credited"]);
  expect(logged.filter(({ msg }) => msg === FAILED)).toMatchObject([{ addresses: 1, code: "23514" }]);
  await sql()`ALTER TABLE deposits DROP CONSTRAINT bad`;
  chain.mine();
  await world.look();
  expect(await deposits()).toEqual(["a6 credited", "a7 credited", "a8 credited"]);
});
