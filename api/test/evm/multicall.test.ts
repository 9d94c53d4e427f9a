import { encodeFunctionResult, getAddress, type Hex, multicall3Abi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ChainUnavailable, OldStateMissing } from "../../src/chains/chain";
import { MULTICALL3 } from "../../src/chains/evm/balances";
import { createEvmChain, type EvmChain } from "../../src/chains/evm/chain";
import { type EvmHarness, makeEvmHarness } from "./harness";
import { installMulticall } from "./multicall";
import { type LyingNode, startLyingNode } from "./proxy";

const COUNT = 450;

let harness: EvmHarness;
let node: LyingNode;
let chain: EvmChain;
/** Who has what: native coins, tokens, both or nothing. */
let addresses: string[];
/** A block in which the contract is not there yet. */
let heightBefore: number;

const open = (token: Hex): EvmChain =>
  createEvmChain({
    id: "ethereum",
    rpcUrls: [node.url],
    chainId: 1,
    tokens: { "USDT-ERC20": token },
    timeoutMs: 10_000,
  });

beforeAll(async () => {
  harness = await makeEvmHarness({ id: "ethereum", token: "tether" });
  const { anvil, tokens } = harness;
  node = await startLyingNode(anvil.url);
  chain = open(tokens.tether);
  addresses = Array.from({ length: COUNT }, (_, n) => harness.strangerAddress(n));
  for (const [n, address] of addresses.entries()) {
    if (n % 4 === 0) await anvil.pay({ to: address, units: BigInt(n + 1) });
    if (n % 6 === 0) await tokens.transfer({ token: tokens.tether, address, units: BigInt(2 * n + 1) });
  }
  await anvil.mine(1);
  heightBefore = (await chain.tip()).height;
});
afterAll(async () => {
  await node?.close();
  await harness?.close();
});

type Call = { method: string; params: unknown[] };

/** What the node is asked during a call: the requests, and the calls in them. */
async function asked<Value>(
  call: () => Promise<Value>,
): Promise<{ value: Value; requests: number; calls: Call[] }> {
  const bodies: (Call | Call[])[] = [];
  node.overhear = ({ body }) => bodies.push(JSON.parse(body));
  try {
    const value = await call();
    return { value, requests: bodies.length, calls: bodies.flat() };
  } finally {
    node.overhear = () => undefined;
  }
}

async function tampered<Value>(tamper: LyingNode["tamper"], call: () => Promise<Value>): Promise<Value> {
  const before = node.tamper;
  node.tamper = tamper;
  try {
    return await call();
  } finally {
    node.tamper = before;
  }
}

const count = (calls: readonly Call[], method: string): number =>
  calls.filter((call) => call.method === method).length;

/** What the node itself says of a native balance. */
const balanceAt = async (address: string, height: number): Promise<bigint> =>
  BigInt(z.string().parse(await harness.anvil.rpc("eth_getBalance", [address, `0x${height.toString(16)}`])));

const native = { asset: "ETH" } as const;
const token = { asset: "USDT-ERC20" } as const;
const tokenUnits = (n: number): bigint => (n % 6 === 0 ? BigInt(2 * n + 1) : 0n);
const nativeUnits = (n: number): bigint => (n % 4 === 0 ? BigInt(n + 1) : 0n);

test("where Multicall3 is not there, balances are read one by one, in batches", async () => {
  const ofTokens = await asked(() => chain.balances({ addresses, ...token }));
  expect(ofTokens.value).toEqual(addresses.map((_, n) => tokenUnits(n)));
  expect(count(ofTokens.calls, "eth_call")).toBe(COUNT);
  const ofAccounts = await asked(() => chain.accounts({ addresses, finalHeight: heightBefore - 1 }));
  expect([...ofAccounts.value.accounts.values()].map(({ latest }) => latest.balanceUnits)).toEqual(
    addresses.map((_, n) => nativeUnits(n)),
  );
  expect(count(ofAccounts.calls, "eth_getBalance")).toBe(2 * COUNT);
  // That it is not there is not remembered.
  expect(count(ofAccounts.calls, "eth_getCode")).toBe(2);
});

