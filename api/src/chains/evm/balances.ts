import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, multicall3Abi } from "viem";
import { z } from "zod";
import { assert } from "../../core/assert";
import { type AssetCode, NATIVE_ASSET } from "../../core/assets";
import type { Result } from "../../core/result";
import { ChainUnavailable } from "../chain";
import type { RpcCall, RpcError } from "../rpc";
import { checked } from "./codec";
import { blockHeader, hexBytes, quantity, quantityOf } from "./fields";
import type { EvmNode } from "./node";
import type { EvmCodec } from "./transaction";

/** Where Multicall3 is on every chain that has it (https://github.com/mds1/multicall3). */
export const MULTICALL3: Hex = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** Balances that one call of Multicall3 reads: with 40,000 gas for each, it stays far below the 50 million that geth allows. */
export const BALANCES_PER_CALL = 200;
const ADDRESSES_MAX = 4_000;

export type Answers = readonly Result<unknown, RpcError>[];

/** Calls about one block, and what their answers say. */
export type Reads<Value> = { calls: readonly RpcCall[]; parse(answers: Answers): Value };

type Wanted = { addresses: readonly Hex[]; asset: AssetCode };

export type Balances = {
  one(query: { address: string; asset: AssetCode; height?: number }): Promise<bigint>;
  /** See `Chain.balances`. */
  many(query: {
    addresses: readonly string[];
    asset: AssetCode;
    height?: number;
  }): Promise<readonly bigint[]>;
  /** Prepares to read in the blocks at these heights: by Multicall3 in those that have it, or else one by one. */
  prepare(heights: readonly number[]): Promise<ReadsAt>;
};

/** What reads balances in the block at a height. */
export type ReadsAt = (height: number, wanted: Wanted) => Reads<readonly bigint[]>;

/** Reads balances of native coins and tokens, always of one block. */
export function createBalances(node: EvmNode, codec: EvmCodec): Balances {
  const multicall = createMulticall(node);
  const single = (wanted: Wanted, at: string): Reads<readonly bigint[]> => ({
    calls: wanted.addresses.map((address) => singleCall(codec, { address, asset: wanted.asset }, at)),
    parse: (answers) => answers.map((answer) => node.parse(answer, unitsOf(codec, wanted.asset))),
  });
  const prepare: Balances["prepare"] = async (heights) => {
    const has = await multicall.blocksWithIt(heights);
    return (height, wanted) => {
      const at = quantityOf(height);
      if (!has.has(height)) return single(wanted, at);
      return multicall.reads(wanted.addresses, readOf(codec, wanted.asset), at);
    };
  };
  return {
    prepare,
    async one({ address, asset, height }) {
      const at = height === undefined ? "latest" : quantityOf(height);
      const { method, params } = singleCall(codec, { address: checked(address), asset }, at);
      return node.read(method, params, unitsOf(codec, asset));
    },
    async many({ addresses, asset, height }) {
      assert(addresses.length <= ADDRESSES_MAX, "too many addresses at once", { count: addresses.length });
      const before = await headerAt(node, height);
      const readsAt = await prepare([before.height]);
      const reads = readsAt(before.height, { addresses: addresses.map(checked), asset });
      const answers = await node.readBatch(reads.calls);
      // By number rather than by hash (EIP-1898), which not every provider knows.
      if ((await headerAt(node, before.height)).hash !== before.hash)
        throw new ChainUnavailable(node.chain, "the chain was reorganised while it was read");
      return reads.parse(answers);
    },
  };
}

async function headerAt(node: EvmNode, height: number | undefined) {
  const at = height === undefined ? "latest" : quantityOf(height);
  return (await node.read("eth_getBlockByNumber", [at, false], blockHeader)).ref;
}

/** An address without a contract answers 0x: that is a wrong configuration, not a balance of zero. */
const word = hexBytes.refine((hex) => hex.length === 2 + 64).transform((hex) => BigInt(hex));

const unitsOf = ({ chain }: EvmCodec, asset: AssetCode): z.ZodType<bigint> =>
  asset === NATIVE_ASSET[chain] ? quantity : word;

function singleCall(
  codec: EvmCodec,
  { address, asset }: { address: Hex; asset: AssetCode },
  at: string,
): RpcCall {
  if (asset === NATIVE_ASSET[codec.chain]) return { method: "eth_getBalance", params: [address, at] };
  const { target, callData } = readOf(codec, asset)(address);
  return { method: "eth_call", params: [{ to: target, data: callData }, at] };
}

/** What a contract is asked for the balance of an address: the token's, or Multicall3 for native coins. */
type Read = (address: Hex) => { target: Hex; callData: Hex };

function readOf(codec: EvmCodec, asset: AssetCode): Read {
  if (asset === NATIVE_ASSET[codec.chain]) {
    return (address) => ({
      target: MULTICALL3,
      callData: encodeFunctionData({ abi: multicall3Abi, functionName: "getEthBalance", args: [address] }),
    });
  }
  const target = codec.contracts.get(asset);
  assert(target, "no contract is configured for the asset", { asset });
  return (address) => ({
    target,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [address] }),
  });
}

/** Multicall3 on one node's chain. */
function createMulticall(node: EvmNode) {
  /** The lowest block in which it was seen: it is in all later ones. */
  let seenAt = Number.POSITIVE_INFINITY;
  return {
    /** Those of these heights whose blocks have it. Where a node refuses to say, it refuses what is asked next, too. */
    async blocksWithIt(heights: readonly number[]): Promise<ReadonlySet<number>> {
      const unknown = heights.filter((height) => height < seenAt);
      const answers = await node.readBatch(
        unknown.map((height) => ({ method: "eth_getCode", params: [MULTICALL3, quantityOf(height)] })),
      );
      const found = unknown.filter((_, n) => {
        const answer = answers[n];
        return answer?.ok === true && node.parse(answer, hexBytes) !== "0x";
      });
      seenAt = Math.min(seenAt, ...found);
      return new Set(heights.filter((height) => height >= seenAt));
    },
    reads(addresses: readonly Hex[], read: Read, at: string): Reads<readonly bigint[]> {
      const pages = pagesOf(addresses, BALANCES_PER_CALL);
      return {
        calls: pages.map((page) => aggregate(page.map(read), at)),
        parse(answers) {
          try {
            return pages.flatMap((page, n) => unitsIn(node, answers[n], page.length));
          } catch (error) {
            // A reorg may have taken it away: it is looked for again.
            seenAt = Number.POSITIVE_INFINITY;
            throw error;
          }
        },
      };
    },
  };
}

/** One call of it, which reverts where one of the reads does: what fails is never taken for zero. */
function aggregate(reads: readonly ReturnType<Read>[], at: string): RpcCall {
  const calls = reads.map((read) => ({ ...read, allowFailure: false }));
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  return { method: "eth_call", params: [{ to: MULTICALL3, data }, at] };
}

const results = (count: number) =>
  z.array(z.object({ success: z.literal(true), returnData: word })).length(count);

function unitsIn(node: EvmNode, answer: Answers[number] | undefined, count: number): bigint[] {
  const value = decoded(node.parse(answer, hexBytes));
  return node.parse({ ok: true, value }, results(count)).map(({ returnData }) => returnData);
}

/** What `aggregate3` returned; null where these are no such bytes. */
function decoded(data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data });
  } catch {
    return null;
  }
}

/** Items in pages of `size`; the last one may be shorter. */
export const pagesOf = <Item>(items: readonly Item[], size: number): (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
