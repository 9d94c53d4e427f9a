import { expect, it } from "vitest";
import type { Spend, WalletKey } from "../../src/chains/chain";
import type { AssetCode } from "../../src/core/assets";
import type { ConformanceTests } from "./deposit-tests";
import type { ConformanceWallet, Payment } from "./wallet";

/** Build, sign, read back, send, pay exactly, sweep. */
export function paymentTests({ wallet }: ConformanceTests): void {
  it("pays the native coin exactly, within its fee quote", async () => {
    const { native } = wallet().harness;
    await payExactly(wallet(), await fundedKey(wallet(), native.asset), native);
  });

  it("pays a token exactly, within its fee quote", async (context) => {
    const { token } = wallet().harness;
    if (!token) return context.skip();
    await payExactly(wallet(), await fundedKey(wallet(), token.asset), token);
  });

  it("sweeps a native deposit to the hot wallet, and leaves nothing", async () => {
    const { harness } = wallet();
    const { chain } = harness;
    const { asset, units } = harness.native;
    const key = wallet().freshKey();
    await wallet().deposit(key, { asset, units });
    const [from, hot] = [harness.addressOf(key), harness.addressOf({ branch: "hot", index: 0 })];
    const quote = await chain.feeQuote(
      chain.model === "utxo"
        ? { model: "utxo", inputs: 1, outputs: 1 }
        : { model: "account", asset, from, to: hot, isExact: true },
    );
    const before = await wallet().balance(hot, asset);
    const sweep = await wallet().prepare({
      key,
      asset,
      units: units - quote.feeUnits,
      to: hot,
      isExact: true,
    });
    await wallet().send(sweep);
    await harness.mine(1);
    const { feeUnits, succeeded } = await wallet().minedStatus(sweep.signed.txId);
    expect(succeeded).toBe(true);
    expect(await wallet().balance(hot, asset)).toBe(before + units - feeUnits);
    if (harness.isPrepared) expect(feeUnits).toBeLessThanOrEqual(quote.feeUnits);
    else expect(feeUnits).toBe(quote.feeUnits);
    expect(await wallet().balance(from, asset)).toBe(0n);
  });

  it("sweeps a token deposit to the hot wallet after a top-up of native coin", async (context) => {
    const { harness } = wallet();
    const { chain, native, token } = harness;
    if (!token) return context.skip();
    const key = wallet().freshKey();
    const [from, hot] = [harness.addressOf(key), harness.addressOf({ branch: "hot", index: 0 })];
    await wallet().deposit(key, token);
    const { feeUnits } = await chain.feeQuote({ model: "account", asset: token.asset, from, to: hot });
    await wallet().deposit(key, { asset: native.asset, units: feeUnits });
    const before = await wallet().balance(hot, token.asset);
    const sweep = await wallet().prepare({ key, asset: token.asset, units: token.units, to: hot });
    await wallet().send(sweep);
    await harness.mine(1);
    const { feeUnits: paidUnits } = await wallet().minedStatus(sweep.signed.txId);
    expect(await wallet().balance(from, token.asset)).toBe(0n);
    expect(await wallet().balance(hot, token.asset)).toBe(before + token.units);
    expect(await wallet().balance(from, native.asset)).toBe(feeUnits - paidUnits);
  });
}

/** Whose coins each transaction spends, which no contract's log can pretend. */
export function spendTests({ wallet }: ConformanceTests): void {
  it("shows what a payment of ours spends, unconfirmed and in its block", async () => {
    const { harness } = wallet();
    const { chain, native } = harness;
    const key = await fundedKey(wallet(), native.asset);
    const from = harness.addressOf(key);
    const payment = await wallet().prepare({ key, ...native, to: wallet().freshStranger() });
    expect(spendsOf(wallet(), payment, await chain.unconfirmedSpends([from]))).toEqual([]);
    await wallet().send(payment);
    const unconfirmed = spendsOf(wallet(), payment, await chain.unconfirmedSpends([from]));
    expect(unconfirmed).toHaveLength(chain.decode(payment.signed.raw).inputs.length || 1);
    expect(unconfirmed.every(({ txId }) => txId === payment.signed.txId || txId === null)).toBe(true);

    await harness.mine(1);
    const { height } = await wallet().minedStatus(payment.signed.txId);
    const mined = spendsOf(wallet(), payment, (await chain.block(height))?.spends ?? []);
    expect(mined).toEqual(unconfirmed.map((spend) => ({ ...spend, txId: payment.signed.txId })));
    expect(spendsOf(wallet(), payment, await chain.unconfirmedSpends([from]))).toEqual([]);
  });

  it("shows no spend of ours where a stranger pays us", async () => {
    const { harness } = wallet();
    const { chain, native, token } = harness;
    const key = wallet().freshKey();
    for (const { asset, units } of token ? [native, token] : [native]) {
      const { txId } = await wallet().deposit(key, { asset, units });
      const { height } = await wallet().minedStatus(txId);
      const spends = (await chain.block(height))?.spends ?? [];
      const address = harness.addressOf(key);
      expect(spends.filter((spend) => spend.kind === "account" && spend.sender === address)).toEqual([]);
    }
  });

  it("shows the spend of a payment that fails", async (context) => {
    const { harness } = wallet();
    const { chain, native, token } = harness;
    if (!token || !harness.setReverting) return context.skip();
    const key = wallet().freshKey();
    await wallet().deposit(key, native);
    await wallet().deposit(key, token);
    const to = wallet().freshStranger();
    const payment = await wallet().prepare({ key, ...token, to });
    await harness.setReverting({ address: to, on: true });
    await wallet().send(payment);
    await harness.mine(1);
    await harness.setReverting({ address: to, on: false });
    const { height, succeeded } = await wallet().minedStatus(payment.signed.txId);
    expect(succeeded).toBe(false);
    expect(spendsOf(wallet(), payment, (await chain.block(height))?.spends ?? [])).toHaveLength(1);
  });
}

