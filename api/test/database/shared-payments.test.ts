import { beforeEach, describe, expect, it } from "vitest";
import type { Chain } from "../../src/chains/chain";
import type { LegId } from "../../src/core/ids";
import { CUSTOMER_BTC, OTHER_BTC, THIRD_BTC } from "../chains/signer";
import {
  attempts,
  chainPaymentHooks,
  follow,
  fund,
  holdings,
  last,
  leg,
  mine,
  outputs,
  place,
  sign,
  simnet,
  states,
  told,
  violations,
  world,
} from "./chain-payments";

chainPaymentHooks();

let a: LegId;
let b: LegId;
let c: LegId;
beforeEach(async () => {
  await fund("bitcoin", 300_000n, 200_000n);
  a = await leg("bitcoin", { units: 150_000n, feeUnitsMax: 1_000n, destination: CUSTOMER_BTC });
  b = await leg("bitcoin", { units: 120_000n, feeUnitsMax: 500n, destination: OTHER_BTC });
  c = await leg("bitcoin", { units: 80_000n, feeUnitsMax: 700n, destination: THIRD_BTC });
});
const paidOnChain = () =>
  Promise.all(
    [CUSTOMER_BTC, OTHER_BTC, THIRD_BTC].map((address) => simnet.balance({ asset: "BTC", address })),
  );
const PAID = [150_000n, 120_000n, 80_000n];

describe("one transaction that pays legs of three orders", () => {
  it("is signed once for all of them, lands for all of them, and its fee is booked once", async () => {
    expect(await sign(a, b, c)).toEqual({ kind: "signed" });
    expect(await sign(b)).toEqual({ kind: "needless" });
    await follow("bitcoin");
    expect(told).toEqual([a, b, c].map((id) => `sent ${id}`));
    await mine("bitcoin", 2);
    await follow("bitcoin");
    expect(told.slice(3)).toEqual([a, b, c].map((id) => `final ${id}`));
    expect(await states()).toEqual(["final"]);
    expect(await paidOnChain()).toEqual(PAID);
    const fee = BigInt((await last()).fee ?? 0);
    expect(fee).toBeGreaterThan(0n);
    const [books, onChain] = await holdings("bitcoin");
    expect(books).toBe(500_000n - 350_000n - fee);
    expect(onChain).toBe(books);
    expect(await outputs()).toEqual([`${books} available`, "200000 spent", "300000 spent"]);
    const shares = await place.owner.$client`
      SELECT units FROM ledger_entries WHERE account = 'network_fees' ORDER BY transaction_id`;
    expect(shares.map(({ units }) => BigInt(units)).reduce((sum, units) => sum + units, 0n)).toBe(fee);
    for (const [at, cap] of [1_000n, 500n, 700n].entries())
      expect(BigInt(shares[at]?.units)).toBeLessThanOrEqual(cap);
    expect(await violations()).toBe(0);
  });

  it("is closed for all of them or for none, and again after a crash", async () => {
    await sign(a, b, c);
    await follow("bitcoin");
    await mine("bitcoin", 2);
    world.failing = `final ${b}`;
    await follow("bitcoin");
    expect(await states()).toEqual(["sent"]);
    expect(
      (await place.owner.$client`SELECT 1 FROM ledger_transactions WHERE kind = 'leg_final'`).length,
    ).toBe(0);
    world.failing = "";
    told.length = 0;
    await follow("bitcoin");
    expect(told).toEqual([a, b, c].map((id) => `final ${id}`));
    expect(await violations()).toBe(0);
  });
});

