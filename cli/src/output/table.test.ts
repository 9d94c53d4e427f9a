import { expect, test } from "vitest";
import { pairLines, tableLines } from "./table";

test("columns are as wide as their widest cell, figures to the right", () => {
  const columns = [
    { title: "CODE", of: (row: { code: string; min: string }) => row.code },
    { title: "MIN", figures: true, of: (row: { code: string; min: string }) => row.min },
  ];
  const rows = [
    { code: "USDT-TRC20", min: "10" },
    { code: "BTC", min: "0.001" },
  ];
  expect(tableLines(columns, rows)).toEqual(["CODE          MIN", "USDT-TRC20     10", "BTC         0.001"]);
});

test("a pair without a value is left out", () => {
  expect(
    pairLines([
      ["memo", null],
      ["to", "bc1q"],
    ]),
  ).toEqual(["to    bc1q"]);
});
