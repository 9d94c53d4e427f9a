import { expect, it } from "vitest";
import type { Outpoint, SignedTransaction, Transfer } from "../../src/chains/chain";
import type { AssetCode } from "../../src/core/assets";
import { unsignedOf } from "../../src/payouts/unsigned";
import type { ConformanceTests } from "./deposit-tests";
import { fundedKey } from "./payment-tests";
import { transfersAbove, trapOf } from "./trap-tests";
import type { ConformanceWallet, Payment } from "./wallet";

/** Deposits that change while they wait, or with their blocks. */
export function trapHistoryTests(tests: ConformanceTests): void {
  waitingTests(tests);
  replacedTests(tests);
  branchTests(tests);
}

/** Deposits whose parent waits, or that their node forgot. */
function waitingTests({ wallet }: ConformanceTests): void {
  it("sees a deposit whose parent waits too, and counts it by its own block only", async (context) => {
    const { harness } = wallet();
    const { chain, native } = harness;
    const mineOnly = trapOf(context, harness.traps.mineOnly);
    if (!spendsWhatWaits(wallet())) return context.skip("what waits cannot be spent");
    const { height } = await chain.tip();
    const { parent, child } = await childOfWaiting(wallet());
    await sentAndSeen(wallet(), child);
    const { txId } = child.signed;
    const expectWaiting = async () => {
      expect(await chain.transaction(txId)).toEqual({ status: "mempool" });
      expect(await waitingAt(wallet(), child.to)).toMatchObject([{ txId, units: child.units }]);
      expect(await transfersAbove(wallet(), height, child.to)).toEqual([]);
      expect(await wallet().balance(child.to, native.asset)).toBe(0n);
    };
    await expectWaiting();
    await mineOnly([parent.signed.txId]);
    await wallet().minedStatus(parent.signed.txId);
    await expectWaiting();
    await mineOnly([txId]);
    expect(await wallet().minedStatus(txId)).toMatchObject({ height: (await chain.tip()).height });
    expect(await transfersAbove(wallet(), height, child.to)).toMatchObject([{ txId, units: child.units }]);
    expect(await waitingAt(wallet(), child.to)).toEqual([]);
    expect(await wallet().balance(child.to, native.asset)).toBe(child.units);
  });

  it("calls a deposit that its node forgot unknown and not replaced, and sees it again", async (context) => {
    const { harness } = wallet();
    const { chain, drop } = harness;
    if (!drop) return context.skip("nodes forget nothing");
    const { first } = await rivals(wallet());
    const { txId, raw } = first.signed;
    const spends = await sentAndSeen(wallet(), first);
    if (chain.isReplaced) expect(await chain.isReplaced(txId, spends)).toBe(false);
    await drop(txId);
    expect(await chain.transaction(txId)).toEqual({ status: "unknown" });
    expect(await waitingAt(wallet(), first.to)).toEqual([]);
    if (chain.isReplaced) expect(await chain.isReplaced(txId, spends)).toBe(false);
    expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
    expect(await chain.transaction(txId)).toEqual({ status: "mempool" });
    await harness.mine(1);
    expect(await wallet().balance(first.to, first.asset)).toBe(first.units);
  });
}

/** Deposits in whose place something else is. */
function replacedTests({ wallet }: ConformanceTests): void {
  it("calls a deposit replaced once something else spends what it spent, waiting or mined", async (context) => {
    const { harness } = wallet();
    const { chain } = harness;
    const { first, rival } = await rivals(wallet());
    const { txId } = first.signed;
    const spends = await sentAndSeen(wallet(), first);
    if (!(await takePlace(wallet(), first, rival)))
      return context.skip("nothing takes the place of what waits");
    for (const isMined of [false, true]) {
      if (isMined) await harness.mine(1);
      expect(await chain.transaction(txId)).toEqual({ status: "unknown" });
      expect(await waitingAt(wallet(), first.to)).toEqual([]);
      if (chain.isReplaced) expect(await chain.isReplaced(txId, spends)).toBe(true);
    }
    expect(await wallet().balance(first.to, first.asset)).toBe(0n);
    expect(await wallet().balance(rival.to, rival.asset)).toBe(rival.units);
  });

  it("calls a deposit replaced where its waiting parent was, as far as the parent was seen", async (context) => {
    const { harness } = wallet();
    const { chain } = harness;
    if (!chain.isReplaced || !spendsWhatWaits(wallet())) return context.skip("no parents are followed");
    const { parent, child, rival } = await childOfWaiting(wallet());
    const spends = await sentAndSeen(wallet(), child);
    expect(spends).toMatchObject([{ txId: parent.signed.txId }]);
    expect(await chain.isReplaced(child.signed.txId, spends)).toBe(false);
    if (!(await takePlace(wallet(), parent, rival)))
      return context.skip("nothing takes the place of what waits");
    await chain.mempool();
    for (const isMined of [false, true]) {
      if (isMined) await harness.mine(1);
      expect(await chain.transaction(child.signed.txId)).toEqual({ status: "unknown" });
      expect(await chain.isReplaced(child.signed.txId, spends)).toBe(true);
    }
  });
}

