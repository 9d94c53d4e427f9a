import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addMultiples } from "./curve-points";

const { Point } = secp256k1;
const ORDER = Point.Fn.ORDER;
const scalar = fc.bigInt({ min: 0n, max: ORDER - 1n });
const pointOf = (multiple: bigint) => Point.BASE.multiply(multiple).toAffine();
const sumOf = (start: bigint, added: bigint) =>
  Point.BASE.multiply(start).add(Point.BASE.multiplyUnsafe(added)).toAffine();

it("adds what the library adds", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(scalar, scalar), { maxLength: 5 }), (pairs) => {
      const usable = pairs.filter(([start, added]) => start > 0n && (start + added) % ORDER !== 0n);
      const sums = addMultiples(
        usable.map(([start]) => pointOf(start)),
        usable.map(([, added]) => added),
      );
      expect(sums).toEqual(usable.map(([start, added]) => sumOf(start, added)));
    }),
    { numRuns: 30 },
  );
});

it("adds scalars whose digits carry, and points that a step meets", () => {
  const scalars = [
    0n,
    1n,
    127n,
    128n,
    129n,
    255n,
    256n,
    0x8080n,
    0x8081n,
    2n ** 255n,
    ORDER - 2n,
    ORDER - 3n,
  ];
  const points = scalars.map(() => pointOf(1n));
  expect(addMultiples(points, scalars)).toEqual(scalars.map((added) => sumOf(1n, added)));
  // 256·G meets the table's own point at the second digit, −G at the first.
  expect(addMultiples([pointOf(256n), pointOf(ORDER - 1n)], [0x0100n, 0x0201n])).toEqual([
    sumOf(256n, 0x0100n),
    sumOf(ORDER - 1n, 0x0201n),
  ]);
});

it("refuses a sum that is no point, and a scalar beyond the order", () => {
  expect(() => addMultiples([pointOf(1n)], [ORDER - 1n])).toThrow("identity");
  expect(() => addMultiples([pointOf(1n)], [ORDER])).toThrow("order");
  expect(addMultiples([], [])).toEqual([]);
});
