import { expect, it } from "vitest";
import type { BuildRequest, FeeQuote, SignedTransaction } from "../../src/chains/chain";
import { unsignedOf } from "../../src/payouts/unsigned";
import type { ConformanceTests } from "./deposit-tests";
import { fundedKey } from "./payment-tests";
import type { ConformanceWallet, Payment } from "./wallet";

const replaces = ({ harness }: ConformanceWallet): boolean =>
  harness.holdBack !== undefined &&
  (harness.chain.model === "account" || harness.replacesUnconfirmed === true);

/** What takes the place of a payment that the miner leaves out, because fees have risen. */
export function replacementTests({ wallet }: ConformanceTests): void {
  it("leaves a payment out while it asks more, and takes one in its place at the fee for that", async (context) => {
    if (!replaces(wallet())) context.skip();
    const first = await heldBack(wallet());
    const second = await replace(wallet(), first, raised);
    await wallet().harness.mine(1);
    await wallet().minedStatus(second.txId);
    expect(await wallet().balance(first.to, first.asset)).toBe(first.units);
    await expectDead(wallet(), first, second);
  });

  it("takes the least of what nodes ask for a replacement, and nothing below it", async (context) => {
    if (!replaces(wallet())) context.skip();
    const { chain } = wallet().harness;
    const first = await heldBack(wallet());
    const tooLittle = await sign(wallet(), raised(first, await feeFor(wallet(), first, "least"), -1n));
    if (wallet().harness.takesAnyReplacement !== true)
      expect(await chain.broadcast(tooLittle.raw)).toMatchObject({ outcome: "rejected" });
    const enough = await sign(wallet(), raised(first, await feeFor(wallet(), first, "least"), 0n));
    expect(await chain.broadcast(enough.raw)).toEqual({ outcome: "accepted" });
    expect((await chain.transaction(first.signed.txId)).status).toBe("unknown");
    await wallet().harness.holdBack?.(false);
    await wallet().harness.mine(1);
  });

  it("takes a cancellation in its place: the coins are ours, the payment is dead, and later ones are mined", async (context) => {
    if (!replaces(wallet())) context.skip();
    const { harness } = wallet();
    const first = await heldBack(wallet());
    const cancel = await replace(wallet(), first, cancelled);
    await harness.mine(1);
    await wallet().minedStatus(cancel.txId);
    expect(await wallet().balance(first.to, first.asset)).toBe(0n);
    await expectDead(wallet(), first, cancel);
    if (first.request.model !== "account") return;
    const { from, nonce } = first.request;
    expect(await harness.chain.nonce(from)).toBe(nonce + 1);
  });

  it("mines a payment that it left out with what spends its change and pays for both", async (context) => {
    if (!replaces(wallet()) || wallet().harness.chain.model !== "utxo") context.skip();
    const { chain, mine, holdBack } = wallet().harness;
    const first = await heldBack(wallet());
    const child = await sign(wallet(), await spendingChange(wallet(), first));
    expect(await chain.broadcast(child.raw)).toEqual({ outcome: "accepted" });
    await mine(1);
    const paid = await wallet().minedStatus(first.signed.txId);
    expect(await wallet().minedStatus(child.txId)).toMatchObject({ height: paid.height });
    expect(await wallet().balance(first.to, first.asset)).toBe(first.units);
    await holdBack?.(false);
  });
}

/** A native payment at today's quote, in the mempool of a node whose miner asks more. */
async function heldBack(wallet: ConformanceWallet): Promise<Payment> {
  const { harness } = wallet;
  await harness.holdBack?.(false);
  const { asset, units } = harness.native;
  const key = await fundedKey(wallet, asset);
  const payment = await wallet.prepare({ key, asset, units, to: wallet.freshStranger() });
  await wallet.send(payment);
  await harness.holdBack?.(true);
  expect((await harness.chain.transaction(payment.signed.txId)).status).toBe("mempool");
  return payment;
}

