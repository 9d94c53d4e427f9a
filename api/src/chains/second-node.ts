import { isDeepStrictEqual } from "node:util";
import type { ChainId } from "../core/assets";
import { type BlockRef, ChainUnavailable } from "./chain";

/** What is asked of each of a chain's nodes before the first one is believed. */
export type ComparedNode = {
  tip(): Promise<BlockRef>;
  /** The block at a height of the node's best chain; undefined above its tip. */
  blockAt(height: number): Promise<BlockRef | undefined>;
  /** Its hash only. */
  hashAt(height: number): Promise<string | undefined>;
};

type Compared = { first: ComparedNode; others: readonly ComparedNode[]; lagBlocksMax: number };

/**
 * The greatest block that all nodes of a chain have: above it the first one is not believed yet. Throws ChainUnavailable
 * where another node has another block at that height, and where one is more than `lagBlocksMax` behind.
 */
export async function commonTip(
  chain: ChainId,
  { first, others, lagBlocksMax }: Compared,
): Promise<BlockRef> {
  const tip = await first.tip();
  if (others.length === 0) return tip;
  const heights: number[] = [];
  for (const other of others) {
    const { height } = await ofSecond(chain, () => other.tip());
    if (height < tip.height - lagBlocksMax)
      throw new ChainUnavailable(chain, "the second node lags behind the first");
    if (height > tip.height + lagBlocksMax)
      throw new ChainUnavailable(chain, "the first node lags behind the second");
    heights.push(height);
  }
  for (let height = Math.min(tip.height, ...heights); height >= tip.height - lagBlocksMax; height -= 1) {
    const block = height === tip.height ? tip : await first.blockAt(height);
    if (block === undefined) throw new ChainUnavailable(chain, "the node lacks a block below its tip");
    if (await haveAll(chain, block, others)) return block;
  }
  throw new ChainUnavailable(chain, "the second node lags behind the first");
}

/** Whether the others have a block yet: of several nodes behind one address, the next one asked may lag a little. */
async function haveAll(
  chain: ChainId,
  { height, hash }: BlockRef,
  others: readonly ComparedNode[],
): Promise<boolean> {
  let areAll = true;
  for (const other of others) {
    const found = await ofSecond(chain, () => other.hashAt(height));
    if (found === undefined) areAll = false;
    else requireAlike(chain, `block ${height}`, [hash, found]);
  }
  return areAll;
}

/** Asks the second node, and says that it is the second where it is not one that we can rely on. */
export async function ofSecond<Value>(chain: ChainId, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    const reason = error.message.slice(error.message.indexOf(": ") + 2);
    throw new ChainUnavailable(chain, `the second node: ${reason}`, { cause: error });
  }
}

/**
 * Throws ChainUnavailable, which names `what`, where two nodes answered differently. Answers are compared by their content;
 * lists in them have to be in the chain's own order.
 */
export function requireAlike(
  chain: ChainId,
  what: string,
  [first, second]: readonly [first: unknown, second: unknown],
): void {
  if (!isDeepStrictEqual(first, second))
    throw new ChainUnavailable(chain, `two nodes disagree about ${what}`);
}
