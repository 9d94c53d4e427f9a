import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { BuildRequest } from "../../src/chains/chain";
import { createMoneroNode } from "../../src/chains/monero/node";
import { readRingSignatures } from "../../src/chains/monero/ring-signatures";
import { readSigned } from "../../src/chains/monero/signed";
import { ConformanceWallet } from "../conformance/wallet";
import { makeMoneroHarness } from "./harness";
import { whyNoMonero } from "./node";

const why = whyNoMonero("payments of Monero that a reorg made unminable");
/** A miner's coins are decoys after sixty blocks; the wallet follows no reorg of more than a hundred. */
const DEEP = 95;

let harness: Awaited<ReturnType<typeof makeMoneroHarness>>;
let wallet: ConformanceWallet;

beforeAll(async () => {
  if (why !== undefined) return;
  harness = await makeMoneroHarness();
  wallet = new ConformanceWallet(harness);
}, 120_000);
afterAll(() => harness?.close());

/** Removes blocks, leaves what they held to the node, and mines others in their places. */
async function replaceBlocks(depth: number, mined = depth + 1): Promise<void> {
  await harness.node.node.post("/pop_blocks", { nblocks: depth }, z.object({ status: z.literal("OK") }));
  await harness.mine(mined);
}

/** A payment of coins that lie deeper than a reorg of `DEEP` blocks, with a member of its ring that does not. */
async function deepPayment() {
  const { native } = harness;
  const key = wallet.freshKey();
  await wallet.deposit(key, { ...native, units: native.units * 3n });
  await harness.mine(DEEP);
  const payment = await wallet.prepare({ key, ...native, to: wallet.freshStranger() });
  while (!(await isRingAbove(payment.signed.raw, (await tipHeight()) - DEEP + 2)))
    payment.signed = await signAgain(payment.request);
  return payment;
}

async function isRingAbove(raw: string, height: number): Promise<boolean> {
  const node = createMoneroNode({ network: "regtest", url: harness.node.url, timeoutMs: 60_000 });
  const numbers = readRingSignatures(readSigned(raw).bytes).flatMap(({ ring }) => ring);
  const members = await node.outputsAt(numbers);
  node.close();
  return (members ?? []).some((member) => member.height >= height);
}

const tipHeight = async () => (await harness.chain.tip()).height;
const isOutdated = async (raw: string, finalHeight?: number) =>
  harness.chain.forgetOutdated?.(raw, finalHeight ?? (await tipHeight()));

async function signAgain(request: BuildRequest) {
  if (request.model !== "utxo" || harness.chain.prepare === undefined) throw new Error("not like Monero");
  return harness.sign(await harness.chain.prepare(request), harness.keyOf);
}

describe.skipIf(why !== undefined)("a payment of Monero whose ring members a reorg replaced", () => {
  it("is proved unminable, and one over the same key images is mined in its place", async () => {
    const { chain } = harness;
    const payment = await deepPayment();
    const { raw, txId } = payment.signed;
    expect(await isOutdated(raw)).toBe(false);
    await wallet.send(payment);
    expect(await isOutdated(raw)).toBe(false);
    expect((await chain.transaction(txId)).status).toBe("mempool");
    await harness.mine(1);
    await replaceBlocks(DEEP);
    // The node keeps what was in a block, and would refuse all else that spends the same coins.
    expect((await chain.transaction(txId)).status).toBe("mempool");
    expect(await isOutdated(raw, (await tipHeight()) - DEEP)).toBe(false);
    expect((await chain.transaction(txId)).status).toBe("mempool");
    expect(await isOutdated(raw)).toBe(true);
    expect((await chain.transaction(txId)).status).toBe("unknown");
    expect((await chain.broadcast(raw)).outcome).toBe("rejected");
    expect(await chain.proofOfDeath(raw, await tipHeight())).toBeNull();

    const sibling = await signAgain(payment.request);
    expect(chain.decode(sibling.raw).inputs).toEqual(chain.decode(raw).inputs);
    expect(await chain.broadcast(sibling.raw)).toEqual({ outcome: "accepted" });
    await harness.mine(1);
    await wallet.minedStatus(sibling.txId);
    expect(await isOutdated(raw)).toBe(false);
    expect(await chain.proofOfDeath(raw, await tipHeight())).toMatchObject({ by: sibling.txId, gone: [{}] });
  }, 180_000);

  it("is not called so while blocks lack that its ring names, or after a reorg that left its ring", async () => {
    const { chain } = harness;
    const payment = await deepPayment();
    const { raw, txId } = payment.signed;
    await wallet.send(payment);
    await harness.mine(1);
    await replaceBlocks(1);
    expect(await isOutdated(raw)).toBe(false);
    await wallet.minedStatus(txId);
    await replaceBlocks(DEEP, 1);
    expect(await isOutdated(raw)).toBe(false);
    expect((await chain.transaction(txId)).status).toBe("mempool");
    await harness.mine(DEEP);
    expect(await isOutdated(raw)).toBe(true);
  }, 180_000);
});
