import { describe, expect, test } from "vitest";
import type { Loan } from "../types";
import { writeLoanFile } from "./export-file";
import { IMPORT_ROWS_MAX, type ImportRow, readImport } from "./import-file";
import { fileText, rowText } from "./import-texts";

const TERMS = {
  decimals: new Map([
    ["BTC", 8],
    ["ETH", 18],
    ["USDT-TRC20", 6],
  ]),
  feePercent: "0.45",
};
const HEAD = "reference,currency,amount,exchangeRate,receiveAddress";
const read = (...lines: string[]) => readImport([HEAD, ...lines].join("\n"), TERMS);

function rowsOf(file: Awaited<ReturnType<typeof readImport>>) {
  if (!file.ok) throw new Error(file.error.code);
  return file.value;
}

const bodyOf = (row: ImportRow | undefined) => (row?.checked.ok ? row.checked.value.body : null);
/** What the page says of a row. */
function faultsOf(row: ImportRow | undefined) {
  if (row === undefined) throw new Error("there is no row");
  return row.checked.ok ? [] : row.checked.error.map(rowText);
}

describe("a file of loans", () => {
  test("becomes bodies with the figures that the server expects", async () => {
    const [row] = rowsOf(await read("pay-1,BTC,0.5,60000,bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"));
    expect(bodyOf(row)).toEqual({
      reference: "pay-1",
      currency: "BTC",
      amount: "0.5",
      exchangeRate: "60000",
      usdtValue: "30000.00000000",
      feeAmount: "135.00000000",
      status: "pending",
      receiveAddress: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    });
  });

  test.each([
    ["USDTTRC", "USDT-TRC20"],
    ["usdt_trc20", "USDT-TRC20"],
    ["eth", "ETH"],
  ])("takes %s for %s", async (spelling, code) => {
    const [row] = rowsOf(await read(`pay-1,${spelling},5,1,`));
    expect(bodyOf(row)?.currency).toBe(code);
  });

  test.each([
    [",BTC,1,1,", "reference"],
    ["a b,BTC,1,1,", "reference"],
    ["r,XMR,1,1,", "currency"],
    ["r,BTC,0,1,", "amount"],
    ["r,BTC,-1,1,", "amount"],
    ["r,BTC,1e5,1,", "amount"],
    ["r,BTC,0.123456789,1,", "amount"],
    ["r,USDTTRC,0.1234567,1,", "amount"],
    ['r,BTC,"0,5",1,', "amount"],
    ["r,BTC,1,0.123456789,", "rate"],
    ["r,BTC,1,,", "rate"],
    ["r,BTC,1,1,bc1 q", "address"],
    ["r,BTC,999999999999999999,10,", "value"],
  ])("%s is faulty for its %s", async (line, fault) => {
    const [row] = rowsOf(await read(line));
    expect(faultsOf(row)).toEqual([fault]);
    expect(bodyOf(row)).toBeNull();
  });

  test("a reference that stands in it twice is reported at the second line, with its number", async () => {
    const rows = rowsOf(await read("r,BTC,1,1,", "", "r,BTC,2,1,"));
    expect(rows.map((row) => [row.row.line, faultsOf(row)])).toEqual([
      [2, []],
      [4, ["reference-twice"]],
    ]);
  });
});

describe("a file of loans as a whole", () => {
  test.each([
    ["amount,currency\n1,BTC", "columns"],
    [`${HEAD}\nr,BTC,1,1,,more`, "columns"],
    [`${HEAD}\n"r,BTC,1,1,`, "quotes"],
    [HEAD, "empty"],
    [[HEAD, ...Array.from({ length: IMPORT_ROWS_MAX + 1 }, (_, i) => `r${i},BTC,1,1,`)].join("\n"), "many"],
  ])("that cannot be read is refused as a whole (%#)", async (text, fault) => {
    const file = await readImport(text, TERMS);
    expect(file.ok ? null : fileText(file.error).name).toBe(fault);
  });

  test("with a misspelt column is refused by its name: payments would go elsewhere", async () => {
    const file = await readImport(
      "reference,currency,amount,exchangeRate,recieveAddress\nr,BTC,1,1,bc1q",
      TERMS,
    );
    expect(file.ok ? null : fileText(file.error)).toEqual({ name: "unknown", names: "“recieveAddress”" });
  });

  test("with a whole page of unknown columns names the first five", async () => {
    const titles = Array.from({ length: 50 }, (_, at) => `x${at}`);
    const file = await readImport(`${HEAD},${titles.join(",")}\nr,BTC,1,1,`, TERMS);
    expect(file.ok ? null : fileText(file.error)).toEqual({
      name: "unknown",
      names: "“x0”, “x1”, “x2”, “x3”, “x4”",
    });
  });

  test("with semicolons, a byte order mark and other columns is read as well", async () => {
    const [row] = rowsOf(
      await readImport("\ufeffid;Reference;CURRENCY;amount;exchangerate\n7;r-1;ETH;2;3000", TERMS),
    );
    expect(bodyOf(row)).toMatchObject({ reference: "r-1", currency: "ETH", usdtValue: "6000.00000000" });
  });
});

test("what is exported can be imported, also where a spreadsheet would see a formula", async () => {
  const loan: Loan = {
    id: "17",
    reference: "=1+1",
    currency: "BTC",
    amount: "0.5",
    exchangeRate: "60000",
    usdtValue: "30000.00000000",
    feeAmount: "135.00000000",
    status: "pending",
    receiveAddress: null,
    approvalRequired: false,
    createdBy: "ana",
    approvedBy: null,
    paidBy: null,
    txHash: null,
    createdAt: "2026-01-01T12:00:00.000Z",
    completedAt: null,
  };
  const text = await writeLoanFile([loan, { ...loan, id: "16", reference: 'a"b,c' }]);
  expect(text).toContain("'=1+1");
  const rows = rowsOf(await readImport(text, TERMS));
  expect(rows.map(({ row }) => row.reference)).toEqual(["=1+1", 'a"b,c']);
  expect(rows.every(({ checked }) => checked.ok)).toBe(true);
});
