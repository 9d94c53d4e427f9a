import { expect, it, type TestContext } from "vitest";
import type { Transfer, WalletKey } from "../../src/chains/chain";
import { unsignedOf } from "../../src/payouts/unsigned";
import type { ConformanceTests } from "./deposit-tests";
import type { OutsidePayment, Trap } from "./trap-harness";
import type { ConformanceWallet } from "./wallet";

/** The hook that makes a trap, or the end of a test with why the chain cannot have it. */
export function trapOf<Hook>(context: TestContext, hook: Trap<Hook>): Hook {
  return typeof hook === "string" ? context.skip(hook) : hook;
}

/** Deposits that are not what they look like. */
export function trapTests(tests: ConformanceTests): void {
  severalTests(tests);
  smallTests(tests);
  contractTests(tests);
}

/** Several deposits in one transaction. */
function severalTests({ wallet }: ConformanceTests): void {
  it("sees each of several deposits in one transaction, also three to one key, two of them equal", async (context) => {
    const { harness } = wallet();
    const { asset, units } = harness.token ?? harness.native;
    const [once, often] = [wallet().freshKey(), wallet().freshKey()].map(harness.addressOf) as [
      string,
      string,
    ];
    const wanted = [units, units + 1n, units].map((each) => ({ address: often, asset, units: each }));
    const { txId } = await payMany(context, wallet(), [
      ...wanted,
      { address: once, asset, units: units + 2n },
    ]);
    const isOurs = (transfer: Transfer) => transfer.txId === txId && [once, often].includes(transfer.to);
    const waiting = (await harness.chain.mempool()).filter(isOurs);
    await harness.fund({ address: harness.addressOf(wallet().freshKey()), asset, units });
    const { mineOnly } = harness.traps;
    await (typeof mineOnly === "string" ? harness.mine(1) : mineOnly([txId]));
    const seen = await deposits(wallet(), txId, isOurs);
    const brought = harness.traps.joinsPayments ? [units * 3n + 1n] : [units, units, units + 1n];
    expect(unitsTo(seen, often)).toEqual(brought);
    expect(unitsTo(seen, once)).toEqual([units + 2n]);
    expect(new Set(seen.map(nameOf)).size).toBe(seen.length);
    if (harness.showsMempool) expect(waiting.map(nameOf).sort()).toEqual(seen.map(nameOf).sort());
    expect(await wallet().balance(often, asset)).toBe(units * 3n + 1n);
    expect(await wallet().balance(once, asset)).toBe(units + 2n);

    await harness.reorg(1);
    if (!harness.reorgKeepsTransactions) return;
    // Beside another transaction, it brings the same by the same names.
    await harness.mine(1);
    expect(await deposits(wallet(), txId, isOurs)).toEqual(seen);
  });
}

/** Payments of next to nothing, and of what is not ours. */
function smallTests({ wallet }: ConformanceTests): void {
  it("sees a deposit of a single unit", async () => {
    const { harness } = wallet();
    const { native, token, chain, traps, fund, mine } = harness;
    for (const { asset } of token ? [native, token] : [native]) {
      const address = harness.addressOf(wallet().freshKey());
      const { height } = await chain.tip();
      const { txId } = await (traps.payTiny ?? fund)({ address, asset, units: 1n });
      await mine(1);
      const expected = wallet().reportsTransfers(asset) ? [{ txId, asset, units: 1n }] : [];
      expect(await transfersAbove(wallet(), height, address)).toMatchObject(expected);
      expect(await wallet().balance(address, asset)).toBe(1n);
    }
  });

  it("brings nothing for a transfer of nothing", async (context) => {
    const { native, token, chain, traps, mine, addressOf } = wallet().harness;
    const pay = trapOf(context, traps.payNothing);
    for (const { asset } of token ? [native, token] : [native]) {
      const address = addressOf(wallet().freshKey());
      const { height } = await chain.tip();
      const { txId } = await pay({ address, asset });
      expect((await chain.mempool()).filter(({ to }) => to === address)).toEqual([]);
      await mine(1);
      expect(await wallet().minedStatus(txId)).toMatchObject({ succeeded: true });
      expect(await transfersAbove(wallet(), height, address)).toEqual([]);
      expect(await wallet().balance(address, asset)).toBe(0n);
    }
  });

  it("brings nothing for a token that only looks like ours", async (context) => {
    const { harness } = wallet();
    const { chain, native, token } = harness;
    const pay = trapOf(context, harness.traps.payFakeToken);
    const { asset, units } = token ?? native;
    const address = harness.addressOf(wallet().freshKey());
    const { height } = await chain.tip();
    const fake = await pay({ address, units: units * 2n });
    const { txId } = await harness.fund({ address, asset, units });
    const waiting = (await chain.mempool()).filter(({ to }) => to === address);
    expect(waiting).toMatchObject(harness.showsMempool ? [{ txId, asset, units }] : []);
    await harness.mine(1);
    expect(await wallet().minedStatus(fake.txId)).toMatchObject({ succeeded: true });
    expect(await transfersAbove(wallet(), height, address)).toMatchObject([{ txId, asset, units }]);
    for (const each of chain.assets)
      expect(await wallet().balance(address, each)).toBe(each === asset ? units : 0n);
  });
}

