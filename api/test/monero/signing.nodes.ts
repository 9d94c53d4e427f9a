import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { UnsignedTransaction } from "../../src/chains/chain";
import { readSigned, signedText } from "../../src/chains/monero/signed";
import { ConformanceWallet } from "../conformance/wallet";
import { makeMoneroHarness } from "./harness";
import { whyNoMonero } from "./node";

const why = whyNoMonero("what the signer of Monero refuses");

let harness: Awaited<ReturnType<typeof makeMoneroHarness>>;
let wallet: ConformanceWallet;

beforeAll(async () => {
  if (why !== undefined) return;
  harness = await makeMoneroHarness();
  wallet = new ConformanceWallet(harness);
}, 120_000);
afterAll(() => harness?.close());

type Utxo = Extract<UnsignedTransaction["request"], { model: "utxo" }>;
const hot = { branch: "hot", index: 0 } as const;

/** A payment with its change in the hot wallet, as the service makes them, not signed yet. */
async function prepared(to = wallet.freshStranger()): Promise<UnsignedTransaction & { request: Utxo }> {
  const { native, addressOf, chain } = harness;
  const key = wallet.freshKey();
  await wallet.deposit(key, { ...native, units: native.units * 3n });
  const { request } = await wallet.prepare({ key, ...native, to: wallet.freshStranger() });
  if (request.model !== "utxo" || chain.prepare === undefined) throw new Error("not a chain like Monero");
  const change = { address: addressOf(hot), units: native.units };
  const outputs = [{ address: to, units: native.units }, change];
  const made = await chain.prepare({ ...request, outputs });
  if (made.request.model !== "utxo") throw new Error("not a payment of outputs");
  return { ...made, request: made.request };
}

const sign = (unsigned: UnsignedTransaction) => harness.sign(unsigned, harness.keyOf);

describe.skipIf(why !== undefined)("the signer of Monero", () => {
  it("pays an address with a payment id", async () => {
    const { integrated_address: to } = await harness.node.integratedAddress();
    const { txId, raw } = await sign(await prepared(to));
    expect(harness.chain.decode(raw).outputs[0]).toMatchObject({ to, units: harness.native.units });
    expect(await harness.chain.broadcast(raw)).toEqual({ outcome: "accepted" });
    await harness.mine(1);
    await wallet.minedStatus(txId);
  }, 60_000);

  it("pays up to fourteen recipients for no more than is quoted", async () => {
    const { chain, native, addressOf } = harness;
    const { request } = await prepared();
    const held = request.inputs.reduce((sum, { units }) => sum + units, 0n);
    for (const count of [1, 2, 3, 4, 8, 14]) {
      const units = native.units / 10n;
      const paid = Array.from({ length: count }, () => ({ address: wallet.freshStranger(), units }));
      const { feeUnits } = await chain.feeQuote({ model: "utxo", inputs: 1, outputs: count + 1 });
      const change = { address: addressOf(hot), units: held - units * BigInt(count) - feeUnits };
      const made = await chain.prepare?.({ ...request, outputs: [...paid, change] });
      const last = made?.request.model === "utxo" ? made.request.outputs.at(-1) : undefined;
      expect(last?.units).toBeGreaterThanOrEqual(change.units);
    }
  }, 60_000);

  it("keeps several coins of one transaction in the hot wallet apart", async () => {
    const { chain, native, addressOf } = harness;
    const { request } = await prepared();
    const address = addressOf(hot);
    const pieces = [1n, 3n, 2n].map((tenths) => ({ address, units: (native.units * tenths) / 10n }));
    const stranger = { address: wallet.freshStranger(), units: native.units };
    const made = await chain.prepare?.({ ...request, outputs: [stranger, ...pieces] });
    if (made === undefined) throw new Error("not a chain like Monero");
    const { txId, raw } = await sign(made);
    expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
    await harness.mine(10);
    const [, ...own] = chain.decode(raw).outputs;
    expect(own.map(({ units, ordinal }) => [units, (ordinal ?? 0) - 2_000_000_000])).toEqual([
      [native.units / 10n, 0],
      [(native.units * 3n) / 10n, 1],
      [own[2]?.units, 2],
    ]);
    const [spent] = own;
    if (spent?.ordinal === undefined) throw new Error("an output of ours without its ordinal");
    const input = { txId, ordinal: spent.ordinal, units: spent.units, address, key: hot };
    const outputs = [{ address: wallet.freshStranger(), units: native.units / 20n }];
    const second = await chain.prepare?.({
      model: "utxo",
      inputs: [input],
      outputs: [...outputs, { address, units: 1n }],
    });
    if (second === undefined) throw new Error("not a chain like Monero");
    expect(await chain.broadcast((await sign(second)).raw)).toEqual({ outcome: "accepted" });
  }, 90_000);
});

