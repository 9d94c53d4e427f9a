import { expect, test } from "vitest";
import type { Payment } from "./auditor";
import { asReceipts, type ShownDeposit } from "./receipts";

const payment = (txHash: string, units: bigint, isStranger = false): Payment => ({
  id: `polygon:${txHash}:0`,
  txHash,
  address: "ours",
  asset: "POL",
  units,
  isStranger,
  isReadFromBalance: true,
  listed: false,
  paidAt: 0,
  minedAt: 0,
});

const deposit = (txHash: string, units: bigint): ShownDeposit => ({
  address: "ours",
  asset: "POL",
  txHash,
  units,
});

const unitsOf = (payments: readonly Payment[]) => payments.map(({ txHash, units }) => [txHash, units]);

test("dust belongs to the payment beside it, also where a stranger pays as much as the customer later", () => {
  const paid = [payment("own", 800n), payment("dust", 6n, true), payment("same", 800n, true)];
  expect(unitsOf(asReceipts(paid, [deposit("first", 806n), deposit("second", 800n)]))).toEqual([
    ["first", 806n],
    ["second", 800n],
  ]);
});

test("what makes up no deposit stays as it is, and a stranger's is not taken for the one beside it", () => {
  const paid = [payment("lost", 5n), payment("own", 800n), payment("strange", 7n, true)];
  expect(unitsOf(asReceipts(paid, [deposit("own", 800n), deposit("none", 1n)]))).toEqual([
    ["lost", 5n],
    ["own", 800n],
    ["stranger strange", 7n],
  ]);
});

test("a crowd of equal payments that explains nothing is cut in no more than a moment", () => {
  const paid = Array.from({ length: 60 }, (_, n) => payment(`p${n}`, 10n, true));
  const shown = Array.from({ length: 59 }, (_, n) => deposit(`d${n}`, 10n));
  expect(asReceipts(paid, [...shown, deposit("odd", 11n)])).toHaveLength(60);
});
