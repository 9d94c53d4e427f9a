import { expect, it } from "vitest";
import type { Chain, Transfer } from "../../src/chains/chain";
import {
  AT_DEPTH,
  deadBy,
  follow,
  known,
  LEG,
  last,
  paymentHooks,
  place,
  proofs,
  sign,
  states,
  told,
  tron,
} from "./payment-world";

paymentHooks();

const PAID = { asset: "USDT-TRC20", to: "theirs", units: 5n } as const;

/** A chain in whose block a token's transaction moved this. */
const tokens = (txId: string, ...moved: { to: string; units: bigint }[]): Chain => ({
  ...tron,
  block: async () => ({
    ...{ height: AT_DEPTH.height, hash: AT_DEPTH.blockHash, parentHash: "h2", timeMs: 0, spends: [] },
    transfers: moved.map(
      (transfer, ordinal): Transfer => ({ txId, ordinal, asset: PAID.asset, from: [], ...transfer }),
    ),
  }),
  decode: (raw) => ({ ...tron.decode(raw), outputs: [PAID] }),
});

/** A payment of a token that another was to take the place of, and that is in a block. */
async function supersededInBlock(): Promise<string> {
  await sign();
  const { txId } = await last();
  await place.owner
    .$client`UPDATE payout_attempts SET asset = ${PAID.asset}, state = 'superseded', proof = 'a test'`;
  known.set(txId, AT_DEPTH);
  return txId;
}

it("a superseded payment that landed counts", async () => {
  const txId = await supersededInBlock();
  await follow(tokens(txId, PAID));
  expect(await states()).toEqual(["final"]);
  expect(told).toEqual([`final ${txId}`]);
});

it("the owner learns when the last transaction that might have landed is dead, and not before", async () => {
  const txId = await supersededInBlock();
  await sign();
  known.clear();
  await sign();
  const second = await last();
  expect(second.txId).not.toBe(txId);
  await place.owner.$client`UPDATE payout_attempts SET state = 'superseded', proof = 'a test'`;
  proofs.set(txId, deadBy("theirs"));
  await follow(tron, 2);
  expect(told).toEqual([]);
  proofs.set(second.txId, deadBy("theirs"));
  await follow(tron, 2);
  expect(await states()).toEqual(["dead", "dead"]);
  expect(told).toEqual([`cleared ${LEG}`]);
});

it.each([
  ["nothing", []],
  ["less", [{ to: "theirs", units: 4n }]],
  ["it to somebody else", [{ to: "ours", units: 5n }]],
])("a superseded payment that succeeded and moved %s does not count, and is watched", async (_, moved) => {
  const txId = await supersededInBlock();
  await follow(tokens(txId, ...moved), 2);
  expect(await states()).toEqual(["superseded"]);
  expect(told).toEqual([]);
  await follow(tokens(txId, PAID));
  expect(await states()).toEqual(["final"]);
});
