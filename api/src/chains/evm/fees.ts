import { encodeFunctionData, erc20Abi, type Hex, isAddress } from "viem";
import { z } from "zod";
import { assert } from "../../core/assert";
import { type AssetCode, type ChainId, NATIVE_ASSET } from "../../core/assets";
import { ChainUnavailable, type FeeQuote, type FeeRequest } from "../chain";
import { blockHeader, quantity } from "./fields";
import type { EvmNode } from "./node";

/** What a native payment to an address without code costs (yellow paper, G_transaction). */
const GAS_PLAIN = 21_000n;
/** At least for a native payment to a contract, such as a smart wallet: its code may do more once value comes. */
const GAS_CONTRACT = 60_000n;
/** Above it a recipient's code spends more of our gas than any wallet needs; such a payment may fail. */
const GAS_MAX = 250_000n;
/** USDT and USDC to an address that never held them take 63,000 and 62,000; both can be upgraded. */
const GAS_TOKEN = 100_000n;
const GAS_TOKEN_MIN = 65_000n;

const GWEI = 10n ** 9n;
/** A node that asks more than this per gas is broken, or the chain is in no state to be used. */
const GAS_PRICE_MAX: Readonly<Partial<Record<ChainId, bigint>>> = {
  ethereum: 3_000n * GWEI,
  bsc: 300n * GWEI,
  polygon: 30_000n * GWEI,
};
/** Priority fees below these are not relayed (Polygon's is its protocol's minimum). */
const PRIORITY_MIN: Readonly<Partial<Record<ChainId, bigint>>> = { polygon: 25n * GWEI };

/** BSC's base fee is zero, so one price says everything. */
const LEGACY_CHAINS: readonly ChainId[] = ["bsc"];

export type Gas = { gas: bigint } & (
  | { type: "eip1559"; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: "legacy"; gasPrice: bigint }
);

/** Quotes a transaction's fee; `feeUnits` is its upper bound, gas limit × highest price per gas. */
export async function quoteFee(
  node: EvmNode,
  contracts: ReadonlyMap<AssetCode, Hex>,
  request: FeeRequest,
): Promise<FeeQuote> {
  assert(request.model === "account", "an EVM chain quotes account transactions");
  const estimates = estimatesOf(node.chain, contracts, request);
  const [header, priority, price, ...estimated] = await node.readBatch([
    { method: "eth_getBlockByNumber", params: ["latest", false] },
    { method: "eth_maxPriorityFeePerGas", params: [] },
    { method: "eth_gasPrice", params: [] },
    ...estimates.map((call) => ({ method: "eth_estimateGas", params: [call] })),
  ]);
  // A node without EIP-1559 knows no priority fee; an estimate fails where the payment would revert.
  const estimate = estimated.map((answer) => (answer.ok ? quantity.safeParse(answer.value).data : undefined));
  const { baseFeePerGas } = node.parse(header, blockHeader);
  const gas = gasLimit({
    isNative: request.asset === NATIVE_ASSET[node.chain],
    to: request.to,
    estimated: estimate.find((found) => found !== undefined),
  });
  if (baseFeePerGas === undefined || LEGACY_CHAINS.includes(node.chain)) {
    const gasPrice = node.parse(price, quantity) + (baseFeePerGas ?? 0n);
    return quoteOf(node.chain, { type: "legacy", gas, gasPrice });
  }
  const suggested = node.parse(priority, quantity);
  const least = PRIORITY_MIN[node.chain] ?? 0n;
  const tip = suggested > least ? suggested : least;
  if (request.isExact === true)
    return quoteOf(node.chain, { type: "eip1559", gas, ...exactly(baseFeePerGas, tip) });
  const maxPriorityFeePerGas = tip;
  // Twice the base fee outlasts five full blocks in a row, each of which raises it by an eighth.
  const maxFeePerGas = 2n * baseFeePerGas + maxPriorityFeePerGas;
  return quoteOf(node.chain, { type: "eip1559", gas, maxFeePerGas, maxPriorityFeePerGas });
}

