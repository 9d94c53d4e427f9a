import pino from "pino";
// A deposit of a chain whose balances report it, its top-up and its sweep, when a deep reorg takes them out of their blocks.
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Spend, Transfer } from "../../src/chains/chain";
import { activityAt } from "../../src/deposits/found-store";
import { checkInvariants } from "../../src/ledger/invariants";
import { createReconcile } from "../../src/ledger/reconcile";
import { insertAttempt } from "../../src/payouts/attempt-store";
import { sweepable } from "../../src/payouts/sweep-store";
import { unsettledTransactions } from "../../src/payouts/unsettled-store";
import { changeReserves } from "../../src/reserves/store";
import { FakeAccounts } from "./fake-accounts";
import { followIn, ledger } from "./follow-world";
import { openWatchWorld, type WatchWorld } from "./watch-world";

const POLICY = { confirmations: 2, finalized: false };
const NOW = Date.parse("2026-03-10T09:30:00.000Z");
const DEPOSIT = 5_000n;
const GAS = 10n;

let world: WatchWorld;
let chain: FakeAccounts;
let now: number;
const sql = () => world.place.owner.$client;

/** A transaction of ours: `raw` is what is sent, and its id. */
type Own = { raw: "top-up" | "sweep"; from: string; to: string; units: bigint; nonce: number };
const TOP_UP: Own = { raw: "top-up", from: "hot", to: "a0", units: GAS, nonce: 0 };
const SWEEP: Own = { raw: "sweep", from: "a0", to: "hot", units: DEPOSIT + GAS - 1n, nonce: 0 };
const transferOf = ({ raw, from, to, units }: Own): Transfer => ({
  ...chain.transfer(raw, to, units),
  from: [from],
});
const spendOf = ({ raw, from, nonce }: Own): Spend => ({ kind: "account", txId: raw, sender: from, nonce });
const mineOwn = (...own: Own[]): void => chain.mineSpends(own.map(spendOf), ...own.map(transferOf));
const deposit = (): Transfer => chain.transfer("any", "a0", DEPOSIT);
const float = (): Transfer => chain.transfer("other", "hot", 1_000n);

/** What the worker does in one turn. */
async function turn(): Promise<void> {
  await world.look();
  now += 60_000;
  await followIn(world, now);
}
async function deepen(): Promise<void> {
  chain.mine();
  await turn();
}

async function sent(own: Own): Promise<void> {
  await insertAttempt(world.place.worker, {
    purpose: { kind: own.raw === "sweep" ? "sweep" : "top_up" },
    ...{ chain: "ethereum", asset: "ETH", sender: own.from, nonce: own.nonce, destination: own.to },
    ...{ units: own.units, feeUnitsMax: 1n, depositIndex: 0, raw: own.raw, txId: own.raw, createdAt: now },
  });
  await sql()`UPDATE payout_attempts SET state = 'sent' WHERE tx_id = ${own.raw}`;
  if (own.raw === "top-up")
    await changeReserves(world.place.worker, [{ asset: "ETH", held: 0n, planned: own.units + 1n }]);
  mineOwn(own);
  await turn();
  await deepen();
}

beforeEach(async () => {
  now = NOW;
  chain = new FakeAccounts(NOW);
  world = await openWatchWorld({ policyFor: () => POLICY, policyMax: POLICY, on: chain });
  await world.order("o1", ["a0"]);
  // Too little to be an order's, and booked all the same.
  chain.mine(deposit(), float());
  await turn();
  await deepen();
  chain.mine();
  chain.mine();
  await sent(TOP_UP);
  await sent(SWEEP);
});
afterEach(() => world.place.close());

