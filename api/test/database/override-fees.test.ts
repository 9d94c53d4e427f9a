import { describe, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import { patienceOf } from "../../src/chains/policy";
import type { LegId } from "../../src/core/ids";
import { overridePayout } from "../../src/payouts/ask-override";
import { honourOverrides } from "../../src/payouts/override";
import { CUSTOMER_BTC } from "../chains/signer";
import {
  attempts,
  chainPaymentHooks,
  floor,
  follow,
  fund,
  holdings,
  kinds,
  leg,
  lives,
  mine,
  outputs,
  type PaidChain,
  parts,
  place,
  sign,
  simnet,
  TO,
  told,
  UNITS,
  violations,
  watch,
  world,
} from "./chain-payments";

chainPaymentHooks();

const ASSET = { bitcoin: "BTC", ethereum: "ETH" } as const;
/** What a payment costs now. */
const COST = { bitcoin: 420n, ethereum: 26_250n * 10n ** 9n } as const;
const CHAINS = ["bitcoin", "ethereum"] as const;
const ids = async () => (await attempts()).map(({ txId }) => txId);
const fees = async () =>
  (await place.owner.$client`SELECT fee_units_max AS fee FROM payout_attempts ORDER BY id`).map(({ fee }) =>
    BigInt(fee),
  );

/** No node knows what was signed until now, or takes it, for twelve minutes. */
async function forget(chain: PaidChain): Promise<void> {
  const lost = new Set(await ids());
  world.chain = (real: Chain): Chain => ({
    ...real,
    transaction: async (txId) => (lost.has(txId) ? { status: "unknown" } : real.transaction(txId)),
    broadcast: async () => ({ outcome: "rejected", reason: "insufficient fee" }),
  });
  await follow(chain, 12);
  await watch(chain);
}

/** An approver's word on a leg, which the worker takes. */
async function override(chain: PaidChain, legId: LegId): Promise<void> {
  const [first] = await attempts();
  const asked = await overridePayout(
    { database: place.admin, clock: parts().clock, notifier: { wake: () => {} } },
    { legId, txId: first?.txId ?? "" },
    { reason: "No node knows it.", admin: "root" },
  );
  expect(asked).toMatchObject({ ok: true });
  await honourOverrides(parts(), world.chain(simnet.chain(chain)));
  expect((await kinds()).every((kind) => kind.endsWith("superseded"))).toBe(true);
}

/** Nodes take what they are sent, and the leg is paid once. */
async function landed(chain: PaidChain, legId: LegId): Promise<void> {
  world.chain = (real) => real;
  await follow(chain);
  await mine(chain, 2);
  await follow(chain, 2);
  expect(told.filter((what) => what.startsWith("final"))).toEqual([`final ${legId}`]);
  expect(await simnet.balance({ asset: ASSET[chain], address: TO[chain] })).toBe(UNITS[chain]);
  const [books, onChain] = await holdings(chain);
  expect(books).toBe(onChain);
  expect(await violations()).toBe(0);
}

/** A payment that the node has; its cap is so many percent of its cost. */
async function payment(chain: PaidChain, percent: bigint): Promise<LegId> {
  await fund(chain, ...(chain === "bitcoin" ? [300_000n, 200_000n] : [10n ** 18n]));
  const feeUnitsMax = (COST[chain] * percent) / 100n;
  const id = await leg(chain, { units: UNITS[chain], feeUnitsMax, destination: TO[chain] });
  expect(await sign(id)).toEqual({ kind: "signed" });
  await follow(chain);
  return id;
}

describe.each(CHAINS)("an override of a payment on %s", (chain) => {
  it("revives it where the usual fee makes the same transaction, and it pays", async () => {
    const id = await payment(chain, 100n);
    const [first] = await ids();
    await forget(chain);
    await override(chain, id);
    expect(await sign(id)).toEqual({ kind: "signed" });
    expect(await sign(id)).toEqual({ kind: "needless" });
    expect(await ids()).toEqual([first]);
    expect(await kinds()).toEqual(["legs broadcasting"]);
    await landed(chain, id);
    expect(await kinds()).toEqual(["legs final"]);
    // An order takes what it is told in once under each name.
    expect(lives).toEqual([lives[0], `${lives[0]}.2`]);
  });

  it("revives the first one after a cancellation that no node knows either", async () => {
    const id = await payment(chain, 100n);
    await floor(chain, 150);
    await mine(chain, patienceOf(chain)?.cancelBlocks ?? 0);
    await follow(chain, 2);
    expect(await kinds()).toEqual(["legs superseded", "cancel sent"]);
    await floor(chain, 0);
    await simnet.drop({ txHash: (await ids())[1] ?? "" });
    await forget(chain);
    await override(chain, id);
    expect(await sign(id)).toEqual({ kind: "signed" });
    expect(await kinds()).toEqual(["legs broadcasting", "cancel superseded"]);
    await landed(chain, id);
    expect(await kinds()).toEqual(["legs final", "cancel dead"]);
  });

  it("signs at the usual fee where that differs, and no more than the cap", async () => {
    const id = await payment(chain, 200n);
    await floor(chain, 190);
    await mine(chain, patienceOf(chain)?.raiseBlocks ?? 0);
    await follow(chain, 2);
    expect(await kinds()).toEqual(["legs superseded", "legs sent"]);
    for (const txHash of await ids()) await simnet.drop({ txHash });
    await forget(chain);
    await override(chain, id);
    await floor(chain, 400);
    expect(await sign(id)).toMatchObject({ kind: "waits", for: "fee" });
    await floor(chain, 150);
    expect(await sign(id)).toEqual({ kind: "signed" });
    expect(await kinds()).toEqual(["legs superseded", "legs superseded", "legs signed"]);
    expect((await fees()).at(-1)).toBeLessThanOrEqual(COST[chain] * 2n);
    expect(new Set(await fees()).size).toBe(3);
    await landed(chain, id);
    expect(await kinds()).toEqual(["legs dead", "legs dead", "legs final"]);
  });
});

/** Whether there is a smaller coin, whose transaction's name comes after the larger one's. */
async function smallSortsLast(): Promise<boolean> {
  const [row] = await place.owner.$client`
    SELECT bool_or(s.tx_id > l.tx_id) AS last FROM wallet_outputs s JOIN wallet_outputs l ON s.units < l.units`;
  return row?.last === true;
}

it("a payment whose lost input returned is revived", async () => {
  const sql = place.owner.$client;
  await fund("bitcoin", 100_000n);
  // Those that are left are spent in the order of their names; here it is the order that coins are chosen in, too.
  for (let units = 60_000n; !(await smallSortsLast()); units += 1n) {
    await sql`DELETE FROM wallet_outputs WHERE units < 100000`;
    await fund("bitcoin", units);
  }
  const id = await leg("bitcoin", { units: 150_000n, feeUnitsMax: 560n, destination: CUSTOMER_BTC });
  await sign(id);
  await forget("bitcoin");
  await sql`INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, state, required, first_seen_at)
    SELECT 'lost', chain, tx_id, ordinal, asset, address, units, 'float', 'lost', 1, now() FROM wallet_outputs WHERE units < 100000`;
  await follow("bitcoin");
  expect(await kinds()).toEqual(["legs superseded"]);
  expect((await outputs()).map((output) => output.split(" ")[1])).toEqual(["lost", "locked"]);
  await sql`DELETE FROM deposits`;
  await sql`UPDATE wallet_outputs SET state = 'available' WHERE state = 'lost'`;
  await watch("bitcoin");
  expect(await sign(id)).toEqual({ kind: "signed" });
  expect(await kinds()).toEqual(["legs broadcasting"]);
  expect((await outputs()).map((output) => output.split(" ")[1])).toEqual(["locked", "locked"]);
  expect(told).toEqual([`dead ${id}`]);
});
