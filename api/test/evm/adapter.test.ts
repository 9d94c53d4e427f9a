import { encodeFunctionData, getAddress, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChainUnavailable } from "../../src/chains/chain";
import { createEvmChain } from "../../src/chains/evm/chain";
import { testBroadcast, testFees } from "./adapter-payments";
import { type AdapterWorld, openAdapterWorld } from "./adapter-world";
import { OUTSIDE } from "./anvil";
import type { LyingNode } from "./proxy";

let world: AdapterWorld;
let harness: AdapterWorld["harness"];
let lied: AdapterWorld["lied"];
let tampered: AdapterWorld["tampered"];

beforeAll(async () => {
  world = await openAdapterWorld();
  ({ harness, lied, tampered } = world);
});
afterAll(() => world?.close());

describe("block", () => {
  const spreadAbi = parseAbi(["function spread(address[] tokens, address[] to, uint256[] units)"]);

  test("counts equal transfers of a transaction, leaves out zero ones and strangers' events", async () => {
    const { anvil, tokens, chain, strangerAddress } = harness;
    const spreader = await anvil.deploy("Spreader");
    const { standard, tether } = tokens;
    for (const token of [standard, tether]) await tokens.transfer({ token, address: spreader, units: 100n });
    await anvil.mine(1);
    const to = [1, 2, 3, 4].map((index) => strangerAddress(9_000 + index) as `0x${string}`);
    const args = [
      [standard, tether, standard, tether, standard],
      [...to, to[0] as `0x${string}`],
      [1n, 2n, 0n, 4n, 1n],
    ] as const;
    const data = encodeFunctionData({ abi: spreadAbi, functionName: "spread", args });

    const other = await tokens.transfer({ token: standard, address: to[0] ?? "", units: 77n });
    const { txId } = await anvil.call({ to: spreader, data });
    await anvil.mine(1);
    const seen = (await chain.block((await chain.tip()).height))?.transfers ?? [];
    const spread = [
      { txId, ordinal: 0, asset: "USDC-ERC20", to: to[0], units: 1n, from: [spreader] },
      { txId, ordinal: 0, asset: "USDT-ERC20", to: to[1], units: 2n, from: [spreader] },
      { txId, ordinal: 0, asset: "USDT-ERC20", to: to[3], units: 4n, from: [spreader] },
      { txId, ordinal: 1, asset: "USDC-ERC20", to: to[0], units: 1n, from: [spreader] },
    ];
    expect(seen.filter((transfer) => transfer.txId === txId)).toEqual(spread);
    expect(seen.filter((transfer) => transfer.txId === other.txId)).toMatchObject([
      { ordinal: 0, units: 77n },
    ]);
    expect(seen).toHaveLength(5);
  });

  test("a transfer keeps its ordinal when a reorg moves it within a block", async () => {
    const { chain, strangerAddress, anvil, tokens } = harness;
    const key = { branch: "deposit", index: 900 } as const;
    const from = harness.addressOf(key);
    await anvil.pay({ to: from, units: 10n ** 18n });
    await tokens.transfer({ token: tokens.standard, address: from, units: 10n });
    await anvil.mine(1);
    const to = strangerAddress(9_100);
    const fee = await chain.feeQuote({ model: "account", asset: "USDC-ERC20", from, to });
    const request = {
      model: "account",
      from,
      key,
      to,
      asset: "USDC-ERC20",
      units: 5n,
      nonce: 0,
      fee,
    } as const;
    const { raw, txId } = await harness.sign(chain.build(request), harness.keyOf);
    await chain.broadcast(raw);
    await anvil.mine(1);
    const before = await chain.block((await chain.tip()).height);
    await anvil.reorg(1);
    for (let n = 0; n < 3; n += 1) {
      await tokens.transfer({ token: tokens.tether, address: strangerAddress(9_101), units: 5n });
    }
    await chain.broadcast(raw);
    await anvil.mine(1);
    const after = await chain.block((await chain.tip()).height);
    expect(after?.transfers).toHaveLength(4);
    expect(after?.hash).not.toBe(before?.hash);
    expect(after?.transfers.filter((transfer) => transfer.txId === txId)).toEqual(before?.transfers);
  });
});

const SPOOF = parseAbi(["function spoof(address token, address from, address to)"]);

test("names who signed each transaction, and never whom a contract's log says it took coins from", async () => {
  const { anvil, tokens, chain, addressOf } = harness;
  const spoofer = await anvil.deploy("Spoofer");
  const ours = getAddress(addressOf({ branch: "hot", index: 0 }));
  const args = [tokens.standard, ours, OUTSIDE] as const;
  const data = encodeFunctionData({ abi: SPOOF, functionName: "spoof", args });
  const { txId } = await anvil.call({ to: spoofer, data });
  await anvil.mine(1);
  const block = await chain.block((await chain.tip()).height);
  expect(block?.spends).toMatchObject([{ kind: "account", txId, sender: OUTSIDE }]);
  expect(block?.transfers).toEqual([]);
  expect(await chain.unconfirmedSpends([ours])).toEqual([]);
});