describe.skipIf(why !== undefined)("the proof of a payment", () => {
  it("keeps with each payment the key that proves it to its recipient, and shows no other's", async () => {
    const { chain, native, node } = harness;
    const { request } = await prepared();
    const primary = (
      await node.customer.call("get_address", { account_index: 0 }, z.object({ address: z.string() }))
    ).address;
    const integrated = (await node.integratedAddress()).integrated_address;
    const [sub, other] = [wallet.freshStranger(), wallet.freshStranger()];
    const change = request.outputs.at(-1);
    if (change === undefined) throw new Error("a payment without change");
    for (const recipients of [[sub], [primary], [integrated], [sub, other], [primary, sub, other]]) {
      const units = native.units / 10n;
      const outputs = recipients.map((address, at) => ({ address, units: units + BigInt(at) }));
      const made = await chain.prepare?.({
        ...request,
        outputs: [...outputs, { ...change, units: native.units }],
      });
      if (made === undefined) throw new Error("not a chain like Monero");
      const { txId, raw } = await sign(made);
      expect(await chain.broadcast(raw)).toEqual({ outcome: "accepted" });
      const paid = chain.decode(raw).outputs;
      for (const [at, { address, units: due }] of outputs.entries()) {
        const txKey = paid[at]?.txKey ?? "";
        expect(await node.provenBy({ txId, txKey, address })).toBe(due);
        for (const { address: others } of outputs.filter((one) => one.address !== address))
          expect(await node.provenBy({ txId, txKey, address: others })).toBe(0n);
      }
      expect(paid.slice(outputs.length).map(({ txKey }) => txKey)).toEqual(
        paid.slice(outputs.length).map(() => undefined),
      );
      await harness.node.forget(txId);
      await harness.mine(1);
    }
  }, 120_000);
});

describe.skipIf(why !== undefined)("what the signer of Monero refuses, and signs again", () => {
  it("refuses what the wallet prepared for another request", async () => {
    const unsigned = await prepared();
    const { request } = unsigned;
    const [input] = request.inputs;
    const [paid, change] = request.outputs;
    if (!input || !paid || !change) throw new Error("a payment with change is wanted");
    const elsewhere = { ...paid, address: wallet.freshStranger() };
    const image = { ...input, keyImages: ["ab".repeat(32)] };
    const otherKey = { ...input, key: { branch: "deposit", index: 900 } as const };
    const wrong: [string, Utxo][] = [
      ["pays others", { ...request, outputs: [elsewhere, change] }],
      ["pays others", { ...request, outputs: [{ ...paid, units: paid.units + 1n }, change] }],
      ["pays others", { ...request, outputs: [paid] }],
      ["another amount", { ...request, inputs: [{ ...input, units: input.units + 1n }] }],
      ["does not name", { ...request, inputs: [image] }],
      ["of another key", { ...request, inputs: [otherKey] }],
      ["without key images", { ...request, inputs: [{ ...input, keyImages: [] }] }],
    ];
    for (const [reason, changed] of wrong)
      await expect(sign({ ...unsigned, request: changed })).rejects.toThrow(reason);
    await expect(sign(unsigned)).resolves.toMatchObject({ txId: expect.stringMatching(/^[0-9a-f]{64}$/) });
  }, 60_000);

  it("signs the same coins twice only for bytes of which one can land, and shows by which key images", async () => {
    const unsigned = await prepared();
    const [one, other] = [await sign(unsigned), await sign(unsigned)];
    expect(other.txId).not.toBe(one.txId);
    const images = [one, other].map(({ raw }) =>
      readSigned(raw).inputs.flatMap(({ keyImages }) => keyImages),
    );
    expect(images[0]).toEqual(images[1]);
    expect(await harness.chain.broadcast(one.raw)).toEqual({ outcome: "accepted" });
    expect((await harness.chain.broadcast(other.raw)).outcome).toBe("rejected");
  }, 60_000);

  it("reads no bytes whose key images are not those that are named beside them", async () => {
    const { raw } = await sign(await prepared());
    const { inputs, ...signed } = readSigned(raw);
    const renamed = inputs.map((input) => ({ ...input, keyImages: ["cd".repeat(32)] }));
    expect(() => readSigned(signedText({ ...signed, inputs: renamed }))).toThrow("not those of the bytes");
  }, 60_000);

  it("signs again after its wallet, which is in memory only, was lost, and after the view-only one was killed", async () => {
    const { request } = await prepared();
    await harness.node.restartWallet("signer");
    // Nothing has come in since.
    const again = await harness.chain.prepare?.(request);
    if (again === undefined) throw new Error("not a chain like Monero");
    await expect(sign(again)).resolves.toHaveProperty("raw");
    await harness.node.restartWallet("view");
    await harness.chain.watchUpTo?.(1_000);
    const { txId, raw } = await sign(await prepared());
    expect(await harness.chain.broadcast(raw)).toEqual({ outcome: "accepted" });
    await harness.mine(1);
    await wallet.minedStatus(txId);
  }, 120_000);

  it("sees a deposit at index 1,000 in a wallet that was made from its keys", async () => {
    const key = { branch: "deposit", index: 1_000 } as const;
    await wallet.deposit(key, harness.native);
    expect(await harness.chain.balance({ address: harness.addressOf(key), asset: "XMR" })).toBe(
      harness.native.units,
    );
  }, 60_000);
});
