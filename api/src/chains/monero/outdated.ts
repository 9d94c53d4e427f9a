import { setImmediate as pause } from "node:timers/promises";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { type BlockRef, ChainUnavailable } from "../chain";
import { UnknownBytes } from "./byte-reader";
import type { MoneroNode, NodeOutput } from "./node";
import { isSignedOver, type RingSignature, readRingSignatures } from "./ring-signatures";
import { readSigned } from "./signed";

/** Has the node forget signed bytes that cannot be mined; see `Chain.forgetOutdated`. */
export type ForgetOutdated = (
  node: MoneroNode,
  tip: BlockRef,
  signed: { raw: string; finalHeight: number },
) => Promise<boolean>;

/** Signatures that were checked: each takes a tenth of a second. */
const CHECKED_MAX = 10_000;

/**
 * Proves that a reorg made signed bytes unminable: a signature of theirs is not one over the outputs that have the numbers of its
 * ring now, all of them in blocks up to `finalHeight`, so that nothing less than another such reorg changes that. Where one
 * of the numbers is not taken yet, or a key image is spent, there is no such proof.
 */
export function createForgetOutdated(): ForgetOutdated {
  const checked = new Map<string, boolean>();
  return async (node, tip, { raw, finalHeight }) => {
    const { txId, bytes, inputs } = readSigned(raw);
    const [own] = await node.transactions([txId]);
    if (own !== undefined && own.height !== null) return false;
    const states = await node.keyImageStates(inputs.flatMap(({ keyImages }) => keyImages));
    if (states.includes("mined")) return false;
    const signatures = readRingSignatures(bytes);
    const members = await node.outputsAt(signatures.flatMap(({ ring }) => ring));
    if ((await node.headerAt(tip.height))?.hash !== tip.hash)
      throw new ChainUnavailable("monero", "the chain changed while outputs were read");
    if (members === undefined) return false;
    let start = 0;
    for (const signature of signatures) {
      const ring = members.slice(start, start + signature.ring.length);
      start += signature.ring.length;
      if (ring.some(({ height }) => height > finalHeight)) continue;
      const name = nameOf(txId, signature.keyImage, ring);
      const isValid = checked.get(name) ?? isValidOver(signature, ring);
      if (checked.size >= CHECKED_MAX) checked.clear();
      checked.set(name, isValid);
      if (!isValid) {
        // While it waits there, the node refuses all else that spends the same coins.
        if (own !== undefined) await node.forget(txId);
        return true;
      }
      await pause();
    }
    return false;
  };
}

/** Bytes that never were a signature prove nothing. */
function isValidOver(signature: RingSignature, ring: readonly NodeOutput[]): boolean {
  try {
    return isSignedOver(signature, ring);
  } catch (error) {
    if (error instanceof UnknownBytes) return true;
    throw error;
  }
}

/** A signature, and what it was checked against. */
const nameOf = (txId: string, keyImage: Uint8Array, ring: readonly NodeOutput[]): string =>
  bytesToHex(
    keccak_256(concatBytes(hexToBytes(txId), keyImage, ...ring.flatMap(({ key, mask }) => [key, mask]))),
  );
