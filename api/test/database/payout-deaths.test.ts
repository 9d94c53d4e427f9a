import { beforeEach, describe, expect, it } from "vitest";
import type { ProofOfDeath } from "../../src/chains/chain";
import { takeBackLeg } from "../../src/payouts/leg-store";
import {
  AT_DEPTH,
  bitcoin,
  deadBy,
  follow,
  inputsOf,
  known,
  LEG,
  last,
  lose,
  node,
  output,
  outputs,
  paymentHooks,
  place,
  proofs,
  sign,
  states,
  told,
  tron,
  violations,
} from "./payment-world";

paymentHooks();

describe("a payment whose nonce another transaction has used", () => {
  const proof: ProofOfDeath = { by: "theirs", height: 4, blockHash: "h4", gone: [] };

  it("is sent again and again while nothing proves it dead, because it could land", async () => {
    expect(await sign()).toEqual({ kind: "signed" });
    await follow(tron, 3);
    expect(await states()).toEqual(["broadcasting"]);
    expect(told).toEqual([]);
    expect(await sign()).toEqual({ kind: "needless" });
    node.isRefusing = false;
    await follow(tron);
    expect(node.sent).toHaveLength(1);
  });

  it("is not dead by what lies less deep than the payment itself would have to", async () => {
    await sign();
    const { txId } = await last();
    proofs.set(txId, { ...proof, height: 9 });
    await follow(tron, 2);
    expect(await states()).toEqual(["broadcasting"]);
    proofs.set(txId, { ...proof, height: 8 });
    await follow(tron, 2);
    expect(await states()).toEqual(["dead"]);
  });

  it("is proved dead once, and paid by one more with the next nonce", async () => {
    await sign();
    const first = await last();
    proofs.set(first.txId, proof);
    await follow(tron, 2);
    expect(told).toEqual([`dead ${first.txId}`]);
    expect(await states()).toEqual(["dead"]);
    expect(JSON.parse(String((await last()).proof))).toEqual({ by: "theirs", height: 4, blockHash: "h4" });
    expect(await sign()).toEqual({ kind: "signed" });
    node.isRefusing = false;
    await follow(tron);
    const second = await last();
    expect([Number(first.nonce), Number(second.nonce)]).toEqual([0, 1]);
    known.set(second.txId, AT_DEPTH);
    await follow(tron, 2);
    expect(await states()).toEqual(["dead", "final"]);
    expect(told).toEqual([`dead ${first.txId}`, `final ${second.txId}`]);
    expect(await violations()).toBe(0);
  });
});

/** Two outputs that both are needed for the leg. */
async function twoOutputs(): Promise<void> {
  await place.owner
    .$client`UPDATE payout_legs SET chain = 'bitcoin', asset = 'BTC', units = 100000, fee_units_max = 1000`;
  await output("a", 60_000n);
  await output("b", 50_000n);
}

