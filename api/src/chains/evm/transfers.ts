import { getAddress } from "viem";
import { z } from "zod";
import type { AssetCode } from "../../core/assets";
import type { Transfer } from "../chain";
import { address20, hash32, hexBytes, smallQuantity } from "./fields";

/** keccak256("Transfer(address,address,uint256)"), the event of EIP-20. */
export const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export const logEntry = z.object({
  address: address20,
  topics: z.array(hash32).max(4),
  data: hexBytes,
  blockHash: hash32,
  transactionHash: hash32,
  logIndex: smallQuantity,
  removed: z.boolean().optional(),
});
export type LogEntry = z.infer<typeof logEntry>;

/** The configured token behind a contract address in lower case. */
export type TokensByContract = ReadonlyMap<string, AssetCode>;

/**
 * The token transfers that the Transfer logs of one block make. A log exists only where its transaction succeeded.
 *
 * The ordinal counts equal ones: of one transaction, asset, recipient and amount. The log index of the node is block-wide, and the
 * position among a transaction's logs can be another in another branch, because a contract can do otherwise there.
 */
export function transfersOf(logs: readonly LogEntry[], tokens: TokensByContract): readonly Transfer[] {
  const transfers: Transfer[] = [];
  const countOfEqual = new Map<string, number>();
  for (const log of [...logs].sort((a, b) => a.logIndex - b.logIndex)) {
    const movement = movementOf(log, tokens);
    if (!movement || movement.units === 0n) continue;
    const { asset, from, to, units } = movement;
    const equal = [log.transactionHash, asset, to, units].join(" ");
    const ordinal = countOfEqual.get(equal) ?? 0;
    countOfEqual.set(equal, ordinal + 1);
    transfers.push({ txId: log.transactionHash, ordinal, asset, to, units, from: [from] });
  }
  return transfers;
}

type Movement = { asset: AssetCode; from: string; to: string; units: bigint };

function movementOf(log: LogEntry, tokens: TokensByContract): Movement | undefined {
  const asset = tokens.get(log.address);
  const [topic, from, to] = log.topics;
  // Three topics and one word: an ERC-721 Transfer has the same first topic, but its id is a fourth one.
  if (!asset || topic !== TRANSFER_TOPIC || !from || !to || log.topics.length !== 3) return undefined;
  if (log.data.length !== 2 + 64) return undefined;
  return { asset, from: addressOfTopic(from), to: addressOfTopic(to), units: BigInt(log.data) };
}

const addressOfTopic = (topic: string): string => getAddress(`0x${topic.slice(-40)}`);
