import type { Hex } from "viem";
import { z } from "zod";
import type { Block, Spend } from "../chain";
import { AnswerTooLong } from "../rpc";
import { blockHeader } from "./fields";
import type { EvmNode } from "./node";
import { spendsOfBlock } from "./spends";
import type { EvmCodec } from "./transaction";
import { type LogEntry, logEntry, TRANSFER_TOPIC, transfersOf } from "./transfers";

const LOGS_MAX = 100_000;
/** Of a node that does not send what it found: geth's limit of a batch, and that of jsonrpsee, which Reth uses. */
const TOO_LONG_CODES: ReadonlySet<number | undefined> = new Set([-32_003, -32_008]);

type Logs = { logs: readonly LogEntry[] };
type Content = Logs & { spends: readonly Spend[] };

/**
 * The senders and the Transfer logs of exactly the block with this hash (EIP-234); undefined when the node does not have
 * it (any more). Where that is too long for one answer, the transactions and the logs of each token are asked for by themselves.
 */
export async function readContent(
  node: EvmNode,
  codec: EvmCodec,
  blockHash: string,
): Promise<Pick<Block, "transfers" | "spends"> | undefined> {
  const contracts = [...codec.contracts.values()];
  const content = await readAtOnce(node, blockHash, contracts).catch((error: unknown) => {
    if (!(error instanceof AnswerTooLong)) throw error;
    return readInParts(node, blockHash, contracts);
  });
  return content && { transfers: transfersOf(content.logs, codec.tokens), spends: content.spends };
}

const FULL = { isFull: true, schema: blockHeader.and(spendsOfBlock) } as const;
const HEADER = { isFull: false, schema: blockHeader } as const;

const readAtOnce = (
  node: EvmNode,
  blockHash: string,
  contracts: readonly Hex[],
): Promise<Content | undefined> => readWith(node, FULL, { blockHash, contracts });

async function readInParts(
  node: EvmNode,
  blockHash: string,
  contracts: readonly Hex[],
): Promise<Content | undefined> {
  const block = await readWith(node, FULL, { blockHash, contracts: [] });
  let logs = block?.logs;
  for (const contract of contracts) {
    const part = await readWith(node, HEADER, { blockHash, contracts: [contract] });
    logs = part && logs?.concat(part.logs);
  }
  return block && logs && { spends: block.spends, logs };
}

/**
 * Reads a block and the logs of these contracts in it. Both are asked in one batch: a node behind a load balancer that lags may
 * answer with no logs instead of an error, and an empty answer would lose deposits.
 */
async function readWith<Head extends { ref: { hash: string } }>(
  node: EvmNode,
  { isFull, schema }: { isFull: boolean; schema: z.ZodType<Head> },
  { blockHash, contracts }: { blockHash: string; contracts: readonly Hex[] },
): Promise<(Head & Logs) | undefined> {
  const hasTokens = contracts.length > 0;
  const filter = { blockHash, address: contracts, topics: [TRANSFER_TOPIC] };
  const [block, found] = await node.readBatch([
    { method: "eth_getBlockByHash", params: [blockHash, isFull] },
    ...(hasTokens ? [{ method: "eth_getLogs", params: [filter] }] : []),
  ]);
  for (const answer of [block, found])
    if (answer?.ok === false && TOO_LONG_CODES.has(answer.error.code))
      throw new AnswerTooLong(node.chain, `JSON-RPC error ${answer.error.code}`);
  const again = block?.ok ? node.parse(block, schema.nullable()) : null;
  if (again?.ref.hash !== blockHash) return undefined;
  if (!hasTokens) return { ...again, logs: [] };
  if (!found?.ok) return undefined;
  const logs = node.parse(found, z.array(logEntry).max(LOGS_MAX));
  if (logs.some((log) => log.blockHash !== blockHash || log.removed === true)) return undefined;
  return { ...again, logs };
}