/** Branches in which deposits change places, or are not there. */
function branchTests({ wallet }: ConformanceTests): void {
  it("knows two deposits to one key by the same names after a reorg has swapped them", async (context) => {
    const { harness } = wallet();
    const { asset, units } = harness.token ?? harness.native;
    const mineOnly = harness.reorgKeepsTransactions ? trapOf(context, harness.traps.mineOnly) : undefined;
    const to = harness.addressOf(wallet().freshKey());
    const first = await repeatable(wallet(), { to, asset, units });
    const second = await repeatable(wallet(), { to, asset, units: units + 1n });
    const { height } = await harness.chain.tip();
    const mineInTurn = async (...payments: (typeof first)[]) => {
      for (const { txId, send } of payments) {
        await send();
        await (mineOnly?.([txId]) ?? harness.mine(1));
      }
      return transfersAbove(wallet(), height, to);
    };
    const before = await mineInTurn(first, second);
    expect(before).toMatchObject([first, second].map(({ txId, units }) => ({ txId, units })));
    const heights = await heightsOf(wallet(), first, second);
    await harness.reorg(2);
    // First the block that was read last.
    const [, last = 0] = heights;
    expect(await wallet().transfersIn({ height: last, txId: second.txId, to })).toEqual([]);
    expect(await transfersAbove(wallet(), height, to)).toEqual([]);
    expect(await wallet().balance(to, asset)).toBe(0n);
    expect(await mineInTurn(second, first)).toEqual(before.toReversed());
    const [firstNow = 0, secondNow = 0] = await heightsOf(wallet(), first, second);
    expect(heights[0]).toBeLessThan(heights[1] ?? 0);
    expect(secondNow).toBeLessThan(firstNow);
    expect(await wallet().balance(to, asset)).toBe(units * 2n + 1n);
  });

  it("loses a deposit for good where a reorg's branch spends its coins otherwise", async (context) => {
    const { harness } = wallet();
    const { chain, drop, mine, reorg } = harness;
    const { first, rival } = await rivals(wallet());
    const { txId } = first.signed;
    const { height } = await chain.tip();
    const spends = await sentAndSeen(wallet(), first);
    await mine(1);
    const mined = { ...(await wallet().minedStatus(txId)), txId, to: first.to };
    expect(await wallet().transfersIn(mined)).toHaveLength(harness.isPrepared ? 0 : 1);
    expect(await wallet().balance(first.to, first.asset)).toBe(first.units);
    await reorg(1);
    expect(await wallet().transfersIn(mined)).toEqual([]);
    if (harness.reorgKeepsTransactions) {
      if (!drop) return context.skip("what waits cannot be taken away");
      await drop(txId);
    }
    await wallet().send(rival);
    await mine(1);
    const { height: rivalHeight } = await wallet().minedStatus(rival.signed.txId);
    expect(await chain.transaction(txId)).toEqual({ status: "unknown" });
    expect(await transfersAbove(wallet(), height, first.to)).toEqual([]);
    expect(await waitingAt(wallet(), first.to)).toEqual([]);
    expect(await wallet().balance(first.to, first.asset)).toBe(0n);
    expect(await chain.proofOfDeath(first.signed.raw, rivalHeight)).toMatchObject({ by: rival.signed.txId });
    if (chain.isReplaced) expect(await chain.isReplaced(txId, spends)).toBe(true);
  });
}

/** So many quoted fees pay for what is replaced, and for a child of that. */
const REPLACING_FEE = 5n;

