import { expect, test } from "vitest";
import { depthPolicy } from "../chains/policy";
import { type AssetCode, assetOf } from "../core/assets";
import { estimatedSeconds, type Pace, quoteHoldMs } from "./estimate";

const MAINNET = { network: "mainnet", simnetBlockMs: 2_000 } as const;
const SIMNET = { network: "simnet", simnetBlockMs: 2_000 } as const;

const seconds = (
  pair: { send: AssetCode; receive: AssetCode },
  pace: Pace,
  { valueUsdt = 0n, units = 0n }: { valueUsdt?: bigint; units?: bigint } = {},
): number => {
  const depth = depthPolicy(assetOf(pair.send).chain, pace.network, { valueUsdt, units }, undefined);
  return estimatedSeconds(pair, depth, pace);
};

test("the deposit's confirmations, one block for the payout, and a second", () => {
  expect(seconds({ send: "BTC", receive: "USDT-TRC20" }, MAINNET)).toBe(2 * 600 + 3 + 1);
  expect(seconds({ send: "USDT-TRC20", receive: "BTC" }, MAINNET)).toBe(20 * 3 + 600 + 1);
  expect(seconds({ send: "BTC", receive: "XMR" }, SIMNET)).toBe(2 * 2 + 2 + 1);
});

test("more at stake takes longer", () => {
  const toTron = 3 + 1;
  const units = 25n * 10n ** 8n;
  expect(seconds({ send: "BTC", receive: "USDT-TRC20" }, MAINNET, { valueUsdt: 1_001n })).toBe(
    3 * 600 + toTron,
  );
  expect(seconds({ send: "BTC", receive: "USDT-TRC20" }, MAINNET, { valueUsdt: 50_001n, units })).toBe(
    8 * 600 + toTron,
  );
  expect(seconds({ send: "ETH", receive: "USDT-TRC20" }, MAINNET, { valueUsdt: 1_000n })).toBe(
    20 * 12 + toTron,
  );
  expect(seconds({ send: "ETH", receive: "USDT-TRC20" }, MAINNET, { valueUsdt: 1_001n })).toBe(
    80 * 12 + toTron,
  );
  expect(seconds({ send: "BTC", receive: "XMR" }, SIMNET, { valueUsdt: 50_001n })).toBe(2 * 2 + 2 + 1);
});

test("a fixed rate holds ten minutes, or three blocks where that is longer", () => {
  expect(quoteHoldMs("BTC", MAINNET)).toBe(1_800_000);
  expect(quoteHoldMs("SOL", MAINNET)).toBe(600_000);
  expect(quoteHoldMs("BTC", SIMNET)).toBe(600_000);
});