describe("where Multicall3 is there", () => {
  beforeAll(() => installMulticall(harness.anvil));

  test("one by one in a block that is older than it, and together in the latest one", async () => {
    const { value, calls } = await asked(() => chain.accounts({ addresses, finalHeight: heightBefore }));
    expect(count(calls, "eth_getBalance")).toBe(COUNT);
    expect(count(calls, "eth_call")).toBe(3);
    for (const [n, address] of addresses.entries()) {
      const state = { balanceUnits: nativeUnits(n), nonce: 0 };
      expect(value.accounts.get(address)).toEqual({ latest: state, final: state });
    }
  });

  test("accounts are those of single calls, for few calls", async () => {
    const { anvil } = harness;
    const { height } = await chain.tip();
    await anvil.pay({ to: addresses[1] ?? "", units: 77n });
    await anvil.mine(1);
    const { value, calls, requests } = await asked(() => chain.accounts({ addresses, finalHeight: height }));
    expect([value.latest.height, value.final.height]).toEqual([height + 1, height]);
    expect([...value.accounts.keys()]).toEqual(addresses);
    for (const address of [0, 1, 2, 4, 199, 200, 400, 449].map((n) => addresses[n] ?? "")) {
      const { latest, final } = value.accounts.get(address) ?? {};
      expect(latest?.balanceUnits).toBe(await balanceAt(address, height + 1));
      expect(final?.balanceUnits).toBe(await balanceAt(address, height));
    }
    expect(value.accounts.get(addresses[1] ?? "")?.latest.balanceUnits).toBe(77n);
    expect(count(calls, "eth_getBalance")).toBe(0);
    expect(count(calls, "eth_getCode")).toBe(0);
    expect(count(calls, "eth_call")).toBe(6);
    // The nonces of both blocks, 50 in a request, with the heads of both before and after.
    expect(requests).toBe(Math.ceil((2 * COUNT + 6) / 50) + 2);
  });

  test("balances of tokens and of native coins are those of single calls, in three requests", async () => {
    const { height } = await chain.tip();
    const shown = [...addresses.slice(300), ...addresses];
    for (const { asset } of [native, token]) {
      const { value, requests, calls } = await asked(() =>
        chain.balances({ addresses: shown, asset, height }),
      );
      expect(requests).toBe(3);
      expect(count(calls, "eth_call")).toBe(3);
      expect(value).toHaveLength(shown.length);
      for (const n of [0, 1, 149, 150, 156, 162, 599])
        expect(value[n]).toBe(await chain.balance({ address: shown[n] ?? "", asset, height }));
    }
    expect(await chain.balances({ addresses: [], ...token })).toEqual([]);
  });

  test("what is read is of one block, also where none is named", async () => {
    const { height } = await chain.tip();
    const { calls } = await asked(() => chain.balances({ addresses, ...token }));
    const blocks = calls.filter(({ method }) => method === "eth_call").map(({ params }) => params[1]);
    expect(new Set(blocks)).toEqual(new Set([`0x${height.toString(16)}`]));
    let reads = 0;
    const reorganises: LyingNode["tamper"] = ({ method }, answer) => {
      if (method === "eth_call") reads += 1;
      if (method !== "eth_getBlockByNumber" || reads === 0) return answer;
      return { id: answer.id, result: { ...(answer.result as object), hash: `0x${"11".repeat(32)}` } };
    };
    const read = () => chain.balances({ addresses, ...token, height });
    await expect(tampered(reorganises, read)).rejects.toThrow("reorganised while it was read");
  });
});

test("a state that the node lacks is told apart, also where it is Multicall3 that is asked", async () => {
  const { height } = await chain.tip();
  const lacks: LyingNode["tamper"] = ({ method, params }, answer) =>
    method === "eth_call" && params[1] === `0x${(height - 1).toString(16)}`
      ? { id: answer.id, error: { code: -32_000, message: "missing trie node d744 (path )" } }
      : answer;
  const read = () => chain.accounts({ addresses, finalHeight: height - 1 });
  await expect(tampered(lacks, read)).rejects.toThrow(OldStateMissing);
  expect((await read()).accounts.size).toBe(COUNT);
});

describe("what fails is no balance of zero", () => {
  test.each([
    ["reverts", "0x60006000fd"],
    // 32 bytes of zero, which look like a balance.
    ["reverts with a word", "0x60206000fd"],
    ["answers nothing", "0x00"],
    ["answers more than a word", "0x60406000f3"],
    ["is not there", "0x"],
  ])("where the token %s", async (_, code) => {
    const broken = getAddress(`0x${"b0".repeat(20)}`);
    await harness.anvil.rpc("anvil_setCode", [broken, code]);
    await harness.anvil.mine(1);
    const read = open(broken).balances({ addresses: addresses.slice(0, 3), ...token });
    await expect(read).rejects.toThrow(ChainUnavailable);
  });

  const answers = (balances: readonly Hex[], success = true): Hex =>
    encodeFunctionResult({
      abi: multicall3Abi,
      functionName: "aggregate3",
      result: balances.map((returnData) => ({ success, returnData })),
    });
  const one: Hex = `0x${"00".repeat(31)}01`;

  test.each([
    ["one that is missing", answers([one, one])],
    ["one too many", answers([one, one, one, one])],
    ["one that failed", answers([one, one, one], false)],
    ["one that is half a word", answers([one, one, "0x01"])],
    ["no such bytes", "0x1234"],
    ["nothing, as where the contract is gone", "0x"],
  ] as const)("where the contract answers with %s; it is looked for again", async (_, result) => {
    const three = { addresses: addresses.slice(0, 3), ...token };
    const lies: LyingNode["tamper"] = ({ method }, answer) =>
      method === "eth_call" ? { id: answer.id, result } : answer;
    await chain.balances(three);
    await expect(tampered(lies, () => chain.balances(three))).rejects.toThrow(ChainUnavailable);
    const { value, calls } = await asked(() => chain.balances(three));
    expect(value).toEqual([1n, 0n, 0n]);
    expect(calls.filter(({ method }) => method === "eth_getCode")).toMatchObject([
      { params: [MULTICALL3, expect.any(String)] },
    ]);
  });
});
