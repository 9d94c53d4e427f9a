import { afterAll, describe, expect, it, vi } from "vitest";
import { startSimnets } from "../../../test/conformance/simnet-harness";

const { freshDatabase, reopen, stop } = startSimnets();
afterAll(stop);

const ADDRESS = "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr";

describe("simnet", () => {
  it("reports each change of a chain to those who listen, in whichever process", async () => {
    const sql = await freshDatabase();
    const listening = await reopen(sql);
    const acting = await reopen(sql);
    const bitcoin = vi.fn();
    const litecoin = vi.fn();
    const unsubscribe = listening.chain("bitcoin").onNews?.(bitcoin);
    listening.chain("litecoin").onNews?.(litecoin);
    // Listening begins in its own time.
    await vi.waitFor(async () => {
      await acting.pay({ asset: "BTC", address: ADDRESS, units: 100_000n });
      expect(bitcoin).toHaveBeenCalled();
    }, 60_000);
    bitcoin.mockClear();
    await acting.mine({ asset: "BTC", blocks: 1 });
    await vi.waitFor(() => expect(bitcoin).toHaveBeenCalled(), 60_000);
    unsubscribe?.();
    bitcoin.mockClear();
    await acting.mine({ asset: "BTC", blocks: 1 });
    await acting.mine({ asset: "LTC", blocks: 1 });
    await vi.waitFor(() => expect(litecoin).toHaveBeenCalledTimes(1), 60_000);
    expect(bitcoin).not.toHaveBeenCalled();
  });
});
