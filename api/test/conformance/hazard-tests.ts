import { expect, it } from "vitest";
import type { ConformanceTests } from "./deposit-tests";
import { fundedKey } from "./payment-tests";
import type { ConformanceWallet } from "./wallet";

/** Payments that are sent in a wrong way: twice, into silence, forged. */
export function hazardTests({ wallet }: ConformanceTests): void {
  it("takes the same bytes twice, and again when mined", async () => {
    const { harness } = wallet();
    const payment = await nativePayment(wallet());
    await wallet().send(payment);
    await wallet().send(payment);
    await harness.mine(1);
    await wallet().send(payment);
    await harness.mine(1);
    expect(await wallet().balance(payment.to, payment.asset)).toBe(payment.units);
  });

  it("finds a payment whose reply was lost, by the id known before", async () => {
    const { chain } = wallet().harness;
    const payment = await nativePayment(wallet());
    const sendAndLoseTheReply = async () => {
      await chain.broadcast(payment.signed.raw);
      throw new Error("socket hang up");
    };
    await expect(sendAndLoseTheReply()).rejects.toThrow("socket hang up");
    expect((await chain.transaction(payment.signed.txId)).status).toBe("mempool");
  });

  it("refuses bytes whose signature is wrong", async () => {
    const { harness } = wallet();
    const payment = await nativePayment(wallet());
    const spoiled = harness.spoilSignature(payment.signed.raw);
    expect(spoiled).not.toBe(payment.signed.raw);
    expect((await harness.chain.broadcast(spoiled)).outcome).toBe("rejected");
    await harness.mine(1);
    expect(await wallet().balance(payment.to, payment.asset)).toBe(0n);
    await wallet().send(payment);
  });
}

/** Payments that compete: rivals, replacements, and turns. */
export function rivalTests({ wallet }: ConformanceTests): void {
  it("refuses a rival that spends the same coins or nonce", async () => {
    const { harness } = wallet();
    const { chain, native } = harness;
    const key = await fundedKey(wallet(), native.asset);
    const first = await wallet().prepare({ key, ...native, to: wallet().freshStranger() });
    const rival = await wallet().prepare({ key, ...native, to: wallet().freshStranger() });
    expect(rival.signed.txId).not.toBe(first.signed.txId);
    await wallet().send(first);
    expect((await chain.broadcast(rival.signed.raw)).outcome).toBe("rejected");
    await harness.mine(1);
    expect((await chain.broadcast(rival.signed.raw)).outcome).toBe("rejected");
    expect(await chain.transaction(rival.signed.txId)).toEqual({ status: "unknown" });
    expect(await wallet().balance(rival.to, native.asset)).toBe(0n);
    expect(await wallet().balance(first.to, native.asset)).toBe(native.units);
  });

  it("replaces a signalling transaction by one that pays more for all its inputs, which is then dead", async (context) => {
    const { harness } = wallet();
    const { chain, native } = harness;
    if (chain.model !== "utxo" || !harness.replacesUnconfirmed) return context.skip();
    const key = await fundedKey(wallet(), native.asset);
    const first = await wallet().prepare({ key, ...native, to: wallet().freshStranger() });
    const bump = await wallet().prepare({ key, ...native, to: wallet().freshStranger(), feeTimes: 3n });
    await wallet().send(first);
    await wallet().send(bump);
    expect(await chain.transaction(first.signed.txId)).toEqual({ status: "unknown" });
    await harness.mine(1);
    expect((await wallet().minedStatus(bump.signed.txId)).feeUnits).toBe(bump.quote.feeUnits * 3n);
    expect((await chain.broadcast(first.signed.raw)).outcome).toBe("rejected");
    expect(await wallet().balance(first.to, native.asset)).toBe(0n);
  });

  it("mines the payments of one sender in nonce order", async (context) => {
    const { harness } = wallet();
    const { chain, native } = harness;
    if (chain.model !== "account") return context.skip();
    const key = await fundedKey(wallet(), native.asset);
    const from = harness.addressOf(key);
    const nonce = await chain.nonce(from);
    const first = await wallet().prepare({ key, ...native, to: wallet().freshStranger(), nonce });
    const second = await wallet().prepare({ key, ...native, to: wallet().freshStranger(), nonce: nonce + 1 });
    // A node may queue what comes too early, or refuse it: then the same bytes are sent again.
    await chain.broadcast(second.signed.raw);
    await harness.mine(1);
    expect((await chain.transaction(second.signed.txId)).status).not.toBe("mined");
    expect(await chain.nonce(from)).toBe(nonce);
    await wallet().send(first);
    await wallet().send(second);
    await harness.mine(1);
    await wallet().minedStatus(first.signed.txId);
    await wallet().minedStatus(second.signed.txId);
    expect(await chain.nonce(from)).toBe(nonce + 2);
  });
}

