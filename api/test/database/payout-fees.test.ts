import { beforeEach, describe, expect, it } from "vitest";
import { inputsOf, last, output, paymentHooks, place, sign } from "./payment-world";

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
});
