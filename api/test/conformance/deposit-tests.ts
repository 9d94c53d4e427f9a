import { expect, it } from "vitest";
import type { AssetCode } from "../../src/core/assets";
import type { ConformanceWallet } from "./wallet";

/** What a group of tests gets: the wallet, once the harness has started. */
export type ConformanceTests = { wallet: () => ConformanceWallet };

/** Derive, link, see and confirm. */
export function depositTests({ wallet }: ConformanceTests): void {
  it("derives one address per key, always the same", () => {
    const { harness } = wallet();
    const keys = [
      { branch: "hot", index: 0 },
      { branch: "deposit", index: 0 },
      { branch: "deposit", index: 1 },
    ] as const;
    const addresses = keys.map((key) => harness.addressOf(key));
    expect(new Set(addresses).size).toBe(keys.length);
    expect(keys.map((key) => harness.addressOf(key))).toEqual(addresses);
  });

  it("links each block to its parent, up to the tip and not beyond", async () => {
    const { chain, mine } = wallet().harness;
    await mine(3);
    const tip = await chain.tip();
    const blocks = await Promise.all([0, 1, 2].map((below) => chain.block(tip.height - below)));
    const [last, middle, first] = blocks;
    expect(last).toMatchObject({ height: tip.height, hash: tip.hash, parentHash: tip.parentHash });
    expect(last?.parentHash).toBe(middle?.hash);
    expect(middle?.parentHash).toBe(first?.hash);
    expect(last?.timeMs).toBeGreaterThanOrEqual(first?.timeMs ?? Number.POSITIVE_INFINITY);
    expect(await chain.block(tip.height + 1)).toBeUndefined();
    if (tip.finalizedHeight !== null) expect(tip.finalizedHeight).toBeLessThan(tip.height);
  });

  it("sees and confirms a native deposit to the unit", async () => {
    const { native } = wallet().harness;
    await seeAndConfirm(wallet(), { asset: native.asset, units: native.units + 1n });
  });

  it("sees and confirms a token deposit to the unit, by its contract", async (context) => {
    const { token } = wallet().harness;
    if (!token) return context.skip();
    await seeAndConfirm(wallet(), { asset: token.asset, units: token.units + 1n });
  });
}

/** What changes afterwards: reorgs, balances by height, new blocks. */
export function historyTests({ wallet }: ConformanceTests): void {
  it("loses a deposit in a reorg and finds it again", async () => {
    const { harness } = wallet();
    const { chain, native, token } = harness;
    const { asset, units } = token ?? native;
    const key = wallet().freshKey();
    const { txId } = await wallet().deposit(key, { asset, units });
    const before = await wallet().minedStatus(txId);
    const [transfer] = await wallet().transfersIn({
      height: before.height,
      txId,
      to: harness.addressOf(key),
    });

    await harness.reorg(1);
    expect((await chain.block(before.height))?.hash).not.toBe(before.blockHash);
    expect(await wallet().balance(harness.addressOf(key), asset)).toBe(0n);
    const abandoned = await chain.transaction(txId);
    expect(abandoned.status).toBe(harness.reorgKeepsTransactions ? "mempool" : "unknown");
    if (!harness.reorgKeepsTransactions) return;

    await harness.mine(1);
    const after = await wallet().minedStatus(txId);
    expect(after.height).toBeGreaterThan(before.height);
    const found = await wallet().transfersIn({ height: after.height, txId, to: harness.addressOf(key) });
    expect(found).toEqual([transfer]);
    expect(await wallet().balance(harness.addressOf(key), asset)).toBe(units);
  });

  it("knows the balance at every height", async () => {
    const { harness } = wallet();
    const { asset, units } = harness.native;
    const key = wallet().freshKey();
    const address = harness.addressOf(key);
    const first = await wallet().minedStatus((await wallet().deposit(key, { asset, units })).txId);
    await harness.mine(1);
    const second = await wallet().minedStatus(
      (await wallet().deposit(key, { asset, units: units * 2n })).txId,
    );
    const payment = await wallet().prepare({ key, asset, units, to: wallet().freshStranger() });
    await wallet().send(payment);
    await harness.mine(1);
    const third = await wallet().minedStatus(payment.signed.txId);
    const at = (height: number) => wallet().balance(address, asset, height);
    expect(await at(first.height - 1)).toBe(0n);
    expect(await at(first.height)).toBe(units);
    expect(await at(second.height - 1)).toBe(units);
    expect(await at(second.height)).toBe(units * 3n);
    expect(await at(third.height)).toBe(units * 2n - third.feeUnits);
    expect(await wallet().balance(address, asset)).toBe(units * 2n - third.feeUnits);
  });
}

async function seeAndConfirm(
  wallet: ConformanceWallet,
  { asset, units }: { asset: AssetCode; units: bigint },
): Promise<void> {
  const { harness } = wallet;
  const { chain } = harness;
  const to = harness.addressOf(wallet.freshKey());
  const { txId } = await harness.fund({ address: to, asset, units });
  expect(await chain.transaction(txId)).toEqual({ status: "mempool" });
  expect(await wallet.balance(to, asset)).toBe(0n);
  const unconfirmed = (await chain.mempool()).filter((transfer) => transfer.to === to);
  if (harness.showsMempool && wallet.reportsTransfers(asset)) {
    expect(unconfirmed).toHaveLength(1);
    expect(unconfirmed[0]).toMatchObject({ txId, asset, units });
  } else expect(unconfirmed).toEqual([]);

  await harness.mine(1);
  const { height, blockHash, succeeded } = await wallet.minedStatus(txId);
  expect(succeeded).toBe(true);
  expect(height).toBe((await chain.tip()).height);
  expect(blockHash).toBe((await chain.block(height))?.hash);
  const transfers = await wallet.transfersIn({ height, txId, to });
  if (wallet.reportsTransfers(asset)) {
    expect(transfers).toHaveLength(1);
    expect(transfers[0]).toMatchObject({ txId, asset, to, units });
    expect((transfers[0]?.from.length ?? 0) > 0).toBe(chain.showsSources);
    if (unconfirmed[0]) expect(transfers[0]?.ordinal).toBe(unconfirmed[0].ordinal);
  } else expect(transfers).toEqual([]);
  expect((await chain.mempool()).filter((transfer) => transfer.to === to)).toEqual([]);
  expect(await wallet.balance(to, asset)).toBe(units);
}
