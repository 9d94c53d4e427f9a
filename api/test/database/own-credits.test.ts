// The operator's own coins, many of which come in one block.
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };

let world: WatchWorld;
beforeEach(async () => {
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY });
  world.chain.mine(...["t1", "t2", "t3"].map((txId) => world.chain.transfer(txId, "hot", 5_000n)));
  world.chain.mine();
});
afterEach(() => world.place.close());

const sql = () => world.place.owner.$client;
const states = async () => (await world.deposits()).map(({ state }) => state);

async function booked() {
  const [row] = await sql()`
    SELECT (SELECT balance::text FROM ledger_accounts WHERE account = 'float' AND asset = 'BTC') AS float,
      (SELECT count(*)::int FROM ledger_transactions) AS bookings,
      (SELECT count(DISTINCT xmin::text)::int FROM ledger_transactions) AS transactions,
      (SELECT count(*)::int FROM wallet_outputs) AS outputs`;
  return row;
}

it("are credited together, in one transaction", async () => {
  await world.look();
  expect(await states()).toEqual(["credited", "credited", "credited"]);
  expect(await booked()).toMatchObject({ float: "15000", bookings: 3, transactions: 1, outputs: 3 });
});

it("are credited one by one where one of them cannot be, which is tried again", async () => {
  await sql().unsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON deposits FOR EACH ROW WHEN (NEW.tx_id = 't2' AND NEW.state = 'credited') EXECUTE FUNCTION refuse()`);
  await expect(world.look()).rejects.toThrow('update "deposits"');
  expect(await states()).toEqual(["credited", "seen", "credited"]);
  await sql().unsafe("DROP TRIGGER refuse ON deposits; DROP FUNCTION refuse");
  await world.look();
  expect(await states()).toEqual(["credited", "credited", "credited"]);
  expect(await booked()).toMatchObject({ float: "15000", bookings: 3, transactions: 3, outputs: 3 });
});
