import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseUnits } from "./amount";
import { ASSET_CODES, ASSETS, assetOf, CHAIN_IDS, isAssetCode, NATIVE_ASSET, parseAssetCode } from "./assets";

describe("the registry", () => {
  test("holds each of the 20 codes once", () => {
    expect(ASSETS.map(({ code }) => code).sort()).toEqual([...ASSET_CODES].sort());
    expect(ASSETS).toHaveLength(20);
  });

  test("has a native coin on every chain, and eight tokens", () => {
    for (const chain of CHAIN_IDS)
      expect(assetOf(NATIVE_ASSET[chain])).toMatchObject({ chain, kind: "native" });
    expect(ASSETS.filter(({ kind }) => kind === "token")).toHaveLength(8);
  });

  test.each(ASSETS.map((asset) => [asset.code, asset] as const))(
    "%s: minimum and dust are units, dust the less",
    (_, a) => {
      const min = parseUnits(a.minAmount, a.decimals);
      const dust = parseUnits(a.dustAmount, a.decimals);
      expect(min.ok && dust.ok && dust.value > 0n && dust.value < min.value).toBe(true);
    },
  );

  test("has the minimums of the help text", () => {
    expect([assetOf("BTC").minAmount, assetOf("ETH").minAmount, assetOf("USDT-TRC20").minAmount]).toEqual([
      "0.001",
      "0.01",
      "10",
    ]);
  });

  test("knows that BEP20 dollars have 18 places and the others six", () => {
    for (const { code, network, decimals, symbol } of ASSETS) {
      if (symbol === "USDT" || symbol === "USDC")
        expect([code, decimals]).toEqual([code, network === "BEP20" ? 18 : 6]);
    }
  });
});

describe("parseAssetCode", () => {
  test.each([
    ["BTC", "BTC"],
    ["btc", "BTC"],
    ["USDT", "USDT-TRC20"],
    ["usdc", "USDC-ERC20"],
    ["USDT_TRC20", "USDT-TRC20"],
    ["USDTTRC", "USDT-TRC20"],
    ["USDTBSC", "USDT-BEP20"],
    ["usdt-erc20", "USDT-ERC20"],
    ["USDC SOL", "USDC-SOL"],
    ["MATIC", "POL"],
  ])("%s is %s", (text, code) => {
    expect(parseAssetCode(text)).toBe(code);
  });

  test.each(["", "DOGE", "BT C0", "__proto__", "constructor", "toString", "BTC".repeat(10), "ＢＴＣ"])(
    "%j is none",
    (text) => {
      expect(parseAssetCode(text)).toBeUndefined();
    },
  );

  test("takes every code in any case, and gives codes only", () => {
    for (const code of ASSET_CODES) expect(parseAssetCode(code.toLowerCase())).toBe(code);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const code = parseAssetCode(text);
        expect(code === undefined || isAssetCode(code)).toBe(true);
      }),
    );
  });
});