describe("block, of a node that reports half of it", () => {
  test("a node that lags behind the header's never makes an empty block out of a full one", async () => {
    const { anvil, tokens, strangerAddress } = harness;
    await tokens.transfer({ token: tokens.standard, address: strangerAddress(9_200), units: 5n });
    await anvil.mine(1);
    const { height, hash } = await lied.tip();
    const lags: LyingNode["tamper"] = ({ method }, answer) =>
      method === "eth_getBlockByHash"
        ? { id: answer.id, result: null }
        : method === "eth_getLogs"
          ? { id: answer.id, result: [] }
          : answer;
    await expect(tampered(lags, () => lied.block(height))).rejects.toThrow(ChainUnavailable);
    const fails: LyingNode["tamper"] = ({ method }, answer) =>
      method === "eth_getLogs"
        ? { id: answer.id, error: { code: -32_000, message: "unknown block" } }
        : answer;
    await expect(tampered(fails, () => lied.block(height))).rejects.toThrow("changed each time");
    const mixes: LyingNode["tamper"] = ({ method }, answer) =>
      method === "eth_getLogs"
        ? {
            id: answer.id,
            result: JSON.parse(JSON.stringify(answer.result).replaceAll(hash, `0x${"11".repeat(32)}`)),
          }
        : answer;
    await expect(tampered(mixes, () => lied.block(height))).rejects.toThrow("changed each time");
    expect((await lied.block(height))?.transfers).toHaveLength(1);
  });
});

describe("block, of which a node says more than fits into one answer", () => {
  /** A block with a transfer of each token. */
  async function twoTokens() {
    const { anvil, tokens, chain, strangerAddress } = harness;
    for (const token of [tokens.standard, tokens.tether])
      await tokens.transfer({ token, address: strangerAddress(9_250), units: 6n });
    await anvil.mine(1);
    const { height } = await chain.tip();
    const block = await chain.block(height);
    expect(block?.transfers).toHaveLength(2);
    expect(block?.spends).toHaveLength(2);
    return { height, block };
  }
  const isOfAll = ({ method, params }: { method: string; params: unknown[] }): boolean =>
    method === "eth_getLogs" && (params[0] as { address: string[] }).address.length > 1;

  test.each<[string, LyingNode["tamper"]]>([
    [
      "more than we read",
      (call, answer) => (isOfAll(call) ? { ...answer, padding: "x".repeat(33 * 2 ** 20) } : answer),
    ],
    [
      "more than geth sends in a batch",
      (call, answer) =>
        isOfAll(call) ? { id: answer.id, error: { code: -32_003, message: "response too large" } } : answer,
    ],
  ])("is read in parts (%s)", async (_what, tamper) => {
    const { height, block } = await twoTokens();
    expect(await tampered(tamper, () => lied.block(height))).toEqual(block);
  });

  test("is not read without the part that a node lacks", async () => {
    const { tether } = harness.tokens;
    const { height, block } = await twoTokens();
    const lacks: LyingNode["tamper"] = (call, answer) => {
      if (isOfAll(call)) return { id: answer.id, error: { code: -32_003, message: "response too large" } };
      const isTether = JSON.stringify(call.params).toLowerCase().includes(tether.toLowerCase());
      return isTether ? { id: answer.id, error: { code: -32_000, message: "unknown block" } } : answer;
    };
    await expect(tampered(lacks, () => lied.block(height))).rejects.toThrow("changed each time");
    // The node that answers for this token lags: it has neither the block nor its logs.
    let parts = 0;
    const lags: LyingNode["tamper"] = (call, answer) => {
      if (isOfAll(call)) return { id: answer.id, error: { code: -32_003, message: "response too large" } };
      const isHeader = call.method === "eth_getBlockByHash" && call.params[1] === false;
      if (isHeader) parts += 1;
      if (parts % 2 === 1) return answer;
      if (isHeader) return { id: answer.id, result: null };
      return call.method === "eth_getLogs" ? { id: answer.id, result: [] } : answer;
    };
    await expect(tampered(lags, () => lied.block(height))).rejects.toThrow("changed each time");
    expect(await lied.block(height)).toEqual(block);
  });
});

