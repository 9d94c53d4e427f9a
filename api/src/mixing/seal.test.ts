import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../core/seeded-random";
import { KEY_BYTES, seal, unseal } from "./seal";

const key = fc.uint8Array({ minLength: KEY_BYTES, maxLength: KEY_BYTES });
const plain = fc.uint8Array({ maxLength: 100 });
const random = seededRandom("seals");

test("gives back what was sealed, under its key", () => {
  fc.assert(
    fc.property(key, plain, (k, p) => {
      const opened = unseal(k, seal(k, p, random));
      expect(opened === null ? null : [...opened]).toEqual([...p]);
    }),
  );
});

test("opens with no other key", () => {
  fc.assert(
    fc.property(key, key, plain, (k, other, p) => {
      fc.pre(Buffer.compare(k, other) !== 0);
      expect(unseal(other, seal(k, p, random))).toBeNull();
    }),
  );
});

test("opens no longer when any byte was changed, cut off or added", () => {
  fc.assert(
    fc.property(key, plain, fc.nat(), fc.integer({ min: 1, max: 255 }), (k, p, place, change) => {
      const sealed = seal(k, p, random);
      const at = place % sealed.length;
      const changed = Uint8Array.from(sealed, (byte, i) => (i === at ? byte ^ change : byte));
      expect(unseal(k, changed)).toBeNull();
      expect(unseal(k, sealed.subarray(0, at))).toBeNull();
      expect(unseal(k, Uint8Array.from([...sealed, change]))).toBeNull();
    }),
  );
});

test("takes no key of another length", () => {
  const sealed = seal(new Uint8Array(KEY_BYTES), new Uint8Array(8), random);
  expect(unseal(new Uint8Array(KEY_BYTES - 1), sealed)).toBeNull();
  expect(unseal(new Uint8Array(0), sealed)).toBeNull();
});

test("the same seed twice shows nothing in common", () => {
  const one = seal(new Uint8Array(KEY_BYTES), new Uint8Array(32), random);
  const two = seal(new Uint8Array(KEY_BYTES), new Uint8Array(32), random);
  expect(Buffer.compare(one, two)).not.toBe(0);
  expect(one.length).toBe(12 + 32 + 16);
  expect(Buffer.from(one).subarray(12, 44).equals(Buffer.from(two).subarray(12, 44))).toBe(false);
});
