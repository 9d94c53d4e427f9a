import { encodeFunctionData, getAddress, type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEvmChain, type EvmChain } from "../../src/chains/evm/chain";
import type { AssetCode } from "../../src/core/assets";
import { type AdapterWorld, openAdapterWorld } from "./adapter-world";
import { OUTSIDE } from "./anvil";
import type { LyingNode } from "./proxy";

const ODD = parseAbi([
  "function mint(address to, uint256 units)",
  "function setFee(uint256 units, bool logsSent)",
  "function rebase(uint256 to)",
]);
const SPREAD = parseAbi(["function spread(address[] tokens, address[] to, uint256[] units)"]);

let world: AdapterWorld;
let harness: AdapterWorld["harness"];
beforeAll(async () => {
  world = await openAdapterWorld();
  harness = world.harness;
});
afterAll(() => world?.close());

/** What a block's transfers bring an address, with what one of its transactions says. */
async function transfersTo(chain: EvmChain, address: string) {
  const block = await chain.block((await chain.tip()).height);
  return (block?.transfers ?? []).filter(({ to }) => to === address);
}

describe("a token of the operator's that does otherwise than an ERC-20", () => {
  const asset: AssetCode = "USDT-ERC20";
  let token: Hex;
  let chain: EvmChain;
  const call = (data: Hex) => harness.anvil.call({ to: token, data });
  const setFee = (units: bigint, logsSent: boolean) =>
    call(encodeFunctionData({ abi: ODD, functionName: "setFee", args: [units, logsSent] }));

  beforeAll(async () => {
    const { anvil } = harness;
    token = await anvil.deploy("OddToken");
    const tokens = { [asset]: token };
    chain = createEvmChain({ id: "ethereum", rpcUrls: [anvil.url], chainId: 1, tokens, timeoutMs: 5_000 });
    await call(encodeFunctionData({ abi: ODD, functionName: "mint", args: [OUTSIDE, 10n ** 9n] }));
    await anvil.mine(1);
  });

  test("that keeps a fee, and logs it as Tether's does, brings what arrives", async () => {
    const { anvil, tokens } = harness;
    const address = getAddress(harness.strangerAddress(9_500));
    await setFee(10n, false);
    await tokens.transfer({ token, address, units: 1_000n });
    await anvil.mine(1);
    expect(await transfersTo(chain, address)).toMatchObject([{ asset, units: 990n }]);
    expect(await chain.balance({ address, asset })).toBe(990n);
  });

  test("that keeps a fee, and logs what was sent, brings what its log says: the balance is less", async () => {
    const { anvil, tokens } = harness;
    const address = getAddress(harness.strangerAddress(9_501));
    await setFee(10n, true);
    await tokens.transfer({ token, address, units: 1_000n });
    await anvil.mine(1);
    expect(await transfersTo(chain, address)).toMatchObject([{ asset, units: 1_000n }]);
    // So the comparison with the books misses ten, and freezes the asset.
    expect(await chain.balance({ address, asset })).toBe(990n);
  });

  test("whose balances change by themselves brings nothing by that: only the balance shows it", async () => {
    const { anvil, tokens } = harness;
    const address = getAddress(harness.strangerAddress(9_502));
    await setFee(0n, false);
    await tokens.transfer({ token, address, units: 1_000n });
    await anvil.mine(1);
    const { height } = await chain.tip();
    for (const [percent, units] of [
      [50n, 500n],
      [150n, 1_500n],
    ] as const) {
      await call(encodeFunctionData({ abi: ODD, functionName: "rebase", args: [percent] }));
      await anvil.mine(1);
      expect((await chain.block((await chain.tip()).height))?.transfers).toEqual([]);
      expect(await chain.balance({ address, asset })).toBe(units);
    }
    expect(await chain.balance({ address, asset, height })).toBe(1_000n);
  });
});

test("a token that calls itself as ours does, from another contract, brings nothing", async () => {
  const { anvil, tokens, chain } = harness;
  const address = getAddress(harness.strangerAddress(9_503));
  const twin = await anvil.deploy("Token");
  await tokens.mint({ token: twin, address: OUTSIDE, units: 1_000n });
  await tokens.transfer({ token: twin, address, units: 1_000n });
  const { txId } = await tokens.transfer({ token: tokens.standard, address, units: 7n });
  await anvil.mine(1);
  expect(await transfersTo(chain, address)).toMatchObject([{ txId, asset: "USDC-ERC20", units: 7n }]);
  expect(await chain.balance({ address, asset: "USDC-ERC20" })).toBe(7n);
});

describe("a transaction that failed", () => {
  test("has no log of what it did before it failed, and brings nothing", async () => {
    const { anvil, tokens, chain } = harness;
    const { standard, tether } = tokens;
    const spreader = await anvil.deploy("Spreader");
    const [good, bad] = [9_504, 9_505].map((index) => getAddress(harness.strangerAddress(index))) as [
      Hex,
      Hex,
    ];
    for (const token of [standard, tether]) await tokens.transfer({ token, address: spreader, units: 100n });
    await tokens.setBlackListed({ token: tether, address: bad, on: true });
    await anvil.mine(1);
    const args = [
      [standard, tether],
      [good, bad],
      [5n, 5n],
    ] as const;
    const data = encodeFunctionData({ abi: SPREAD, functionName: "spread", args });
    const { txId } = await anvil.call({ to: spreader, data });
    await anvil.mine(1);
    expect(await chain.transaction(txId)).toMatchObject({ status: "mined", succeeded: false });
    expect((await chain.block((await chain.tip()).height))?.transfers).toEqual([]);
    expect(await chain.balance({ address: good, asset: "USDC-ERC20" })).toBe(0n);
  });

  test("is reported as failed by its receipt, whatever logs a node adds to that", async () => {
    const { anvil, tokens } = harness;
    const { lied, tampered } = world;
    const address = getAddress(harness.strangerAddress(9_506));
    const { txId } = await tokens.transfer({ token: tokens.standard, address, units: 5n });
    await anvil.mine(1);
    const fails: LyingNode["tamper"] = ({ method }, answer) =>
      method === "eth_getTransactionReceipt"
        ? { ...answer, result: { ...(answer.result as object), status: "0x0" } }
        : answer;
    const status = await tampered(fails, () => lied.transaction(txId));
    expect(status).toMatchObject({ status: "mined", succeeded: false });
    // What a block brings is read from its logs only: a node that keeps those of what failed is believed.
    expect(await tampered(fails, () => transfersTo(lied, address))).toMatchObject([{ txId, units: 5n }]);
  });
});
