import { afterEach, beforeEach, expect, it } from "vitest";
import type { Transfer } from "../../src/chains/chain";
import { FakeChain } from "./fake-chain";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };

let world: WatchWorld;
beforeEach(async () => {
  const on = new FakeChain("tron", "USDT-TRC20", Date.parse("2026-03-10T09:30:00.000Z"), "account");
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on });
  await world.order("o1", ["a1"]);
});
afterEach(() => world.place.close());

/** A transaction of ours that was signed to pay 9 USDT there. */
const attempt = (txId: string, destination: string) => world.place.owner.$client`
  INSERT INTO payout_attempts (kind, chain, asset, sender, nonce, destination, units, fee_units_max, deposit_index, state, raw, tx_id, next_check_at, created_at)
  VALUES ('sweep', 'tron', 'USDT-TRC20', 'a9', 0, ${destination}, 9000000, 1, 9, 'sent', 'raw', ${txId}, now(), now())`;

async function land(...transfers: Transfer[]): Promise<void> {
  world.chain.mine(...transfers);
  world.chain.mine();
  await world.look();
}

const rows = () => world.place.owner.$client`SELECT address, units::text, kind, state FROM deposits`;
const balance = async (account: string): Promise<string> => {
  const [row] = await world.place.owner.$client`
    SELECT balance::text FROM ledger_accounts WHERE account = ${account} AND asset = 'USDT-TRC20'`;
  return String(row?.balance ?? "0");
};

it("books what a recipient sends back within our own payment as unallocated, in the hot wallet", async () => {
  await attempt("p1", "theirs");
  await land(
    world.chain.transfer("p1", "theirs", 9_000_000n, 0),
    world.chain.transfer("p1", "hot", 9_000_000n, 1),
  );
  expect(await rows()).toEqual([
    { address: "hot", units: "9000000", kind: "unallocated", state: "credited" },
  ]);
  expect([await balance("chain"), await balance("unswept"), await balance("unallocated")]).toEqual([
    "9000000",
    "0",
    "9000000",
  ]);
});

it("credits what a recipient passes on within our own payment to the order that it pays", async () => {
  await attempt("p1", "theirs");
  await land(
    world.chain.transfer("p1", "theirs", 9_000_000n, 0),
    world.chain.transfer("p1", "a1", 9_000_000n, 1),
  );
  expect(await rows()).toMatchObject([{ address: "a1", units: "9000000", kind: "order", state: "credited" }]);
});

it("makes no deposit of what was signed", async () => {
  await attempt("p1", "hot");
  await land(world.chain.transfer("p1", "hot", 9_000_000n));
  expect(await rows()).toEqual([]);
});