/** The spends of a payment's inputs, or in the name of its sender. */
function spendsOf(
  { harness: { chain } }: ConformanceWallet,
  { signed }: Payment,
  spends: readonly Spend[],
): Spend[] {
  const { inputs, sender, nonce } = chain.decode(signed.raw);
  return spends.filter((spend) =>
    spend.kind === "account"
      ? spend.sender === sender && spend.nonce === nonce
      : inputs.some((input) => input.txId === spend.output.txId && input.ordinal === spend.output.ordinal),
  );
}

/** A key with three payments of an asset in it, and native coin for fees. */
export async function fundedKey(wallet: ConformanceWallet, asset: AssetCode): Promise<WalletKey> {
  const { native, token } = wallet.harness;
  const key = wallet.freshKey();
  await wallet.deposit(key, { asset: native.asset, units: native.units * 3n });
  if (token && token.asset === asset) await wallet.deposit(key, { asset, units: token.units * 3n });
  return key;
}

async function payExactly(
  wallet: ConformanceWallet,
  key: WalletKey,
  { asset, units }: { asset: AssetCode; units: bigint },
): Promise<void> {
  const { harness } = wallet;
  const { chain, native } = harness;
  const to = wallet.freshStranger();
  const from = harness.addressOf(key);
  const before = {
    asset: await wallet.balance(from, asset),
    native: await wallet.balance(from, native.asset),
  };
  const payment = await wallet.prepare({ key, asset, units, to });
  expectReadBack(wallet, payment, from);
  expect(payment.unsigned.keys).toEqual([key]);
  if (!harness.isPrepared) {
    expect(chain.build(payment.request).payload).toBe(payment.unsigned.payload);
    expect((await harness.sign(payment.unsigned, harness.keyOf)).txId).toBe(payment.signed.txId);
  }
  expect(await chain.transaction(payment.signed.txId)).toEqual({ status: "unknown" });

  await wallet.send(payment);
  expect(await chain.transaction(payment.signed.txId)).toEqual({ status: "mempool" });
  await harness.mine(1);
  const { succeeded, feeUnits, height } = await wallet.minedStatus(payment.signed.txId);
  expect(succeeded).toBe(true);
  expect(feeUnits).toBeGreaterThan(0n);
  expect(feeUnits).toBeLessThanOrEqual(payment.quote.feeUnits);
  expect(await wallet.balance(to, asset)).toBe(units);
  const isNative = asset === native.asset;
  expect(await wallet.balance(from, asset)).toBe(before.asset - units - (isNative ? feeUnits : 0n));
  expect(await wallet.balance(from, native.asset)).toBe(before.native - feeUnits - (isNative ? units : 0n));
  if (!wallet.reportsTransfers(asset) || harness.isPrepared) return;
  const transfers = await wallet.transfersIn({ height, txId: payment.signed.txId, to });
  expect(transfers.map((transfer) => transfer.units)).toEqual([units]);
  expect(transfers[0]?.from).toEqual(chain.showsSources ? [from] : []);
}

/** What was signed is what was meant, read from the raw bytes alone. */
function expectReadBack(wallet: ConformanceWallet, { request, signed, asset }: Payment, from: string): void {
  const decoded = wallet.harness.chain.decode(signed.raw);
  expect(decoded.txId).toBe(signed.txId);
  if (request.model === "account") {
    expect(decoded.outputs).toEqual([{ asset, to: request.to, units: request.units }]);
    expect(decoded).toMatchObject({ inputs: [], sender: from, nonce: request.nonce });
    return;
  }
  expect(decoded.outputs).toMatchObject(
    request.outputs.map(({ address, units }) => ({ asset, to: address, units })),
  );
  expect(decoded.inputs).toMatchObject(request.inputs.map(({ txId, ordinal }) => ({ txId, ordinal })));
  expect(decoded).toMatchObject({ sender: null, nonce: null });
}
