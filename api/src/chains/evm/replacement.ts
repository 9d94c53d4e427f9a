import type { FeeQuote, FeeRequest } from "../chain";
import { type Gas, gasOf, quoteFee, quoteOf } from "./fees";
import type { EvmNode } from "./node";
import { type EvmCodec, pricesOf } from "./transaction";

/**
 * See `Chain.replacementFee`. geth takes a transaction with the nonce of another that pays a tenth more of both prices
 * per gas (`txpool.pricebump`); one with a single price offers it as both.
 */
export async function quoteReplacement(
  node: EvmNode,
  codec: EvmCodec,
  raw: string,
  request: FeeRequest,
): Promise<{ least: FeeQuote; wanted: FeeQuote }> {
  const current = gasOf(await quoteFee(node, codec.contracts, request));
  const before = pricesOf(raw);
  const fee = raised(before.maxFeePerGas);
  const tip = raised(before.maxPriorityFeePerGas);
  const least: Gas =
    current.type === "legacy"
      ? { ...current, gasPrice: fee }
      : { ...current, maxFeePerGas: fee, maxPriorityFeePerGas: tip };
  const wanted: Gas =
    current.type === "legacy"
      ? { ...current, gasPrice: higher(current.gasPrice, fee) }
      : {
          ...current,
          maxFeePerGas: higher(current.maxFeePerGas, fee),
          maxPriorityFeePerGas: higher(current.maxPriorityFeePerGas, tip),
        };
  return { least: quoteOf(node.chain, least), wanted: quoteOf(node.chain, wanted) };
}

/** A tenth more, rounded up; more than before also where that is nothing. */
const raised = (price: bigint): bigint => higher((price * 11n + 9n) / 10n, price + 1n);

const higher = (one: bigint, other: bigint): bigint => (one > other ? one : other);