test("a transaction is reported as failed by its receipt, whatever logs a node adds to that", async () => {
  const { anvil, tokens } = harness;
  const address = getAddress(harness.strangerAddress(9_506));
  const { txId } = await tokens.transfer({ token: tokens.standard, address, units: 5n });
  await anvil.mine(1);
  const { height } = await lied.tip();
  const fails: LyingNode["tamper"] = ({ method }, answer) =>
    method === "eth_getTransactionReceipt"
      ? { ...answer, result: { ...(answer.result as object), status: "0x0" } }
      : answer;
  const status = await tampered(fails, () => lied.transaction(txId));
  expect(status).toMatchObject({ status: "mined", succeeded: false });
  // What a block brings is read from its logs only: a node that keeps those of what failed is believed.
  expect(await tampered(fails, async () => (await lied.block(height))?.transfers)).toMatchObject([
    { txId, units: 5n },
  ]);
});

test("native transfers of a block are shown for links and screening, with their senders", async () => {
  const { anvil, chain, tokens, strangerAddress } = harness;
  const [first, second] = [strangerAddress(9_400), strangerAddress(9_401)];
  const paid = [
    await anvil.pay({ to: first, units: 3n }),
    await anvil.pay({ to: second, units: 0n }),
    await tokens.transfer({ token: tokens.standard, address: second, units: 5n }),
    await anvil.pay({ to: first, units: 4n }),
  ];
  await anvil.mine(1);
  const { height } = await chain.tip();
  const common = { ordinal: 0, asset: "ETH", to: first, from: [OUTSIDE] };
  const shown = await chain.nativeTransfers?.(height);
  expect([...(shown ?? [])].sort((a, b) => Number(a.units - b.units))).toEqual([
    { ...common, txId: paid[0]?.txId, units: 3n },
    { ...common, txId: paid[3]?.txId, units: 4n },
  ]);
  await expect(chain.nativeTransfers?.(height + 1)).rejects.toThrow("the node lacks a block");
});

describe("tip", () => {
  test("reports the finalized height, and null where the node knows none", async () => {
    await harness.anvil.mine(5);
    const { height, finalizedHeight } = await lied.tip();
    expect(finalizedHeight).toBe(height - 2);
    const answers = [{ error: { code: -32_602, message: "invalid block tag" } }, { result: null }];
    for (const given of answers) {
      const tamper: LyingNode["tamper"] = ({ params }, answer) =>
        params[0] === "finalized" ? { id: answer.id, ...given } : answer;
      expect(await tampered(tamper, () => lied.tip())).toMatchObject({ height, finalizedHeight: null });
    }
  });

  test("a node on another chain is unavailable for everything", async () => {
    const options = {
      id: "bsc",
      rpcUrls: [harness.anvil.url],
      chainId: 56,
      tokens: {},
      timeoutMs: 5_000,
    } as const;
    const wrong = createEvmChain(options);
    const address = harness.strangerAddress(1);
    const calls = [
      () => wrong.tip(),
      () => wrong.block(1),
      () => wrong.balance({ address, asset: "BNB" }),
      () => wrong.broadcast("0x02"),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow("the node is on chain id 1, not 56");
  });
});

testFees(() => world);
testBroadcast(() => world);

test("accounts are never read across a reorg", async () => {
  const { height } = await lied.tip();
  const addresses = [harness.strangerAddress(1)];
  let reads = 0;
  const reorganises: LyingNode["tamper"] = ({ method }, answer) => {
    if (method === "eth_getBalance") reads += 1;
    if (method !== "eth_getBlockByNumber" || reads === 0) return answer;
    return { id: answer.id, result: { ...(answer.result as object), hash: `0x${"11".repeat(32)}` } };
  };
  const read = () => lied.accounts({ addresses, finalHeight: height - 1 });
  await expect(tampered(reorganises, read)).rejects.toThrow("reorganised while it was read");
  expect((await read()).latest.height).toBe(height);
});

test("a balance without a contract is a mistake of configuration, not zero", async () => {
  const options = { id: "ethereum", rpcUrls: [harness.anvil.url], chainId: 1, timeoutMs: 5_000 } as const;
  const nowhere = harness.strangerAddress(9_300) as `0x${string}`;
  const chain = createEvmChain({ ...options, tokens: { "USDT-ERC20": nowhere } });
  await expect(chain.balance({ address: nowhere, asset: "USDT-ERC20" })).rejects.toThrow("unexpected shape");
  expect(() => createEvmChain({ ...options, tokens: { "USDT-BEP20": nowhere } })).toThrow(
    "not a token of the chain",
  );
});

test("links to the explorer where there is one", () => {
  expect(lied.explorerUrl("0xab")).toBe("https://etherscan.io/tx/0xab");
  expect(harness.chain.explorerUrl("0xab")).toBeNull();
});
