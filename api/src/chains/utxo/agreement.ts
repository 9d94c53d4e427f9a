import { requireAlike } from "../second-node";
import { type BlockReader, hashAt, type UtxoBlock } from "./blocks";
import type { UtxoNode } from "./node";
import type { UtxoChainId } from "./params";
import { utxoParamsOf } from "./params";

/** Another node of a chain, and the blocks as it shows them. */
export type OtherNode = { node: UtxoNode; blocks: BlockReader };

/**
 * Throws ChainUnavailable where another node has another block there, or shows other things in it. What is proven by the block's
 * hash is the same for all who have that, but for the block whose new coins count from it on, which only its height leads to.
 */
export async function requireAgreed(
  chain: UtxoChainId,
  block: UtxoBlock,
  others: readonly OtherNode[],
): Promise<void> {
  const { height, hash, maturedIn } = block;
  for (const { node, blocks } of others) {
    requireAlike(chain, `block ${height}`, [hash, await hashAt(node, height)]);
    if (maturedIn !== null)
      requireAlike(chain, `block ${maturedIn.height}`, [
        maturedIn.hash,
        await hashAt(node, maturedIn.height),
      ]);
    if (utxoParamsOf(chain).provesBlocks) continue;
    requireAlike(chain, `what is in block ${height}`, [shownIn(block), shownIn(await blocks.at(height))]);
  }
}

const shownIn = (block: UtxoBlock | undefined) =>
  block && { movements: block.movements, matured: block.matured };
