import { expect, it } from "vitest";
import { splitChange } from "./split-change";

const limits = { piecesMax: 15, feeUnitsMax: 1_000n, feeOfPieces: (more: number) => 10n * BigInt(more) };
const sum = (pieces: readonly bigint[]) => pieces.reduce((total, piece) => total + piece, 0n);

it("splits the change of a wallet with few coins into four, and pays for the outputs out of it", () => {
  const { pieces, feeUnits } = splitChange({ changeUnits: 100_003n, coins: 1, unitsMin: 1_000n }, limits);
  expect(pieces).toEqual([24_993n, 24_993n, 24_993n, 24_994n]);
  expect(sum(pieces) + feeUnits).toBe(100_003n);
});

it("makes fewer pieces where they would be small, dear, or more than a transaction has", () => {
  const wallet = { changeUnits: 100_000n, coins: 1, unitsMin: 1_000n };
  expect(splitChange({ ...wallet, unitsMin: 40_000n }, limits).pieces).toHaveLength(2);
  expect(splitChange(wallet, { ...limits, feeUnitsMax: 20n }).pieces).toHaveLength(3);
  expect(splitChange(wallet, { ...limits, piecesMax: 2 }).pieces).toHaveLength(2);
  expect(splitChange(wallet, { ...limits, piecesMax: 1 })).toEqual({ pieces: [100_000n], feeUnits: 0n });
});

it("keeps the change whole in a wallet of many coins, and makes none of nothing", () => {
  expect(splitChange({ changeUnits: 100_000n, coins: 32, unitsMin: 1n }, limits).pieces).toEqual([100_000n]);
  expect(splitChange({ changeUnits: 0n, coins: 1, unitsMin: 1n }, limits)).toEqual({
    pieces: [],
    feeUnits: 0n,
  });
});
