import { describe, expect, test } from "vitest";
import { type Column, pairLines, tableLines } from "./table";
import { widthOf } from "./text";

test("columns are as wide as their widest cell, figures to the right", () => {
  type Row = { code: string; min: string };
  const columns: Column<Row>[] = [
    { title: "CODE", field: "code", of: ({ code }) => code },
    { title: "MIN", field: "min", figures: true, of: ({ min }) => min },
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
  ).toEqual(["to  bc1q"]);
});

describe("text of others and narrow terminals", () => {
  type Row = { id: string; name: string; note: string };
  const columns: Column<Row>[] = [
    { title: "ID", field: "id", of: ({ id }) => id },
    { title: "NAME", field: "name", shrinks: true, of: ({ name }) => name },
    { title: "NOTE", field: "note", of: ({ note }) => note },
  ];
  const rows = [
    { id: "1", name: "静かな取引所の鍵、とても長い名前", note: "x" },
    { id: "22", name: "wallet", note: "yy" },
  ];

  test("CJK characters count as two columns", () => {
    expect(tableLines(columns, rows)).toEqual([
      "ID  NAME                              NOTE",
      "1   静かな取引所の鍵、とても長い名前  x",
      "22  wallet                            yy",
    ]);
  });

  test("what may shrink is cut by its width, and no line is wider than the terminal", () => {
    const lines = tableLines(columns, rows, { columns: 24, paint: (_style, text) => text });
    expect(lines).toEqual(["ID  NAME            NOTE", "1   静かな取引所…   x", "22  wallet          yy"]);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(24);
  });

  test("what would steer the terminal is shown as a mark", () => {
    const evil = "\u001b[2J\u009b31mred\u202egnp";
    expect(tableLines(columns, [{ id: "1", name: evil, note: "" }])[1]).toBe(
      "1   \ufffd[2J\ufffd31mred\ufffdgnp",
    );
    expect(pairLines([["reason", evil]])).toEqual(["reason  \ufffd[2J\ufffd31mred\ufffdgnp"]);
  });
});
