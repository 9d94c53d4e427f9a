import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { assert } from "../core/assert";
import type { Random } from "../core/ports";

export const SEED_BYTES = 32;
/** Far more than any plan draws; a stream that runs on has met an endless loop. */
const BLOCKS_MAX = 2 ** 16;

/**
 * The random bytes that follow from a plan's seed, always the same: HMAC-SHA-256 in counter mode (NIST SP 800-108r1,
 * section 4.1), under a label that keeps streams for different uses apart. The seed must be 32 bytes of a CSPRNG.
 */
export function seedStream(seed: Uint8Array, label: string): Random {
  assert(seed.length === SEED_BYTES, "a plan's seed has 32 bytes");
  const purpose = utf8ToBytes(label);
  let counter = 0;
  let block = new Uint8Array(0);
  let used = 0;
  const nextBlock = (): Uint8Array<ArrayBuffer> => {
    assert(counter < BLOCKS_MAX, "a plan draws too much");
    counter++;
    const input = new Uint8Array(4 + purpose.length);
    new DataView(input.buffer).setUint32(0, counter);
    input.set(purpose, 4);
    return hmac(sha256, seed, input);
  };
  return {
    bytes(count) {
      const bytes = new Uint8Array(count);
      for (let filled = 0; filled < count; ) {
        if (used === block.length) {
          block = nextBlock();
          used = 0;
        }
        const taken = block.subarray(used, used + count - filled);
        bytes.set(taken, filled);
        filled += taken.length;
        used += taken.length;
      }
      return bytes;
    },
  };
}
