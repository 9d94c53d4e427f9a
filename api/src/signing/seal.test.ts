import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../core/seeded-random";
import { KEY_BYTES, seal, unseal } from "./seal";

const key = fc.uint8Array({ minLength: KEY_BYTES, maxLength: KEY_BYTES });
const bytes = fc.uint8Array({ maxLength: 100 });
const random = seededRandom("seals");
const owner = "an order";
const sealing = (k: Uint8Array, plain: Uint8Array): Uint8Array => seal(k, { plain, owner }, random);

test("opens what was sealed, under its key and for its owner", () => {
  fc.assert(
    fc.property(key, bytes, fc.string(), (k, plain, name) => {
      const opened = unseal(k, { sealed: seal(k, { plain, owner: name }, random), owner: name });
      expect(opened === null ? null : [...opened]).toEqual([...plain]);
    }),
  );
});

test("opens with no other key, and for no other owner", () => {
  fc.assert(
    fc.property(key, key, bytes, (k, other, plain) => {
      fc.pre(Buffer.compare(k, other) !== 0);
      expect(unseal(other, { sealed: sealing(k, plain), owner })).toBeNull();
      expect(unseal(k, { sealed: sealing(k, plain), owner: "another order" })).toBeNull();
    }),
  );
});

test("opens no longer when any byte was changed, cut off or added", () => {
  fc.assert(
    fc.property(key, bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (k, p, place, change) => {
      const sealed = sealing(k, p);
      const at = place % sealed.length;
      const changed = Uint8Array.from(sealed, (byte, i) => (i === at ? byte ^ change : byte));
      expect(unseal(k, { sealed: changed, owner })).toBeNull();
      expect(unseal(k, { sealed: sealed.subarray(0, at), owner })).toBeNull();
      expect(unseal(k, { sealed: Uint8Array.from([...sealed, change]), owner })).toBeNull();
    }),
  );
});

test("takes no key of another length", () => {
  const sealed = sealing(new Uint8Array(KEY_BYTES), new Uint8Array(8));
  expect(unseal(new Uint8Array(KEY_BYTES - 1), { sealed, owner })).toBeNull();
  expect(unseal(new Uint8Array(0), { sealed, owner })).toBeNull();
});

test("the same seed twice shows nothing in common", () => {
  const one = sealing(new Uint8Array(KEY_BYTES), new Uint8Array(32));
  const two = sealing(new Uint8Array(KEY_BYTES), new Uint8Array(32));
  expect(Buffer.compare(one, two)).not.toBe(0);
  expect(one.length).toBe(12 + 32 + 16);
  expect(Buffer.from(one).subarray(12, 44).equals(Buffer.from(two).subarray(12, 44))).toBe(false);
});
