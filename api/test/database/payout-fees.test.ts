import { beforeEach, describe, expect, it } from "vitest";
import { FEE_WAIT_MS } from "../../src/payouts/stop-leg";
import {
  deadBy,
  dispatch,
  follow,
  inputsOf,
  LEG,
  last,
  node,
  output,
  pass,
  paymentHooks,
  place,
  proofs,
  sign,
  states,
  told,
  tron,
} from "./payment-world";

paymentHooks();

describe("a wallet of many small coins", () => {
  beforeEach(async () => {
    await place.owner
      .$client`UPDATE payout_legs SET chain = 'bitcoin', asset = 'BTC', units = 100000, fee_units_max = 1000`;
    await place.owner.$client`
      INSERT INTO wallet_outputs (chain, tx_id, ordinal, asset, address, branch, index, units, height, state)
      SELECT 'bitcoin', 'small-' || n, 0, 'BTC', 'a', 'hot', 0, 100, 1, 'available' FROM generate_series(1, 1000) AS n`;
  });

  it("pays with a large one that lies less deep than all that are looked at", async () => {
    await output("large", 500_000n, 3);
    expect(await sign()).toEqual({ kind: "signed" });
    expect(inputsOf(await last())).toContain("large");
  });

  it("waits for coins, not for calmer fees, while the large one is too young; and for fees where there is none", async () => {
    node.perInput = 10n;
    await place.owner.$client`UPDATE payout_legs SET fee_units_max = 400`;
    await place.owner.$client`UPDATE wallet_outputs SET units = 2000`;
    await output("large", 500_000n, 9);
    expect(await sign()).toEqual({ kind: "waits", for: "coins" });
    await place.owner.$client`DELETE FROM wallet_outputs WHERE tx_id = 'large'`;
    expect(await sign()).toMatchObject({ kind: "waits", for: "fee" });
    // The hour begins again where something else was in the way.
    await output("large", 500_000n, 9);
    await sign();
    await place.owner.$client`DELETE FROM wallet_outputs WHERE tx_id = 'large'`;
    pass(FEE_WAIT_MS);
    expect(await dispatch()).toBe("the network fee is above its cap");
  });
});

describe("a payment whose network fee is above its cap", () => {
  const TOO_DEAR = "the network fee is above its cap";

  it("waits for an hour, and then its owner is told once", async () => {
    node.feeUnits = 10n ** 12n;
    expect(await dispatch()).toBe(TOO_DEAR);
    pass(FEE_WAIT_MS - 1);
    expect(await dispatch()).toBe(TOO_DEAR);
    pass(1);
    expect(await dispatch()).toBeUndefined();
    expect(told).toEqual([`above cap ${LEG}`]);
    expect(await states()).toEqual([]);
  });

  it("is signed where the fee falls in time, and has another hour where it dies after that", async () => {
    node.feeUnits = 10n ** 12n;
    await dispatch();
    pass(FEE_WAIT_MS - 1);
    node.feeUnits = 1n;
    expect(await dispatch()).toBeUndefined();
    expect(await states()).toEqual(["signed"]);
    proofs.set((await last()).txId, deadBy("theirs"));
    await follow(tron, 2);
    node.feeUnits = 10n ** 12n;
    pass(FEE_WAIT_MS);
    expect(await dispatch()).toBe(TOO_DEAR);
    expect(told.filter((word) => word.startsWith("above"))).toEqual([]);
  });
});
