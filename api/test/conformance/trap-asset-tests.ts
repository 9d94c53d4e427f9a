import { expect, it } from "vitest";
import type { ConformanceTests } from "./deposit-tests";
import { fundedKey } from "./payment-tests";
import { transfersAbove, trapOf } from "./trap-tests";

/** Assets that meet at one key, our own payments, and tokens that do otherwise than others. */
export function trapAssetTests(tests: ConformanceTests): void {
  assetTests(tests);
  oddTokenTests(tests);
}

/** Assets and transactions of ours that meet at one key. */
function assetTests({ wallet }: ConformanceTests): void {
  it("keeps two assets at one key apart, whichever comes first", async (context) => {
    const { harness } = wallet();
    const { chain, native, token } = harness;
    if (!token) return context.skip("the chain has one asset");
    for (const order of [
      [native, token],
      [token, native],
    ]) {
      const address = harness.addressOf(wallet().freshKey());
      const { height } = await chain.tip();
      const expected = [];
      for (const payment of order) {
        const { txId } = await harness.fund({ address, ...payment });
        if (wallet().reportsTransfers(payment.asset)) expected.push({ txId, to: address, ...payment });
        await harness.mine(1);
      }
      expect(await transfersAbove(wallet(), height, address)).toMatchObject(expected);
      for (const { asset, units } of order) expect(await wallet().balance(address, asset)).toBe(units);
    }
  });

  it("names what our own payment to a key of ours spends", async () => {
    const { harness } = wallet();
    const { chain, native, token } = harness;
    const { asset, units } = token ?? native;
    const key = await fundedKey(wallet(), asset);
    const from = harness.addressOf(key);
    const to = harness.addressOf(wallet().freshKey());
    const payment = await wallet().prepare({ key, asset, units, to });
    const { inputs, sender, nonce } = chain.decode(payment.signed.raw);
    await wallet().send(payment);
    await harness.mine(1);
    const { txId } = payment.signed;
    const { height } = await wallet().minedStatus(txId);
    const spends = (await chain.block(height))?.spends.filter((spend) => spend.txId === txId) ?? [];
    expect(spends).toEqual(
      chain.model === "account"
        ? [{ kind: "account", txId, sender, nonce }]
        : inputs.map((input) => ({
            kind: "output",
            txId,
            output: { txId: input.txId, ordinal: input.ordinal },
          })),
    );
    expect(await wallet().balance(to, asset)).toBe(units);
    // A wallet program counts what one of its keys pays another one as no income.
    if (harness.isPrepared) return;
    expect(await wallet().transfersIn({ height, txId, to })).toMatchObject([
      { asset, units, from: chain.showsSources ? [from] : [] },
    ]);
  });
}

/** Tokens that do otherwise than others. */
function oddTokenTests({ wallet }: ConformanceTests): void {
  it("brings what a token's log says, and shows by the balance what its contract kept or changed", async (context) => {
    const { harness } = wallet();
    const odd = await trapOf(context, harness.traps.openOddToken)();
    const { chain, asset } = odd;
    const address = harness.addressOf(wallet().freshKey());
    const brought: bigint[] = [];
    const expectTo = async (balance: bigint) => {
      await harness.mine(1);
      const { height } = await chain.tip();
      const block = await chain.block(height);
      expect(block?.transfers.filter(({ to }) => to === address).map(({ units }) => units)).toEqual(brought);
      expect(await chain.balance({ address, asset })).toBe(balance);
      return height;
    };
    for (const [logs, logged, balance] of [
      ["what arrives", 990n, 990n],
      ["what was sent", 1_000n, 1_980n],
    ] as const) {
      await odd.keepFee({ units: 10n, logs });
      await odd.pay({ address, units: 1_000n });
      brought.splice(0, 1, logged);
      await expectTo(balance);
    }
    const { height } = await chain.tip();
    brought.splice(0);
    for (const [percent, balance] of [
      [50n, 990n],
      [150n, 2_970n],
    ] as const) {
      await odd.rebase(percent);
      await expectTo(balance);
    }
    expect(await chain.balance({ address, asset, height })).toBe(1_980n);
  });
}