/** What contracts do. */
function contractTests({ wallet }: ConformanceTests): void {
  it("brings nothing by a transaction that moved coins and then failed, and shows its spend", async (context) => {
    const { harness } = wallet();
    const pay = trapOf(context, harness.traps.payAndFail);
    const { asset, units } = harness.token ?? harness.native;
    const address = harness.addressOf(wallet().freshKey());
    const { height: before } = await harness.chain.tip();
    const { txId } = await pay({ address, asset, units });
    await harness.mine(1);
    const { succeeded, height } = await wallet().minedStatus(txId);
    expect(succeeded).toBe(false);
    expect(await transfersAbove(wallet(), before, address)).toEqual([]);
    expect(await wallet().balance(address, asset)).toBe(0n);
    expect((await harness.chain.block(height))?.spends).toContainEqual(
      expect.objectContaining({ kind: "account", txId }),
    );
  });

  it("counts native coins that a contract pays, though no transaction names them", async (context) => {
    const { harness } = wallet();
    const { chain, native, mine } = harness;
    const pay = trapOf(context, harness.traps.payFromContract);
    const address = harness.addressOf(wallet().freshKey());
    const { height } = await chain.tip();
    const { txId } = await pay({ address, units: native.units });
    await mine(1);
    expect(await wallet().minedStatus(txId)).toMatchObject({ succeeded: true });
    const expected = wallet().reportsTransfers(native.asset) ? [{ txId, ...native }] : [];
    expect(await transfersAbove(wallet(), height, address)).toMatchObject(expected);
    expect(await wallet().balance(address, native.asset)).toBe(native.units);
    const snapshot = await chain.accounts?.({ addresses: [address], finalHeight: height });
    if (chain.nativeDeposits === "cumulative")
      expect(snapshot?.accounts.get(address)).toMatchObject({
        final: { balanceUnits: 0n },
        latest: { balanceUnits: native.units },
      });
  });
}

/** What the database knows a deposit by. */
const nameOf = ({ txId, ordinal, asset, to, units }: Transfer): string =>
  [txId, ordinal, asset, to, units].join(" ");

/** What came to an address in the blocks above a height. */
export async function transfersAbove(
  { harness: { chain } }: ConformanceWallet,
  height: number,
  to: string,
): Promise<readonly Transfer[]> {
  const found: Transfer[] = [];
  const tip = await chain.tip();
  for (let at = height + 1; at <= tip.height; at += 1) {
    const { transfers = [] } = (await chain.block(at)) ?? {};
    found.push(...transfers.filter((transfer) => transfer.to === to));
  }
  return found;
}

/** What a mined transaction brings. */
async function deposits(
  wallet: ConformanceWallet,
  txId: string,
  isOurs: (transfer: Transfer) => boolean,
): Promise<readonly Transfer[]> {
  const { height } = await wallet.minedStatus(txId);
  return ((await wallet.harness.chain.block(height))?.transfers ?? []).filter(isOurs);
}

const unitsTo = (transfers: readonly Transfer[], address: string): bigint[] =>
  transfers
    .filter(({ to }) => to === address)
    .map(({ units }) => units)
    .sort((a, b) => Number(a - b));

/** Pays several addresses in one transaction, from outside or from another key of ours. */
async function payMany(
  context: TestContext,
  wallet: ConformanceWallet,
  payments: readonly OutsidePayment[],
): Promise<{ txId: string }> {
  const { harness } = wallet;
  const { traps, native } = harness;
  if (traps.payMany !== undefined) return trapOf(context, traps.payMany)(payments);
  const key: WalletKey = wallet.freshKey();
  const { txId } = await wallet.deposit(key, { ...native, units: native.units * 6n });
  const address = harness.addressOf(key);
  const { height } = await wallet.minedStatus(txId);
  const [input] = await wallet.transfersIn({ height, txId, to: address });
  if (input === undefined) throw new Error("the suite has no coins");
  const shape = { model: "utxo", inputs: 1, outputs: payments.length + 1 } as const;
  const { feeUnits } = await harness.chain.feeQuote(shape);
  const paid = payments.reduce((sum, { units }) => sum + units, 0n);
  const unsigned = await unsignedOf(harness.chain, {
    model: "utxo",
    inputs: [{ txId, ordinal: input.ordinal, units: input.units, address, key }],
    outputs: [...payments, { address, units: input.units - paid - feeUnits }],
  });
  const { raw, txId: sent } = await harness.sign(unsigned, harness.keyOf);
  expect(await harness.chain.broadcast(raw)).toEqual({ outcome: "accepted" });
  return { txId: sent };
}
