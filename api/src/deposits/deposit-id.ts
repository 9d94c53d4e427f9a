import { createHash } from "node:crypto";
import { CHAIN_MODEL, type ChainId } from "../core/assets";
import { type DepositId, depositIdOf } from "../core/ids";
import { type Deposited, storedOrigin } from "./origin";

/**
 * The id of a deposit row: chain, transaction, and the transfer within it. On account chains a contract can pay others, or other
 * amounts, in another branch: what differs in these is another deposit.
 */
export function depositId(deposit: Deposited & { chain: ChainId }): DepositId {
  const { chain, origin, asset, address, units } = deposit;
  const { txId, ordinal } = storedOrigin(deposit);
  const isOfContract = origin.kind === "transaction" && CHAIN_MODEL[chain] === "account";
  if (!isOfContract) return depositIdOf(`${chain}:${txId}:${ordinal}`);
  // As a hash: ids are logged, and addresses are not.
  const what = createHash("sha256").update(`${asset}:${address}:${units}:${ordinal}`).digest("hex");
  return depositIdOf(`${chain}:${txId}:${what.slice(0, 32)}`);
}
