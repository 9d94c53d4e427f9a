import { z } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import { nearestName, unknownFields } from "./unknown-fields";

const KNOWN = ["sendAmount", "refundAddress", "receiveAddress", "mismatch", "fee", "id"];

describe("nearestName", () => {
  it.each([
    ["refundAdress", "refundAddress"],
    ["refund_address", "refundAddress"],
    ["REFUNDADDRESS", "refundAddress"],
    ["recieveAddress", "receiveAddress"],
    ["mismach", "mismatch"],
    ["fees", "fee"],
    ["ids", undefined],
    ["to", undefined],
    ["address", undefined],
    ["scopes", undefined],
    ["", undefined],
    ["refundAddress".repeat(9), undefined],
  ])("of %j is %j", (typed, meant) => expect(nearestName(typed, KNOWN)).toBe(meant));
});

describe("unknownFields", () => {
  const schema = z.strictObject({
    amount: z.string(),
    mismatch: z.strictObject({ less: z.string().optional() }).optional(),
    list: z.array(z.strictObject({ name: z.string() })).optional(),
    settings: z
      .union([z.strictObject({ preset: z.string() }), z.strictObject({ rounds: z.int() })])
      .optional(),
  });
  const pathsIn = (value: unknown): string[] =>
    [...unknownFields(schema, value)].map(({ path }) => path.join("/"));

  it.each([
    [{ amount: 1 }, []],
    [{ amont: "1", mismatch: { les: "x" } }, ["amont", "mismatch/les"]],
    [{ list: [{ name: "a" }, { nam: "b" }] }, ["list/1/nam"]],
    [{ settings: { preset: "a", rounds: 1 } }, []],
    [{ settings: { rounds: 1, round: 2 } }, ["settings/round"]],
    [{ mismatch: [{ less: "x" }] }, []],
    [
      JSON.parse('{"__proto__":{},"constructor":1,"hasOwnProperty":2}'),
      ["__proto__", "constructor", "hasOwnProperty"],
    ],
    ["text", []],
    [null, []],
    [[{ amont: 1 }], []],
  ])("finds in %j %j", (value, paths) => expect(pathsIn(value)).toEqual(paths));
});
