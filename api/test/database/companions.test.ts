// Payouts that are due together share one transaction where the chain's transactions have outputs.
import { beforeEach, expect, it } from "vitest";
import type { UnsignedTransaction } from "../../src/chains/chain";
import { SignerRefusal } from "../../src/chains/signer";
import type { LegId } from "../../src/core/ids";
import { createLegCommands } from "../../src/payouts/commands";
import { CUSTOMER_BTC, OTHER_BTC, THIRD_BTC } from "../chains/signer";
import {
  attempts,
  chainPaymentHooks,
  clock,
  follow,
  fund,
  holdings,
  leg,
  mine,
  parts,
  place,
  simnet,
  told,
  violations,
  world,
} from "./chain-payments";

chainPaymentHooks();

const WAIT_MS = 2_000;
let a: LegId;
let b: LegId;
let c: LegId;

/** A leg that was planned now, by the worker's clock. */
async function planned(destination: string, more: { order?: string; isMix?: true } = {}): Promise<LegId> {
  const id = await leg("bitcoin", { units: 100_000n, feeUnitsMax: 1_000n, destination, ...more });
  await place.owner
    .$client`UPDATE payout_legs SET created_at = ${new Date(clock.now()).toISOString()} WHERE id = ${id}`;
  return id;
}

const orderOf = async (id: LegId): Promise<string> => {
  const [row] = await place.owner.$client`SELECT order_id FROM payout_legs WHERE id = ${id}`;
  return row?.order_id;
};

const dispatch = (legId: LegId) =>
  createLegCommands(parts()).send_leg(
    { kind: "send_leg", legId },
    { id: "1", orderId: null, command: { kind: "send_leg" }, attempts: 1, fence: "1" },
  );

/** Which legs each transaction pays. */
async function paidTogether(): Promise<LegId[][]> {
  const rows = await place.owner.$client<{ legs: LegId[] }[]>`
    SELECT array_agg(leg_id ORDER BY leg_id) AS legs FROM attempt_legs GROUP BY attempt_id ORDER BY attempt_id`;
  return rows.map(({ legs }) => legs);
}

beforeEach(async () => {
  await fund("bitcoin", 300_000n, 300_000n, 300_000n, 300_000n);
  a = await planned(CUSTOMER_BTC);
  b = await planned(OTHER_BTC);
  c = await planned(THIRD_BTC);
});

it("a payout waits two seconds for others, and goes out with all of them at one fee", async () => {
  expect(await dispatch(a)).toEqual({
    ...{ done: false, why: "waits for others to go out with" },
    at: clock.now() + WAIT_MS,
  });
  clock.ms += WAIT_MS;
  expect(await dispatch(a)).toEqual({ done: true });
  expect(await dispatch(b)).toEqual({ done: true });
  expect(await dispatch(c)).toEqual({ done: true });
  expect(await paidTogether()).toEqual([[a, b, c].sort()]);
  await follow("bitcoin");
  await mine("bitcoin", 2);
  await follow("bitcoin");
  expect(told.filter((word) => word.startsWith("final")).sort()).toEqual(
    [a, b, c].map((id) => `final ${id}`),
  );
  for (const address of [CUSTOMER_BTC, OTHER_BTC, THIRD_BTC])
    expect(await simnet.balance({ asset: "BTC", address })).toBe(100_000n);
  const [books, onChain] = await holdings("bitcoin");
  expect(books).toBe(onChain);
  expect(await violations()).toBe(0);
});

it("two payouts of one order, a mix's, and one on hold never share a transaction", async () => {
  const second = await planned(OTHER_BTC, { order: await orderOf(a) });
  const mixed = await planned(OTHER_BTC, { isMix: true });
  await place.owner
    .$client`UPDATE orders SET state = 'hold', version = version + 1 WHERE id = ${await orderOf(c)}`;
  expect(await dispatch(mixed)).toEqual({ done: true });
  clock.ms += WAIT_MS;
  expect(await dispatch(a)).toEqual({ done: true });
  await dispatch(c);
  await dispatch(second);
  expect(await paidTogether()).toEqual([[mixed], [a, b].sort(), [second]]);
});

it("one that cannot be paid now keeps no other", async () => {
  await place.owner.$client`
    INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, order_id, state, required, first_seen_at)
    VALUES ('lost', 'litecoin', 'tx', 0, 'LTC', 'theirs', 1, 'order', ${await orderOf(b)}, 'lost', 1, now())`;
  clock.ms += WAIT_MS;
  expect(await dispatch(a)).toEqual({ done: true });
  expect(await dispatch(b)).toMatchObject({ done: false, why: "a deposit is no longer in the best chain" });
  expect(await dispatch(c)).toEqual({ done: true });
  expect(await paidTogether()).toEqual([[a], [c]]);
});

it("what the signer refuses together goes out one by one, and nothing else does", async () => {
  clock.ms += WAIT_MS;
  const isShared = ({ request }: UnsignedTransaction) =>
    request.model === "utxo" && request.outputs.length > 2;
  const failing = (error: Error) => {
    world.sign = async (transaction, keyOf) => {
      if (isShared(transaction)) throw error;
      return simnet.sign(transaction, keyOf);
    };
  };
  failing(new RangeError("the connection broke"));
  await expect(dispatch(a)).rejects.toThrow("the connection broke");
  expect(await paidTogether()).toEqual([]);
  failing(new SignerRefusal("above the signer's cap for one transaction", "release"));
  for (const id of [a, b, c]) expect(await dispatch(id)).toEqual({ done: true });
  expect(await paidTogether()).toEqual([[a], [b], [c]]);
});

it("what was planned long before keeps no other, and goes out by itself", async () => {
  await place.owner
    .$client`UPDATE payout_legs SET created_at = ${new Date(clock.now() - 60_000).toISOString()} WHERE id = ${a}`;
  expect(await dispatch(a)).toEqual({ done: true });
  clock.ms += WAIT_MS;
  expect(await dispatch(b)).toEqual({ done: true });
  expect(await paidTogether()).toEqual([[a], [b, c].sort()]);
  expect(await attempts()).toHaveLength(2);
});
