import { expect, it } from "vitest";
import { ChainUnavailable } from "../../src/chains/chain";
import type { ConformanceTests } from "./deposit-tests";
import { transfersAbove, trapOf } from "./trap-tests";

/** What counts from a height on, or only up to one. */
export function trapHeightTests(tests: ConformanceTests): void {
  rewardTests(tests);
  lowerTipTests(tests);
}

/** New coins. */
function rewardTests({ wallet }: ConformanceTests): void {
  it("counts what a miner earns once it can be spent, or never, and only then", async (context) => {
    const { harness } = wallet();
    const { chain, mine, native } = harness;
    const { mineTo, lockedBlocks, isCounted } = trapOf(context, harness.traps.reward);
    const key = wallet().freshKey();
    const address = harness.addressOf(key);
    const { txId } = await wallet().deposit(key, native);
    const { height } = await chain.tip();
    const [deposit] = await wallet().transfersIn({ height, txId, to: address });
    if (deposit === undefined) throw new Error("the deposit was not seen");
    await mineTo({ address, deposit });
    const { height: earned } = await chain.tip();
    await mine(lockedBlocks - 1);
    expect(await transfersAbove(wallet(), height, address)).toEqual([]);
    expect(await wallet().balance(address, native.asset)).toBe(native.units);
    await mine(1);
    const matured = await transfersAbove(wallet(), height, address);
    expect(matured).toHaveLength(isCounted ? 1 : 0);
    for (const one of matured) expect(one).toMatchObject({ asset: native.asset, from: [] });
    if (isCounted)
      expect(
        await wallet().transfersIn({
          height: earned + lockedBlocks,
          to: address,
          txId: matured[0]?.txId ?? "",
        }),
      ).toEqual(matured);
    const units = native.units + (matured[0]?.units ?? 0n);
    expect(await wallet().balance(address, native.asset)).toBe(units);
    expect(await wallet().balance(address, native.asset, earned + lockedBlocks - 1)).toBe(native.units);
  });
}

/** Nodes that lose blocks. */
function lowerTipTests({ wallet }: ConformanceTests): void {
  it("says what its node has after that went back in height, and not what it had", async (context) => {
    const { harness } = wallet();
    const { chain, native, mine } = harness;
    const goBack = trapOf(context, harness.traps.goBack);
    await mine(1);
    const { height, hash } = await chain.tip();
    const to = harness.addressOf(wallet().freshKey());
    const { txId } = await harness.fund({ address: to, ...native });
    await mine(1);
    const deposit = await wallet().minedStatus(txId);
    await mine(1);
    // What was read of these blocks, it has to take back.
    expect(await chain.tip()).toMatchObject({ height: height + 2 });
    expect((await chain.block(deposit.height))?.hash).toBe(deposit.blockHash);
    expect(await wallet().balance(to, native.asset)).toBe(native.units);
    await goBack(2);
    if (harness.traps.isAwayWhileBack) {
      await expect(chain.tip()).rejects.toThrow(ChainUnavailable);
      await expect(chain.block(deposit.height)).rejects.toThrow(ChainUnavailable);
    } else {
      expect(await chain.tip()).toMatchObject({ height, hash });
      expect(await chain.block(deposit.height)).toBeUndefined();
      expect(await wallet().balance(to, native.asset)).toBe(0n);
    }
    expect((await chain.transaction(txId)).status).not.toBe("mined");
    await mine(3);
    expect(await chain.tip()).toMatchObject({ height: height + 3 });
    expect((await chain.block(height))?.hash).toBe(hash);
    const now = await chain.transaction(txId);
    const seen = await transfersAbove(wallet(), height, to);
    expect(seen.map((one) => one.txId)).toEqual(
      now.status === "mined" && wallet().reportsTransfers(native.asset) ? [txId] : [],
    );
    expect(await wallet().balance(to, native.asset)).toBe(now.status === "mined" ? native.units : 0n);
  });
}
