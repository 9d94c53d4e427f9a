import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assert } from "../core/assert";
import { CHAIN_IDS } from "../core/assets";
import { blockSeconds } from "../market/estimate";
import { depthPolicy, isFinal, LEAST_STAKE, orderUnitsMax } from "./policy";

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
  const stake = { valueUsdt: value, units: 0n };
  expect(depthPolicy(chain, "mainnet", stake, undefined)).toEqual({ confirmations, finalized });
  expect(depthPolicy(chain, "testnet", stake, undefined)).toEqual({ confirmations, finalized });
});

describe("an operator's own depth", () => {
  test("may only raise it", () => {
    expect(depthPolicy("bitcoin", "mainnet", LEAST_STAKE, 1).confirmations).toBe(2);
    expect(depthPolicy("bitcoin", "mainnet", LEAST_STAKE, 9).confirmations).toBe(9);
    expect(depthPolicy("tron", "mainnet", LEAST_STAKE, 30)).toEqual({ confirmations: 30, finalized: true });
  });

  test("is the depth on regtest, and is ignored on simnet", () => {
    expect(
      depthPolicy("bitcoin", "regtest", { valueUsdt: 10n ** 9n, units: 10n ** 18n }, undefined).confirmations,
    ).toBe(1);
    expect(depthPolicy("bitcoin", "regtest", LEAST_STAKE, 4).confirmations).toBe(4);
    // Coins of Monero cannot be spent before.
    expect(depthPolicy("monero", "regtest", LEAST_STAKE, 4).confirmations).toBe(10);
    // Nor those of Litecoin that leave MWEB.
    expect(depthPolicy("litecoin", "regtest", LEAST_STAKE, 4).confirmations).toBe(6);
    expect(depthPolicy("litecoin", "regtest", LEAST_STAKE, 7).confirmations).toBe(7);
    expect(depthPolicy("bitcoin", "simnet", { valueUsdt: 10n ** 9n, units: 10n ** 18n }, 9)).toEqual({
      confirmations: 2,
      finalized: false,
    });
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
        const [less, greater] = [v, v + more].map((of) =>
          depthPolicy(c, n, { valueUsdt: of, units: of }, undefined),
        );
        assert(less !== undefined && greater !== undefined, "two depths");
        expect(less.confirmations).toBeGreaterThan(0);
        expect(greater.confirmations).toBeGreaterThanOrEqual(less.confirmations);
        expect(greater.finalized || !less.finalized).toBe(true);
      },
    ),
  );
});

describe("on a proof-of-work chain", () => {
  test.each([
    ["litecoin", 75n * 10n ** 8n, 12],
    ["litecoin", 75n * 10n ** 8n + 1n, 13],
    ["bitcoin", 25n * 10n ** 8n, 8],
    ["bitcoincash", 100n * 10n ** 8n, 32],
    ["dash", 41n * 10n ** 8n, 100],
    ["zcash", 50n * 10n ** 8n, 121],
    ["monero", 30n * 10n ** 12n, 50],
  ] as const)("the blocks on top of %s units (%s) pay their miners as much: %i", (chain, units, depth) => {
    expect(depthPolicy(chain, "mainnet", { valueUsdt: 0n, units }, undefined).confirmations).toBe(depth);
  });

  test("one order never waits for more than six hours of blocks", () => {
    const hours: Record<string, number> = {};
    for (const chain of CHAIN_IDS) {
      const units = orderUnitsMax(chain);
      if (units === null) continue;
      const { confirmations } = depthPolicy(chain, "mainnet", { valueUsdt: 250_000n, units }, undefined);
      hours[chain] = (confirmations * blockSeconds(chain, { network: "mainnet", simnetBlockMs: 0 })) / 3_600;
    }
    expect(Object.keys(hours).sort()).toEqual([
      "bitcoin",
      "bitcoincash",
      "dash",
      "litecoin",
      "monero",
      "zcash",
    ]);
    for (const [chain, length] of Object.entries(hours)) expect(length, chain).toBeLessThanOrEqual(6);
  });
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
