import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHAIN_IDS } from "../core/assets";
import { depthPolicy, isFinal } from "./policy";

test.each([
  ["bitcoin", 1_000n, 2, false],
  ["bitcoin", 1_001n, 3, false],
  ["bitcoin", 50_000n, 3, false],
  ["bitcoin", 50_001n, 6, false],
  ["litecoin", 0n, 12, false],
  ["dash", 0n, 6, false],
  ["bitcoincash", 0n, 15, false],
  ["zcash", 0n, 24, false],
  ["monero", 0n, 20, false],
  ["ethereum", 1_000n, 20, false],
  ["ethereum", 1_001n, 20, true],
  ["bsc", 0n, 15, false],
  ["polygon", 0n, 64, false],
  ["tron", 0n, 20, true],
  ["solana", 0n, 32, true],
] as const)("%s for %s USDT: %i, finalized %s", (chain, value, confirmations, finalized) => {
  expect(depthPolicy(chain, "mainnet", value, undefined)).toEqual({ confirmations, finalized });
  expect(depthPolicy(chain, "testnet", value, undefined)).toEqual({ confirmations, finalized });
});

describe("an operator's own depth", () => {
  test("may only raise it", () => {
    expect(depthPolicy("bitcoin", "mainnet", 0n, 1).confirmations).toBe(2);
    expect(depthPolicy("bitcoin", "mainnet", 0n, 9).confirmations).toBe(9);
    expect(depthPolicy("tron", "mainnet", 0n, 30)).toEqual({ confirmations: 30, finalized: true });
  });

  test("is the depth on regtest, and is ignored on simnet", () => {
    expect(depthPolicy("bitcoin", "regtest", 10n ** 9n, undefined).confirmations).toBe(1);
    expect(depthPolicy("bitcoin", "regtest", 0n, 4).confirmations).toBe(4);
    expect(depthPolicy("bitcoin", "simnet", 10n ** 9n, 9)).toEqual({ confirmations: 2, finalized: false });
  });
});

test("nothing is credited at zero, and more value never needs less", () => {
  const networks = fc.constantFrom("simnet", "regtest", "testnet", "mainnet" as const);
  fc.assert(
    fc.property(
      fc.constantFrom(...CHAIN_IDS),
      networks,
      fc.bigInt({ min: 0n }),
      fc.bigInt({ min: 0n }),
      (c, n, v, more) => {
        const [less, greater] = [depthPolicy(c, n, v, undefined), depthPolicy(c, n, v + more, undefined)];
        expect(less.confirmations).toBeGreaterThan(0);
        expect(greater.confirmations).toBeGreaterThanOrEqual(less.confirmations);
        expect(greater.finalized || !less.finalized).toBe(true);
      },
    ),
  );
});

describe("isFinal", () => {
  const two = { confirmations: 2, finalized: false };
  test("counts the transaction's own block as the first confirmation", () => {
    expect(isFinal(10, { height: 10, finalizedHeight: null }, two)).toBe(false);
    expect(isFinal(10, { height: 11, finalizedHeight: null }, two)).toBe(true);
    expect(isFinal(11, { height: 10, finalizedHeight: null }, { confirmations: 1, finalized: false })).toBe(
      false,
    );
  });

  test("by the chain's own word takes that, however deep", () => {
    const policy = { confirmations: 2, finalized: true };
    expect(isFinal(10, { height: 1_000, finalizedHeight: 9 }, policy)).toBe(false);
    expect(isFinal(10, { height: 10, finalizedHeight: 10 }, policy)).toBe(true);
  });
});
