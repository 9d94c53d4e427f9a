import { getAddress } from "viem";
import { z } from "zod";
import type { Spend } from "../chain";
import { address20, hash32, smallQuantity } from "./fields";
import type { EvmNode } from "./node";

const TRANSACTIONS_MAX = 50_000;
/** Unconfirmed ones of one sender that are looked at, the last ones. */
const NONCES_MAX = 1_000;

/** The transactions of a block as what their senders spend; of a block that was asked for with its transactions. */
export const spendsOfBlock = z
  .object({
    transactions: z
      .array(z.object({ hash: hash32, from: address20, nonce: smallQuantity }))
      .max(TRANSACTIONS_MAX),
  })
  .transform(({ transactions }) => ({
    spends: transactions.map(
      ({ hash, from, nonce }): Spend => ({ kind: "account", txId: hash, sender: getAddress(from), nonce }),
    ),
  }));

/**
 * The nonces that these senders' unconfirmed transactions use. The node's count is asked, because only some providers
 * show what is in their pool.
 */
export async function readUnconfirmedSpends(
  node: EvmNode,
  senders: readonly string[],
): Promise<readonly Spend[]> {
  const answers = await node.readBatch(
    senders.flatMap((sender) => [
      { method: "eth_getTransactionCount", params: [sender, "latest"] },
      { method: "eth_getTransactionCount", params: [sender, "pending"] },
    ]),
  );
  return senders.flatMap((sender, at) => {
    const mined = node.parse(answers[2 * at], smallQuantity);
    const next = node.parse(answers[2 * at + 1], smallQuantity);
    const count = Math.min(Math.max(0, next - mined), NONCES_MAX);
    return Array.from({ length: count }, (_, n): Spend => {
      return { kind: "account", txId: null, sender, nonce: next - 1 - n };
    });
  });
}
