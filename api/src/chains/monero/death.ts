import { ChainUnavailable, type ProofOfDeath } from "../chain";
import type { MoneroNode } from "./node";
import { readSigned } from "./signed";
import type { ViewWallet } from "./view-wallet";

/** How many blocks back the other transaction is looked for: two weeks. */
const BLOCKS_BACK_MAX = 10_080;

/**
 * The transaction that has spent a key image of these bytes: its maker had our keys, so it is among those that the
 * wallet has seen spending. See `Chain.proofOfDeath`.
 */
export async function readMoneroDeath(
  { node, wallet }: { node: MoneroNode; wallet: ViewWallet },
  { raw, finalHeight }: { raw: string; finalHeight: number },
): Promise<ProofOfDeath | null> {
  const { txId, inputs } = readSigned(raw);
  const images = inputs.flatMap(({ keyImages }) => keyImages);
  const states = await node.keyImageStates(images);
  const mined = new Set(images.filter((_, at) => states[at] === "mined"));
  if (mined.size === 0) return null;
  const above = finalHeight - BLOCKS_BACK_MAX;
  const rivals = await node.transactions(await wallet.spenders({ above, to: finalHeight }));
  if (rivals.some((rival) => rival.txId === txId)) return null;
  for (const { txId: by, keyImages, height } of rivals) {
    const taken = new Set(keyImages.filter((keyImage) => mined.has(keyImage)));
    if (taken.size === 0 || height === null || height > finalHeight) continue;
    const header = await node.headerAt(height);
    if (header === undefined) throw new ChainUnavailable("monero", "the chain changed meanwhile");
    const gone = inputs
      .filter((input) => input.keyImages.some((keyImage) => taken.has(keyImage)))
      .map(({ txId: of, ordinal }) => ({ txId: of, ordinal }));
    return { by, height, blockHash: header.hash, gone };
  }
  return null;
}