/** What can never be mined any more, and how that is known. */
export function deathTests({ wallet }: ConformanceTests): void {
  it("proves a transaction dead by the one that took its coins or nonce, and only in blocks asked about", async () => {
    const { harness } = wallet();
    const { chain, native } = harness;
    const key = await fundedKey(wallet(), native.asset);
    const first = await wallet().prepare({ key, ...native, to: wallet().freshStranger() });
    const rival = await wallet().prepare({ key, ...native, to: wallet().freshStranger() });
    const { height: before } = await chain.tip();
    // Unknown to the node is not dead: it may still land.
    expect(await chain.proofOfDeath(rival.signed.raw, before)).toBeNull();
    await wallet().send(first);
    expect(await chain.proofOfDeath(rival.signed.raw, before)).toBeNull();
    await harness.mine(3);
    const { height, blockHash } = await wallet().minedStatus(first.signed.txId);
    expect(await chain.proofOfDeath(rival.signed.raw, height - 1)).toBeNull();
    for (const finalHeight of [height, height + 2]) {
      const proof = await chain.proofOfDeath(rival.signed.raw, finalHeight);
      expect(proof).toMatchObject({ by: first.signed.txId, height, blockHash });
      expect(proof?.gone.length ?? 0).toBe(chain.model === "utxo" ? 1 : 0);
    }
    expect(await chain.proofOfDeath(first.signed.raw, height + 2)).toBeNull();
  });
}

/** Payments that fail or vanish: reverted, forgotten, reorganised. */
export function lossTests({ wallet }: ConformanceTests): void {
  it("reports a reverted token payment as failed, with its fee and without a transfer", async (context) => {
    const { harness } = wallet();
    const { chain, native, token } = harness;
    if (!token || !harness.setReverting) return context.skip();
    const key = await fundedKey(wallet(), token.asset);
    const from = harness.addressOf(key);
    const payment = await wallet().prepare({ key, ...token, to: wallet().freshStranger() });
    const nativeBefore = await wallet().balance(from, native.asset);
    await harness.setReverting({ address: payment.to, on: true });
    await wallet().send(payment);
    await harness.mine(1);
    await harness.setReverting({ address: payment.to, on: false });
    const { succeeded, feeUnits, height } = await wallet().minedStatus(payment.signed.txId);
    expect(succeeded).toBe(false);
    expect(feeUnits).toBeGreaterThan(0n);
    expect(await wallet().transfersIn({ height, txId: payment.signed.txId, to: payment.to })).toEqual([]);
    expect(await wallet().balance(payment.to, token.asset)).toBe(0n);
    expect(await wallet().balance(from, token.asset)).toBe(token.units * 3n);
    expect(await wallet().balance(from, native.asset)).toBe(nativeBefore - feeUnits);
    const decoded = chain.decode(payment.signed.raw);
    expect(await chain.nonce(from)).toBe((decoded.nonce ?? Number.NaN) + 1);
  });

  it("sends the same bytes again after the node forgot them", async (context) => {
    const { harness } = wallet();
    if (!harness.drop) return context.skip();
    const payment = await nativePayment(wallet());
    await wallet().send(payment);
    await harness.drop(payment.signed.txId);
    expect(await harness.chain.transaction(payment.signed.txId)).toEqual({ status: "unknown" });
    await wallet().send(payment);
    await harness.mine(1);
    await wallet().minedStatus(payment.signed.txId);
  });

  it("lands a payment once although a reorg threw it out", async () => {
    const { harness } = wallet();
    const payment = await nativePayment(wallet());
    await wallet().send(payment);
    await harness.mine(1);
    const before = await wallet().minedStatus(payment.signed.txId);
    await harness.reorg(1);
    expect((await harness.chain.transaction(payment.signed.txId)).status).not.toBe("mined");
    await wallet().send(payment);
    await harness.mine(1);
    const after = await wallet().minedStatus(payment.signed.txId);
    expect(after.blockHash).not.toBe(before.blockHash);
    expect(await wallet().balance(payment.to, payment.asset)).toBe(payment.units);
  });
}

async function nativePayment(wallet: ConformanceWallet) {
  const { native } = wallet.harness;
  const key = await fundedKey(wallet, native.asset);
  return wallet.prepare({ key, ...native, to: wallet.freshStranger() });
}
