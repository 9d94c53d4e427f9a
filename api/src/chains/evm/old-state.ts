import type { Result } from "../../core/result";
import type { RpcError } from "../rpc";

/**
 * What nodes answer where they have a block and not its state: geth, bor and BSC; Besu; Nethermind; Erigon and Reth; providers;
 * anvil.
 */
const MISSING: readonly RegExp[] = [
  /missing trie node/i,
  /\bstate\b.*(unavailable|not available)/i,
  /no state (available|found)/i,
  /prun(ed|ing)/i,
  /\barchive\b/i,
  /BlockOutOfRange/,
];

/** Whether the node refused a call about a block that it has because it does not have the block's state. */
export const lacksState = (answer: Result<unknown, RpcError>): boolean =>
  !answer.ok && MISSING.some((pattern) => pattern.test(answer.error.message));
