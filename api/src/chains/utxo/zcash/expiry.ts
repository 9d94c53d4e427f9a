import { z } from "zod";
import type { Expiry } from "../../chain";
import { height } from "../fields";
import type { UtxoNode } from "../node";

/** Blocks in which a payment of ours may be mined: as zcashd and its wallets do (ZIP 203). */
const EXPIRY_BLOCKS = 40;

const rules = z.object({
  blocks: height,
  consensus: z.object({
    nextblock: z
      .string()
      .regex(/^[0-9a-f]{8}$/)
      .transform((hex) => Number.parseInt(hex, 16)),
  }),
});

/** When what is built now expires: 40 blocks after the next one, whose rules it commits to. Under others no block can hold it. */
export async function readExpiry(node: UtxoNode): Promise<Expiry> {
  const { blocks, consensus } = await node.read("getblockchaininfo", [], rules);
  return { height: blocks + 1 + EXPIRY_BLOCKS, branchId: consensus.nextblock };
}
