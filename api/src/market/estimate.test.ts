import { expect, test } from "vitest";
import { estimatedSeconds, quoteHoldMs } from "./estimate";

const MAINNET = { network: "mainnet", simnetBlockMs: 2_000 } as const;
const SIMNET = { network: "simnet", simnetBlockMs: 2_000 } as const;

test("the deposit's confirmations, one block for the payout, and a second", () => {
  expect(estimatedSeconds({ send: "BTC", receive: "USDT-TRC20" }, MAINNET)).toBe(2 * 600 + 3 + 1);
  expect(estimatedSeconds({ send: "USDT-TRC20", receive: "BTC" }, MAINNET)).toBe(20 * 3 + 600 + 1);
  expect(estimatedSeconds({ send: "BTC", receive: "XMR" }, SIMNET)).toBe(2 * 2 + 2 + 1);
});

test("a fixed rate holds ten minutes, or three blocks where that is longer", () => {
  expect(quoteHoldMs("BTC", MAINNET)).toBe(1_800_000);
  expect(quoteHoldMs("SOL", MAINNET)).toBe(600_000);
  expect(quoteHoldMs("BTC", SIMNET)).toBe(600_000);
});
