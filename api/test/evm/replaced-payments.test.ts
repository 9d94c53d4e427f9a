import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signEvm } from "../../src/chains/evm/transaction";
import { patienceOf } from "../../src/chains/policy";
import type { LegId } from "../../src/core/ids";
import { CUSTOMER_EVM, OTHER_EVM } from "../chains/signer";
import {
  addFloat,
  attempts,
  chainPaymentHooks,
  follow,
  holdings,
  hot,
  last,
  leg,
  sign,
  told,
  violations,
  watch,
  world,
} from "../database/chain-payments";
import { type EvmHarness, makeEvmHarness } from "./harness";

chainPaymentHooks();

let harness: EvmHarness;
beforeAll(async () => {
  harness = await makeEvmHarness({ id: "ethereum", token: "standard" });
}, 60_000);
afterAll(() => harness.close());

const { raiseBlocks, cancelBlocks } = patienceOf("ethereum") ?? { raiseBlocks: 0, cancelBlocks: 0 };
const UNITS = 10n ** 17n;
const kinds = async () => (await attempts()).map(({ kind, state }) => `${kind} ${state}`);
const received = (address: string) => harness.chain.balance({ asset: "ETH", address });

async function mine(blocks: number): Promise<void> {
  await harness.mine(blocks);
  await watch("ethereum");
}

/** Blocks without the newest transaction, which the node then has again. */
async function leaveOut(blocks: number): Promise<void> {
  await harness.drop?.((await last()).txId);
  await mine(blocks);
  await follow("ethereum", 2);
}

/** A payment that was sent, with room in its cap for so many times what it offers. */
async function sent(times: bigint): Promise<LegId> {
  const quote = await harness.chain.feeQuote({
    model: "account",
    asset: "ETH",
    from: hot("ethereum"),
    to: CUSTOMER_EVM,
  });
  const id = await leg("ethereum", {
    units: UNITS,
    feeUnitsMax: quote.feeUnits * times,
    destination: CUSTOMER_EVM,
  });
  expect(await sign(id)).toEqual({ kind: "signed" });
  await follow("ethereum");
  return id;
}

describe("a payment that no block of a real node takes", () => {
  beforeEach(async () => {
    world.chain = (chain) => (chain.id === "ethereum" ? harness.chain : chain);
    world.sign = signEvm;
    await harness.fund({ address: hot("ethereum"), asset: "ETH", units: 10n ** 18n });
    await mine(3);
    await addFloat("ethereum", await received(hot("ethereum")));
  });

  it("is replaced by one with its nonce that pays a tenth more, and paid once", async () => {
    const before = await received(CUSTOMER_EVM);
    const id = await sent(3n);
    await leaveOut(raiseBlocks);
    expect(await kinds()).toEqual(["legs superseded", "legs signed"]);
    const [first, second] = await attempts();
    expect(second?.nonce).toBe(first?.nonce);
    await follow("ethereum");
    await mine(2);
    await follow("ethereum", 2);
    expect(await kinds()).toEqual(["legs dead", "legs final"]);
    expect(told).toEqual([`sent ${id}`, `sent ${id}`, `final ${id}`]);
    expect((await received(CUSTOMER_EVM)) - before).toBe(UNITS);
    const [books, onChain] = await holdings("ethereum");
    expect(books).toBe(onChain);
    expect(await violations()).toBe(0);
  });

  it("is cancelled at its cap: its nonce pays nothing to ourselves, a later one is mined, and it is paid by another", async () => {
    const before = [await received(CUSTOMER_EVM), await received(OTHER_EVM)];
    const id = await sent(1n);
    await leaveOut(cancelBlocks);
    expect(await kinds()).toEqual(["legs superseded", "cancel signed"]);
    const later = await leg("ethereum", { units: 1_000n, feeUnitsMax: 10n ** 16n, destination: OTHER_EVM });
    expect(await sign(later)).toEqual({ kind: "signed" });
    await follow("ethereum", 2);
    await mine(2);
    await follow("ethereum", 2);
    expect(await kinds()).toEqual(["legs dead", "cancel final", "legs final"]);
    expect(await received(CUSTOMER_EVM)).toBe(before[0]);
    expect(await received(OTHER_EVM)).toBe((before[1] ?? 0n) + 1_000n);
    expect(told).toContain(`dead ${id}`);
    expect(await sign(id)).toEqual({ kind: "signed" });
    await follow("ethereum");
    await mine(2);
    await follow("ethereum");
    expect((await kinds()).at(-1)).toBe("legs final");
    expect((await received(CUSTOMER_EVM)) - (before[0] ?? 0n)).toBe(UNITS);
    const [books, onChain] = await holdings("ethereum");
    expect(books).toBe(onChain);
    expect(await violations()).toBe(0);
  });
});
