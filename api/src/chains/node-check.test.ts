import { beforeEach, expect, test } from "vitest";
import { ChainUnavailable } from "./chain";
import { createNodeCheck } from "./node-check";

let checks: number;
let isGood: boolean;
let nowMs: number;
let onGoodNode: ReturnType<typeof createNodeCheck>;
beforeEach(() => {
  checks = 0;
  isGood = true;
  nowMs = 5;
  const check = async () => {
    checks += 1;
    if (!isGood) throw new ChainUnavailable("bitcoin", "the node has pruned its blocks");
  };
  onGoodNode = createNodeCheck(check, () => nowMs);
});
const ask = () => onGoodNode(async () => "answered");

test("a node is checked before the first call, once for all that come together", async () => {
  expect(await Promise.all([ask(), ask()])).toEqual(["answered", "answered"]);
  await ask();
  expect(checks).toBe(1);
});

test("it is checked again after ten minutes, and not asked while it is another one", async () => {
  await ask();
  nowMs += 599_999;
  await ask();
  expect(checks).toBe(1);
  nowMs += 1;
  isGood = false;
  await expect(ask()).rejects.toThrow("bitcoin is unavailable: the node has pruned its blocks");
  isGood = true;
  expect(await ask()).toBe("answered");
  expect(checks).toBe(3);
});

test("a check that ends otherwise is made again", async () => {
  const faults = [new Error("an answer of another shape")];
  const broken = createNodeCheck(async () => {
    const fault = faults.pop();
    if (fault !== undefined) throw fault;
  });
  await expect(broken(async () => 1)).rejects.toThrow("another shape");
  expect(await broken(async () => 1)).toBe(1);
});

test("it is checked again after it was unavailable, and not after what it refused", async () => {
  const fail = (error: Error) => expect(onGoodNode(() => Promise.reject(error))).rejects.toBe(error);
  await fail(new Error("refused"));
  await ask();
  expect(checks).toBe(1);
  await fail(new ChainUnavailable("bitcoin", "no answer"));
  await ask();
  expect(checks).toBe(2);
});
