import { ofSecond, requireAlike } from "../second-node";
import { type BlockReader, hashAt, type UtxoBlock } from "./blocks";
import type { UtxoNode } from "./node";
import { type UtxoChainId, utxoParamsOf } from "./params";

/** Another node of a chain, and the blocks as it shows them. */
export type OtherNode = { node: UtxoNode; blocks: BlockReader };

/**
 * Whether the other nodes have a block yet. Throws ChainUnavailable where one has another block there, or shows other things in
 * it. What is proven by the block's hash is the same for all who have that, but for the block whose new coins count from it on,
 * which only its height leads to.
 */
export async function isCommon(
  chain: UtxoChainId,
  block: UtxoBlock,
  others: readonly OtherNode[],
): Promise<boolean> {
  for (const { node, blocks } of others) {
    for (const { height, hash } of [block, block.maturedIn ?? block]) {
      const found = await ofSecond(chain, () => hashAt(node, height));
      if (found === undefined) return false;
      requireAlike(chain, `block ${height}`, [hash, found]);
    }
    if (utxoParamsOf(chain).provesBlocks) continue;
    const shown = await ofSecond(chain, () => blocks.at(block.height));
    if (shown === undefined) return false;
    requireAlike(chain, `what is in block ${block.height}`, [shownIn(block), shownIn(shown)]);
  }
  return true;
}

const shownIn = ({ movements, matured }: UtxoBlock) => ({ movements, matured });
