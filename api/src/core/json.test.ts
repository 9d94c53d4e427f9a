import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeJson, encodeJson } from "./json";

const overTheWire = (value: unknown): unknown => decodeJson(JSON.parse(JSON.stringify(encodeJson(value))));

test("bigints, however deep, survive text, and nothing else changes", () => {
  const leaf = fc.oneof(fc.bigInt(), fc.string(), fc.boolean(), fc.constant(null), fc.integer());
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.dictionary(
        fc.string().filter((key) => key !== "$bigint" && key !== "$bytes" && key !== "__proto__"),
        tie("tree"),
        {
          maxKeys: 4,
          noNullPrototype: true,
        },
      ),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(overTheWire(value)).toEqual(value);
    }),
  );
});

test("bytes survive text", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(overTheWire({ seed: bytes, none: null })).toEqual({ seed: bytes, none: null });
    }),
  );
});

test("text that looks like a number stays text", () => {
  expect(overTheWire({ memo: "123n", code: "123", dollar: '{"$bigint":"1"}' })).toEqual({
    memo: "123n",
    code: "123",
    dollar: '{"$bigint":"1"}',
  });
});

test("an amount far beyond a double keeps every digit", () => {
  expect(overTheWire({ units: 2n ** 200n + 1n })).toEqual({ units: 2n ** 200n + 1n });
});
