import { z } from "zod";
import type { MoneroRpc } from "./rpc";

/** An output of ours, as the wallet knows it. */
export type OwnedOutput = {
  txId: string;
  minor: number;
  units: bigint;
  height: number;
  /** The public key that its sender made for it. */
  oneTimeKey: string;
  /** Null until the signer has told it. */
  keyImage: string | null;
  isSpent: boolean;
  isUnlocked: boolean;
  isFrozen: boolean;
};

const index = z.object({ major: z.bigint(), minor: z.bigint().transform(Number) });
const ownedRow = z.object({
  amount: z.bigint(),
  block_height: z.bigint().transform(Number),
  frozen: z.boolean(),
  key_image: z.string(),
  pubkey: z.string().regex(/^[0-9a-f]{64}$/),
  spent: z.boolean(),
  subaddr_index: index,
  tx_hash: z.string(),
  unlocked: z.boolean(),
});
const owned = z.object({ transfers: z.array(ownedRow).default([]) });

/**
 * All that ever came in, or, as "available", what the wallet does not call spent: its spend is neither in a block nor waits. Frozen
 * outputs, locked ones and those without a key image are among these (`on_incoming_transfers` of wallet_rpc_server.cpp).
 */
export async function listOutputs(
  call: MoneroRpc["call"],
  transfer_type: "all" | "available",
): Promise<OwnedOutput[]> {
  const found = await call("incoming_transfers", { transfer_type, account_index: 0 }, owned);
  return found.transfers.map(outputOf);
}

const outputOf = (one: z.output<typeof ownedRow>): OwnedOutput => ({
  txId: one.tx_hash,
  minor: one.subaddr_index.minor,
  units: one.amount,
  height: one.block_height,
  oneTimeKey: one.pubkey,
  keyImage: one.key_image === "" ? null : one.key_image,
  isSpent: one.spent,
  isUnlocked: one.unlocked,
  isFrozen: one.frozen,
});