/**
 * The price per gas is the lower of the cap and of base fee plus tip (EIP-1559): with the cap as the tip, it is the cap.
 * One and a half times the base fee outlasts three full blocks in a row; what a sweep does not need is lost to it.
 */
function exactly(baseFeePerGas: bigint, tip: bigint): { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint } {
  const price = (3n * baseFeePerGas) / 2n + tip;
  return { maxFeePerGas: price, maxPriorityFeePerGas: price };
}

/**
 * What to estimate, the best first. One unit stands for the amount, on which the cost of code hardly depends; a sender
 * who has nothing yet can only be estimated without value, which may spare code some writing.
 */
function estimatesOf(
  chain: ChainId,
  contracts: ReadonlyMap<AssetCode, Hex>,
  request: Extract<FeeRequest, { model: "account" }>,
): readonly Record<string, string>[] {
  const { asset, from, to } = request;
  assert(from === undefined || isAddress(from), "sender is not an address");
  assert(to === undefined || isAddress(to), "recipient is not an address");
  // An address taken at random instead may hold the token already, and would cost less than the real recipient.
  if (to === undefined) return [];
  const sender = from === undefined ? {} : { from };
  if (asset === NATIVE_ASSET[chain]) {
    return ["0x1", "0x0"].map((value) => ({ ...sender, to, value }));
  }
  const contract = contracts.get(asset);
  assert(contract, "no contract is configured for the asset", { asset });
  const args = [to, 1n] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
  return [{ ...sender, to: contract, data }];
}

function gasLimit(of: { isNative: boolean; to: string | undefined; estimated: bigint | undefined }): bigint {
  const { isNative, to, estimated } = of;
  if (isNative && (to === undefined || estimated === GAS_PLAIN)) return GAS_PLAIN;
  if (estimated === undefined) return isNative ? GAS_CONTRACT : GAS_TOKEN;
  const withMargin = (estimated * 13n) / 10n;
  const least = isNative ? GAS_CONTRACT : GAS_TOKEN_MIN;
  return clamp(withMargin, { least, most: GAS_MAX });
}

const clamp = (value: bigint, { least, most }: { least: bigint; most: bigint }): bigint =>
  value < least ? least : value > most ? most : value;

/** A fee of so much gas; throws ChainUnavailable where its price is beyond reason. */
export function quoteOf(chain: ChainId, gas: Gas): FeeQuote {
  const highestPrice = gas.type === "eip1559" ? gas.maxFeePerGas : gas.gasPrice;
  const priceMax = GAS_PRICE_MAX[chain];
  assert(priceMax !== undefined, "not an EVM chain", { chain });
  if (highestPrice > priceMax) throw new ChainUnavailable(chain, "the price of gas is beyond reason");
  const feeUnits = gas.gas * highestPrice;
  const { type, ...figures } = gas;
  const detail = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value.toString()]));
  return { feeUnits, detail: { type, ...detail } };
}

const units = z
  .string()
  .regex(/^\d{1,30}$/)
  .transform((text) => BigInt(text));
const gasDetail = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("eip1559"),
    gas: units,
    maxFeePerGas: units,
    maxPriorityFeePerGas: units,
  }),
  z.strictObject({ type: z.literal("legacy"), gas: units, gasPrice: units }),
]);

/** Reads a fee quote's detail back; throws when it is not of this adapter or does not fit its `feeUnits`. */
export function gasOf(quote: FeeQuote): Gas {
  const gas: Gas = gasDetail.parse(quote.detail);
  const highestPrice = gas.type === "eip1559" ? gas.maxFeePerGas : gas.gasPrice;
  assert(gas.gas * highestPrice === quote.feeUnits, "the quote's detail does not make its fee");
  return gas;
}
