import { z } from "zod";
import { ADDRESS_TYPES } from "../../core/address-types";
import { maxUnits, minUnits } from "../../core/amount";
import { assert } from "../../core/assert";
import { ChainUnavailable, type FeeQuote, type FeeRequest } from "../chain";
import { coins, height } from "./fields";
import type { UtxoNode } from "./node";
import { utxoParamsOf } from "./params";
import { decodeUtxo, type UtxoCodec, virtualSizeOf } from "./transaction";

/** Weight units of what each transaction has. */
const BASE_WEIGHT = 42;
/** From 253 on a count takes two bytes more. */
const LONG_COUNT = 253;
const LONG_COUNT_WEIGHT = 8;
/** Blocks within which a payment of ours should be mined. */
const TARGET_BLOCKS = 3;

type Rates = { current: bigint; incremental: bigint };

const estimate = z.union([
  coins.transform((feerate) => ({ feerate })),
  z.object({ feerate: coins.optional() }),
]);
const poolFees = z.object({ mempoolminfee: coins, minrelaytxfee: coins });
/** Nodes that replace nothing have no fee for it. */
const relayFees = z.object({ incrementalfee: coins.optional(), relayfee: coins });

/** Quotes a transaction's fee by its largest possible size and the node's estimate, between our floor and cap. */
export async function quoteUtxoFee(node: UtxoNode, request: FeeRequest): Promise<FeeQuote> {
  if (utxoParamsOf(node.chain).estimates === null) return conventionalFee(node, request);
  const { current } = await readRates(node);
  return quoteOf(current * BigInt(sizeOf(node, request)));
}

/** What a transaction of this shape offers to take the place of ours (BIP 125, rules 3, 4 and 6). */
export async function quoteUtxoReplacement(
  node: UtxoNode,
  codec: UtxoCodec,
  replaced: { raw: string; feeUnits: bigint },
  request: FeeRequest,
): Promise<{ least: FeeQuote; wanted: FeeQuote }> {
  // Nodes that take conventional fees replace nothing, whatever it pays.
  if (utxoParamsOf(node.chain).estimates === null) {
    const fee = await conventionalFee(node, request);
    return { least: fee, wanted: fee };
  }
  const { current, incremental } = await readRates(node);
  const size = BigInt(sizeOf(node, request));
  // Whatever spends its outputs goes with it, and is paid for as well.
  const together = await descendantFees(node, decodeUtxo(codec, replaced.raw).txId);
  const offered = maxUnits(together ?? 0n, replaced.feeUnits);
  const byRelay = quoteOf(incremental * size).feeUnits + offered;
  const byRate = (replaced.feeUnits * size) / BigInt(virtualSizeOf(replaced.raw)) + 1n;
  const leastUnits = maxUnits(byRelay, byRate);
  const wanted = quoteOf(current * size);
  const least = { feeUnits: leastUnits, detail: {} };
  return { least, wanted: wanted.feeUnits > leastUnits ? wanted : least };
}

/** ZIP 317, in zatoshis for a logical action. */
const MARGINAL_FEE = 5_000n;

/**
 * For each input and for each output. ZIP 317 asks for the larger number of both, as far as they are P2PKH, and for two where
 * there are fewer; but the costs of larger shapes are concluded from those of small ones, as elsewhere, so each has its own.
 * The node has no say in it, but nothing is quoted while it is away.
 */
async function conventionalFee(node: UtxoNode, request: FeeRequest): Promise<FeeQuote> {
  assert(request.model === "utxo", "a chain of outputs quotes transactions of outputs");
  await node.read("getblockcount", [], height);
  return { feeUnits: MARGINAL_FEE * BigInt(request.inputs + request.outputs), detail: {} };
}

async function readRates(node: UtxoNode): Promise<Rates> {
  const { rate, estimates } = utxoParamsOf(node.chain);
  assert(estimates !== null, "a chain with conventional fees has no rates");
  const [estimated, pool, relay] = await node.readBatch([
    { method: estimates, params: estimates === "estimatesmartfee" ? [TARGET_BLOCKS] : [] },
    { method: "getmempoolinfo", params: [] },
    { method: "getnetworkinfo", params: [] },
  ]);
  const { mempoolminfee, minrelaytxfee } = node.parse(pool, poolFees);
  const { feerate } = node.parse(estimated, estimate);
  const wanted = feerate ?? (node.network === "main" ? undefined : rate.trial);
  if (wanted === undefined) throw new ChainUnavailable(node.chain, "the node has no estimate of fees yet");
  const least = [mempoolminfee, minrelaytxfee, wanted].reduce(maxUnits, rate.floor);
  const { incrementalfee, relayfee } = node.parse(relay, relayFees);
  return { current: minUnits(least, rate.cap), incremental: incrementalfee ?? relayfee };
}

async function descendantFees(node: UtxoNode, txId: string): Promise<bigint | null> {
  const [answer] = await node.readBatch([{ method: "getmempoolentry", params: [txId] }]);
  const entry = node.parseKnown(answer, z.object({ fees: z.object({ descendant: coins.optional() }) }));
  return entry?.fees.descendant ?? null;
}

/** The largest virtual size of a transaction of this shape. */
function sizeOf(node: UtxoNode, request: FeeRequest): number {
  assert(request.model === "utxo", "a chain of outputs quotes transactions of outputs");
  const { inputs, outputs, typed = {} } = request;
  const { inputWeight, typedInputWeight, outputWeight } = utxoParamsOf(node.chain);
  const beyond = ADDRESS_TYPES.reduce(
    (sum, type) => sum + (typed[type] ?? 0) * ((typedInputWeight[type] ?? inputWeight) - inputWeight),
    0,
  );
  const counts = [inputs, outputs].filter((count) => count >= LONG_COUNT).length * LONG_COUNT_WEIGHT;
  return Math.ceil((BASE_WEIGHT + counts + inputs * inputWeight + beyond + outputs * outputWeight) / 4);
}

/** From thousandths of a unit, rounded up. */
const quoteOf = (milliUnits: bigint): FeeQuote => ({ feeUnits: (milliUnits + 999n) / 1_000n, detail: {} });
