import { describe, expect, test } from "vitest";
import { LOAN_IMPORT_COLUMNS } from "./columns";
import { readLoanRows } from "./read";

const HEAD = LOAN_IMPORT_COLUMNS.join(",");
const ROWS_MAX = 3;
const read = (...lines: string[]) => readLoanRows(lines.join("\n"), { rowsMax: ROWS_MAX });
const columns = { code: "columns", missing: [], unknown: [], repeated: [] };

describe("reading a file of loans", () => {
  test("gives the cells of each row by its column, and its line", () => {
    expect(read(HEAD, "pay-1,BTC,0.5,60000,bc1q", "", "pay-2,eth,2,3000,")).toEqual({
      ok: true,
      value: [
        {
          line: 2,
          reference: "pay-1",
          currency: "BTC",
          amount: "0.5",
          exchangeRate: "60000",
          receiveAddress: "bc1q",
          id: "",
        },
        {
          line: 4,
          reference: "pay-2",
          currency: "eth",
          amount: "2",
          exchangeRate: "3000",
          receiveAddress: "",
          id: "",
        },
      ],
    });
  });

  test("accepts columns in any order and case, those of an export too, and takes the guard off formulas", () => {
    const found = read("ID,CreatedBy,exchangerate,AMOUNT,Currency,reference", "7,ana,1,5,BTC,'=1+1");
    expect(found.ok && found.value).toMatchObject([
      { id: "7", reference: "=1+1", currency: "BTC", amount: "5", exchangeRate: "1", receiveAddress: "" },
    ]);
  });

  test("refuses a misspelt receiveAddress, which would redirect payments", () => {
    expect(read(HEAD.replace("receiveAddress", "recieveAddress"), "r,BTC,1,1,bc1q")).toEqual({
      ok: false,
      error: { ...columns, unknown: ["recieveAddress"] },
    });
  });

  test("refuses columns that are missing, unknown, nameless or repeated, all at once", () => {
    expect(read("Amount,currency,amount,note,", "1,BTC,1,x,")).toEqual({
      ok: false,
      error: {
        ...columns,
        missing: ["reference", "exchangeRate"],
        unknown: ["note", ""],
        repeated: ["amount"],
      },
    });
  });

  test.each([
    [["r,BTC,1,1,,more"], { code: "cells", line: 2, expected: 5, found: 6 }],
    [["r,BTC,1,1,", "", "s,BTC,1"], { code: "cells", line: 4, expected: 5, found: 3 }],
    [['"r,BTC,1,1,'], { code: "quotes", line: 2 }],
    [[], { code: "empty" }],
    [["", " , "], { code: "empty" }],
    [
      Array.from({ length: ROWS_MAX + 1 }, (__, at) => `r${at},BTC,1,1,`),
      { code: "rows", rowsMax: ROWS_MAX },
    ],
  ])("refuses a file that it cannot read (%#)", (lines, error) => {
    expect(read(HEAD, ...lines)).toEqual({ ok: false, error });
  });

  test("refuses a file without anything in it, and accepts as many rows as there may be", () => {
    expect(read("")).toEqual({ ok: false, error: { code: "empty" } });
    const most = Array.from({ length: ROWS_MAX }, (_, at) => `r${at},BTC,1,1,`);
    expect(read(HEAD, ...most, "", "")).toMatchObject({ ok: true });
  });
});