/** Whether a payment that waits can be spent by another one, which the suite signs. */
const spendsWhatWaits = ({ harness }: ConformanceWallet): boolean =>
  harness.chain.model === "utxo" && harness.isPrepared !== true;

const waitingAt = async ({ harness }: ConformanceWallet, address: string): Promise<readonly Transfer[]> =>
  (await harness.chain.mempool()).filter(({ to }) => to === address);

type Sent = { signed: SignedTransaction; to: string };

/** A payment from one key of ours to another one, and another one of the same coins or nonce to a stranger. */
async function rivals(wallet: ConformanceWallet): Promise<{ first: Payment; rival: Payment }> {
  const { token, native, addressOf, replacesUnconfirmed } = wallet.harness;
  const paid = token ?? native;
  const key = await fundedKey(wallet, paid.asset);
  const first = await wallet.prepare({ key, ...paid, to: addressOf(wallet.freshKey()) });
  const feeTimes = replacesUnconfirmed ? REPLACING_FEE : 1n;
  const rival = await wallet.prepare({ key, ...paid, to: wallet.freshStranger(), feeTimes });
  return { first, rival };
}

/** Sends what pays a key of ours, and returns what the adapter has seen it spend. */
async function sentAndSeen(wallet: ConformanceWallet, { signed, to }: Sent): Promise<readonly Outpoint[]> {
  const { chain } = wallet.harness;
  expect(await chain.broadcast(signed.raw)).toEqual({ outcome: "accepted" });
  expect(await chain.transaction(signed.txId)).toEqual({ status: "mempool" });
  const [seen] = await waitingAt(wallet, to);
  const spends = seen?.spends ?? [];
  if (chain.isReplaced)
    expect(spends).toMatchObject(
      chain.decode(signed.raw).inputs.map(({ txId, ordinal }) => ({ txId, ordinal })),
    );
  return spends;
}

/** Has the rival wait in the place of a payment; false where nothing can do that. */
async function takePlace(wallet: ConformanceWallet, { signed }: Sent, rival: Payment): Promise<boolean> {
  const { replacesUnconfirmed, drop } = wallet.harness;
  if (!replacesUnconfirmed && !drop) return false;
  if (!replacesUnconfirmed) await drop?.(signed.txId);
  await wallet.send(rival);
  return true;
}

/** A payment of ours that waits, what spends it to another key of ours, unsent, and a rival of the first. */
async function childOfWaiting(wallet: ConformanceWallet) {
  const { harness } = wallet;
  const { chain, native } = harness;
  const [between, key] = [wallet.freshKey(), await fundedKey(wallet, native.asset)];
  const address = harness.addressOf(between);
  const parent = await wallet.prepare({ key, ...native, to: address });
  const feeTimes = harness.replacesUnconfirmed ? REPLACING_FEE : 1n;
  const rival = await wallet.prepare({ key, ...native, to: wallet.freshStranger(), feeTimes });
  await wallet.send(parent);
  const { feeUnits } = await chain.feeQuote({ model: "utxo", inputs: 1, outputs: 1 });
  const to = harness.addressOf(wallet.freshKey());
  const units = native.units - feeUnits;
  const input = { txId: parent.signed.txId, ordinal: 0, units: native.units, address, key: between };
  const request = { model: "utxo", inputs: [input], outputs: [{ address: to, units }] } as const;
  const signed = await harness.sign(await unsignedOf(chain, request), harness.keyOf);
  return { parent, rival, child: { signed, to, units } };
}

/** A deposit of which `send` makes it wait again where a reorg does not do that. */
async function repeatable(
  wallet: ConformanceWallet,
  { to, asset, units }: { to: string; asset: AssetCode; units: bigint },
): Promise<{ txId: string; units: bigint; send(): Promise<void> }> {
  const { harness } = wallet;
  if (harness.reorgKeepsTransactions) {
    const { txId } = await harness.fund({ address: to, asset, units });
    return { txId, units, send: async () => {} };
  }
  const payment = await wallet.prepare({ key: await fundedKey(wallet, asset), asset, units, to });
  return { txId: payment.signed.txId, units, send: () => wallet.send(payment) };
}

const heightsOf = (wallet: ConformanceWallet, ...payments: { txId: string }[]): Promise<number[]> =>
  Promise.all(payments.map(async ({ txId }) => (await wallet.minedStatus(txId)).height));