describe("a payment whose input is gone", () => {
  beforeEach(twoOutputs);

  it("is proved dead by another that took it, frees the others once, and is paid with them", async () => {
    await sign();
    const first = await last();
    expect(inputsOf(first)).toEqual(["a", "b"]);
    await output("c", 55_000n);
    proofs.set(first.txId, deadBy("theirs", "a"));
    await follow(bitcoin, 2);
    expect(told).toEqual([`dead ${first.txId}`]);
    expect(await outputs()).toEqual({ a: "lost", b: "available", c: "available" });
    await sign();
    expect(inputsOf(await last())).toEqual(["b", "c"]);
    expect(await violations()).toBe(0);
  });

  it("is replaced by one that spends what is left of its inputs, which pays where the first does not land", async () => {
    await sign();
    const first = await last();
    await output("c", 55_000n);
    await lose("a");
    await follow(bitcoin);
    expect(await states()).toEqual(["superseded"]);
    expect(await outputs()).toEqual({ a: "lost", b: "locked", c: "available" });
    await sign();
    const second = await last();
    expect(inputsOf(second)).toEqual(["b", "c"]);
    node.isRefusing = false;
    known.set(second.txId, AT_DEPTH);
    await follow(bitcoin);
    proofs.set(first.txId, deadBy(second.txId, "b"));
    await follow(bitcoin, 2);
    expect(await states()).toEqual(["dead", "final"]);
    expect(told).toEqual([`dead ${first.txId}`, `final ${second.txId}`]);
    expect(await outputs()).toEqual({ a: "lost", b: "spent", c: "spent" });
    expect(node.sent).not.toContain(first.txId);
    expect(await violations()).toBe(0);
  });

  it("lands after all when its input comes back: that counts, the one in its place is dead, and no third is signed", async () => {
    await sign();
    const first = await last();
    await output("c", 55_000n);
    await lose("a");
    await follow(bitcoin);
    await sign();
    const second = await last();
    known.set(first.txId, AT_DEPTH);
    await follow(bitcoin);
    // Not before the one in its place is proved dead: two payments would be counted.
    expect(told).toEqual([`dead ${first.txId}`]);
    proofs.set(second.txId, deadBy(first.txId, "b"));
    await follow(bitcoin);
    expect(await sign()).toMatchObject({ kind: "waits", for: "earlier" });
    await follow(bitcoin, 2);
    expect(told.slice(1)).toEqual([`dead ${second.txId}`, `final ${first.txId}`]);
    expect(await states()).toEqual(["final", "dead"]);
    expect(await sign()).toEqual({ kind: "needless" });
    expect(await outputs()).toEqual({ a: "spent", b: "spent", c: "available" });
    expect(await violations()).toBe(0);
  });
});

describe("a payment whose input is gone, and that no other may take the place of", () => {
  beforeEach(twoOutputs);

  it("is not replaced where nothing of it is left to share, because both could land", async () => {
    await place.owner.$client`UPDATE wallet_outputs SET units = 200000 WHERE tx_id = 'a'`;
    await sign();
    expect(inputsOf(await last())).toEqual(["a"]);
    await lose("a");
    await follow(bitcoin, 3);
    expect(await states()).toEqual(["broadcasting"]);
    expect(await sign()).toEqual({ kind: "needless" });
    expect(told).toEqual([]);
  });

  it("is not replaced twice by one that the first could land beside", async () => {
    await sign();
    await output("c", 55_000n);
    await lose("a");
    await follow(bitcoin);
    await sign();
    expect(inputsOf(await last())).toEqual(["b", "c"]);
    // c is left, and the first never spent it.
    await lose("b");
    await follow(bitcoin, 3);
    expect(await states()).toEqual(["superseded", "broadcasting"]);
    expect(await sign()).toEqual({ kind: "needless" });
  });

  it("is not taken back for a refund while another takes its place", async () => {
    await sign();
    await output("c", 55_000n);
    await lose("a");
    await follow(bitcoin);
    const takeBack = place.worker.transaction((tx) => takeBackLeg(tx, LEG));
    await expect(takeBack).rejects.toThrow("a leg is under way");
  });
});

describe("the coins that pay", () => {
  it("are the deepest, and never younger than what the payment is worth asks for", async () => {
    await place.owner
      .$client`UPDATE payout_legs SET chain = 'bitcoin', asset = 'BTC', units = 2000000, fee_units_max = 1000`;
    // The tip is 9: at six confirmations, block 4 is the last.
    await output("young", 3_000_000n, 5);
    expect(await sign()).toEqual({ kind: "waits", for: "coins" });
    await output("deep", 3_000_000n, 4);
    await output("deeper", 2_500_000n, 2);
    await place.owner.$client`
      INSERT INTO deposits (id, chain, tx_id, ordinal, asset, address, units, kind, state, required, height, block_hash, first_seen_at)
      VALUES ('moved', 'bitcoin', 'deeper', 0, 'BTC', 'x', 1, 'float', 'credited', 1, 8, 'h8', now())`;
    expect(await sign()).toEqual({ kind: "signed" });
    expect(inputsOf(await last())).toEqual(["deep"]);
  });
});