async function books() {
  const rows = await sql()<{ account: string; balance: string }[]>`
    SELECT account, balance FROM ledger_accounts WHERE asset = 'ETH'`;
  const of = (account: string) => BigInt(rows.find((row) => row.account === account)?.balance ?? 0);
  const [held] = await sql()<{ units: string }[]>`SELECT COALESCE(sum(units), 0) AS units FROM unswept`;
  return {
    chain: of("chain"),
    unswept: of("unswept"),
    lost: of("reorg_loss"),
    held: BigInt(held?.units ?? 0),
  };
}
const SWEPT = { chain: 1_000n + DEPOSIT - 2n, unswept: 0n, lost: 0n, held: 0n };
const status = async () => (await sql()`SELECT status FROM chain_cursors`)[0]?.status;
const resume = () => sql()`UPDATE chain_cursors SET status = 'ok', reason = NULL`;
const dropped = async () =>
  (
    await sql()`SELECT tx_id FROM dropped_attempts d JOIN payout_attempts a ON a.id = d.attempt_id ORDER BY a.id`
  ).map(({ tx_id }) => tx_id);
async function difference(): Promise<bigint> {
  const reconcile = createReconcile({
    ...{
      database: world.place.worker,
      clock: { now: () => now },
      overTor: new Map(),
      ledger,
      log: pino({ level: "silent" }),
    },
    ownTransactions: unsettledTransactions,
  });
  const balance = async ({ address }: { address: string }) => chain.balanceAt(address, chain.height);
  await reconcile({ ...chain.port(), balance }, "hot");
  const [row] = await sql()`SELECT chain_units - ledger_units - in_flight_units AS units FROM chain_checks`;
  return BigInt(row?.units);
}

it("are what they were before, where only our own were dropped", async () => {
  expect(await books()).toEqual(SWEPT);
  expect(await difference()).toBe(0n);
  chain.fork(chain.height - 4);
  await turn();
  expect([await status(), await dropped()]).toEqual(["halted", ["top-up", "sweep"]]);
  expect(chain.sent).toEqual(["top-up", "sweep"]);
  await resume();
  await turn();
  expect(await difference()).toBe(0n);
  mineOwn(TOP_UP);
  await turn();
  expect([await status(), await difference()]).toEqual(["ok", 0n]);
  await deepen();
  expect([await dropped(), await difference()]).toEqual([["sweep"], 0n]);
  mineOwn(SWEEP);
  await turn();
  expect([await status(), await difference()]).toEqual(["ok", 0n]);
  await deepen();
  await deepen();
  expect([await status(), await dropped()]).toEqual(["ok", []]);
  expect(await books()).toEqual(SWEPT);
  expect(await world.deposits()).toMatchObject([{ state: "credited" }, { state: "credited" }]);
  expect(
    (await checkInvariants(world.place.admin)).filter(
      ({ id, violations }) => [4, 12, 18].includes(id) && violations > 0,
    ),
  ).toEqual([]);
});

it("are what they were before, where the deposit was dropped and returns", async () => {
  chain.fork(chain.height);
  await turn();
  await resume();
  await turn();
  chain.mine(deposit(), float());
  await turn();
  await deepen();
  await deepen();
  expect(await status()).toBe("ok");
  expect((await world.deposits()).map(({ state }) => state).sort()).toEqual(["credited", "lost"]);
  mineOwn(TOP_UP, SWEEP);
  await turn();
  await deepen();
  await deepen();
  await deepen();
  expect([await status(), await dropped()]).toEqual(["ok", []]);
  expect(await books()).toEqual(SWEPT);
  expect(await difference()).toBe(0n);
  expect(await world.deposits()).toMatchObject([{ state: "credited" }, { state: "credited" }]);
});

it("keep the address from being swept, and from being taken for one with unknown coins, meanwhile", async () => {
  chain.fork(chain.height - 4);
  await turn();
  await sql()`UPDATE unswept SET units = 500`;
  const choice = {
    unitsMin: new Map([["ETH", 1n]] as const),
    native: "ETH",
    revertedBefore: 0,
    now: 0,
    limit: 9,
  } as const;
  expect(await sweepable(world.place.worker, "ethereum", choice)).toEqual([]);
  expect([...(await activityAt(world.place.worker, "ethereum", ["a0", "a1"])).busy]).toContain("a0");
  await sql()`DELETE FROM dropped_attempts`;
  expect(await sweepable(world.place.worker, "ethereum", choice)).toHaveLength(1);
});