describe("one transaction of several legs whose sending comes to nothing", () => {
  it("is found by its id where the answer to its sending was lost, and sent as it is", async () => {
    await sign(a, b, c);
    world.chain = (chain): Chain => ({
      ...chain,
      broadcast: async (raw) => {
        await chain.broadcast(raw);
        throw new Error("the connection broke");
      },
    });
    await follow("bitcoin");
    expect(await states()).toEqual(["broadcasting"]);
    expect(told).toEqual([]);
    world.chain = (chain) => chain;
    await follow("bitcoin");
    expect(told).toEqual([a, b, c].map((id) => `sent ${id}`));
    expect(await attempts()).toHaveLength(1);
  });

  it("that is proved dead has all of them asked for again, each once", async () => {
    await sign(a, b, c);
    const [first] = await attempts();
    world.chain = (chain): Chain => ({
      ...chain,
      broadcast: async () => ({ outcome: "rejected", reason: "refused" }),
      proofOfDeath: async () => ({ by: "theirs", height: 3, blockHash: "h3", gone: [] }),
    });
    await follow("bitcoin", 2);
    expect(told).toEqual([a, b, c].map((id) => `dead ${id}`));
    expect(await outputs()).toEqual(["200000 available", "300000 available"]);
    world.chain = (chain) => chain;
    expect(await sign(c)).toEqual({ kind: "signed" });
    expect(await sign(a, b)).toMatchObject({ kind: "waits", for: "coins" });
    expect((await last()).txId).not.toBe(first?.txId);
    expect(await violations()).toBe(0);
  });

  it("is not signed for two legs of one order", async () => {
    const again = await leg("bitcoin", {
      ...{ units: 10_000n, feeUnitsMax: 1_000n, destination: CUSTOMER_BTC },
      order: `order-${a.slice("leg-".length)}`,
    });
    await expect(sign(a, again)).rejects.toThrow("two legs of one owner");
    expect(await attempts()).toEqual([]);
  });
});

/** A reorg took the deposit that brought the smaller output. */
async function supersede(): Promise<void> {
  await sign(a, b, c);
  const [lost] = await place.owner.$client`SELECT tx_id FROM wallet_outputs WHERE units = 200000`;
  await place.owner.$client`
    INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, state, required, first_seen_at)
    VALUES ('lost', 'bitcoin', ${lost?.tx_id}, 0, 'BTC', 'hot', 200000, 'float', 'lost', 1, now())`;
  world.chain = (chain): Chain => ({
    ...chain,
    broadcast: async () => ({ outcome: "rejected", reason: "refused" }),
  });
  await follow("bitcoin");
  world.chain = (chain) => chain;
  await fund("bitcoin", 90_000n);
}

describe("the place of one transaction of several legs", () => {
  it("is replaced by one for all its legs, whichever of them is asked for, and dies when that is final", async () => {
    await supersede();
    expect(await states()).toEqual(["superseded"]);
    expect(told).toEqual([a, b, c].map((id) => `dead ${id}`));
    expect(await sign(b)).toEqual({ kind: "signed" });
    for (const id of [a, b, c]) expect(await sign(id)).toEqual({ kind: "needless" });
    const legs = await place.owner.$client`SELECT leg_id FROM attempt_legs WHERE live ORDER BY ordinal`;
    expect(legs.map((row) => row.leg_id)).toEqual([a, b, c].sort());
    await follow("bitcoin");
    await mine("bitcoin", 2);
    await follow("bitcoin", 2);
    expect(await states()).toEqual(["dead", "final"]);
    expect(await paidOnChain()).toEqual(PAID);
    expect(await violations()).toBe(0);
  });

  it("leaves out a leg whose order is held, which waits until the first is dead", async () => {
    await supersede();
    const held = `order-${c.slice("leg-".length)}`;
    await place.owner.$client`UPDATE orders SET state = 'hold', version = version + 1 WHERE id = ${held}`;
    expect(await sign(a)).toEqual({ kind: "signed" });
    await place.owner.$client`UPDATE orders SET state = 'sending', version = version + 1 WHERE id = ${held}`;
    expect(await sign(c)).toEqual({ kind: "waits", for: "earlier" });
    await follow("bitcoin");
    await mine("bitcoin", 2);
    await follow("bitcoin", 2);
    expect(await states()).toEqual(["dead", "final"]);
    await fund("bitcoin", 100_000n);
    expect(await sign(c)).toEqual({ kind: "signed" });
    await follow("bitcoin");
    await mine("bitcoin", 2);
    await follow("bitcoin");
    expect(await paidOnChain()).toEqual(PAID);
    expect(await violations()).toBe(0);
  });

  it("counts for all its legs where it lands after all", async () => {
    await sign(a, b, c);
    const { raw } = await last();
    await place.owner.$client`UPDATE payout_attempts SET state = 'superseded', proof = 'by hand'`;
    expect(await sign(a)).toEqual({ kind: "signed" });
    await simnet.chain("bitcoin").broadcast(raw);
    await mine("bitcoin", 2);
    await follow("bitcoin", 3);
    expect(await states()).toEqual(["final", "dead"]);
    expect(told).toEqual([...[a, b, c].map((id) => `dead ${id}`), ...[a, b, c].map((id) => `final ${id}`)]);
    expect(await paidOnChain()).toEqual(PAID);
    expect(await violations()).toBe(0);
  });
});