async function feeFor(
  { harness }: ConformanceWallet,
  { request, signed, quote, asset, to }: Payment,
  which: "least" | "wanted",
): Promise<FeeQuote> {
  const { raw } = signed;
  const replaced = { raw, feeUnits: quote.feeUnits };
  const fees = await harness.chain.replacementFee(
    replaced,
    request.model === "utxo"
      ? { model: "utxo", inputs: request.inputs.length, outputs: request.outputs.length }
      : { model: "account", asset, from: request.from, to },
  );
  return fees[which];
}

/** The same payment at another fee, plus (or less) a unit of it. */
function raised({ request, quote }: Payment, fee: FeeQuote, plus = 0n): BuildRequest {
  if (request.model === "account") {
    if (plus === 0n) return { ...request, fee };
    // A unit less of each price of gas.
    const detail = Object.fromEntries(
      Object.entries(fee.detail).map(([name, value]) => [
        name,
        /price|per/i.test(name) ? String(BigInt(value) + plus) : value,
      ]),
    );
    const { gas, maxFeePerGas, gasPrice } = detail;
    const feeUnits =
      gas === undefined ? fee.feeUnits + plus : BigInt(gas) * BigInt(maxFeePerGas ?? gasPrice ?? "0");
    return { ...request, fee: { feeUnits, detail } };
  }
  const [payment, change] = request.outputs;
  if (payment === undefined || change === undefined) throw new Error("a payment without change");
  const units = change.units + quote.feeUnits - fee.feeUnits - plus;
  return { ...request, outputs: [payment, { ...change, units }] };
}

/** Its change to ourselves, at the fee that both cost now less what the payment offers. */
async function spendingChange({ harness }: ConformanceWallet, payment: Payment): Promise<BuildRequest> {
  const { request, signed, quote } = payment;
  const [input, change] =
    request.model === "utxo" ? [request.inputs[0], request.outputs[1]] : [undefined, undefined];
  if (request.model !== "utxo" || input === undefined || change === undefined)
    throw new Error("a payment without change");
  const feeOf = async (inputs: number, outputs: number): Promise<bigint> =>
    (await harness.chain.feeQuote({ model: "utxo", inputs, outputs })).feeUnits;
  const both = (await feeOf(request.inputs.length, 2)) + (await feeOf(1, 1));
  return {
    model: "utxo",
    inputs: [{ ...change, txId: signed.txId, ordinal: 1, key: input.key }],
    outputs: [{ ...change, units: change.units + quote.feeUnits - both }],
  };
}

/** Nothing to ourselves with the same nonce, or all its inputs to ourselves. */
function cancelled({ request }: Payment, fee: FeeQuote): BuildRequest {
  if (request.model === "account") {
    return { ...request, to: request.from, units: 0n, fee };
  }
  const [input] = request.inputs;
  if (input === undefined) throw new Error("a payment without inputs");
  const total = request.inputs.reduce((sum, { units }) => sum + units, 0n);
  return { ...request, outputs: [{ address: input.address, units: total - fee.feeUnits }] };
}

async function sign({ harness }: ConformanceWallet, request: BuildRequest): Promise<SignedTransaction> {
  return harness.sign(await unsignedOf(harness.chain, request), harness.keyOf);
}

async function replace(
  wallet: ConformanceWallet,
  payment: Payment,
  by: (payment: Payment, fee: FeeQuote) => BuildRequest,
): Promise<SignedTransaction> {
  const signed = await sign(wallet, by(payment, await feeFor(wallet, payment, "wanted")));
  expect(await wallet.harness.chain.broadcast(signed.raw)).toEqual({ outcome: "accepted" });
  return signed;
}

async function expectDead(
  { harness }: ConformanceWallet,
  { signed }: Payment,
  by: SignedTransaction,
): Promise<void> {
  const { height } = await harness.chain.tip();
  expect(await harness.chain.proofOfDeath(signed.raw, height)).toMatchObject({ by: by.txId });
  await harness.holdBack?.(false);
}
