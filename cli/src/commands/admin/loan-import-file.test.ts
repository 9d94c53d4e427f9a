import { sameDecimal } from "@sotto/openapi/decimal";
import { describe, expect, test } from "vitest";
import { FILE, loanImports } from "../../testing/loan-import";
import { LISTED, ledger, loan, MISTYPED } from "../../testing/loan-ledger";
import type { CreateLoanBody } from "../../wire";

const { start, run, importFile, pathOf, requests, created } = loanImports();

describe("importing a faulty file", () => {
  test("one wrong row, and nothing is sent; every wrong row is named", async () => {
    const { create } = ledger();
    await start(create);
    const wrong = [
      "reference,currency,amount,exchangeRate,receiveAddress",
      "good,BTC,0.5,60000,",
      "good,BTC,0.6,60000,",
      ",BTC,0.5,60000,",
      "sp ace,BTC,0.5,60000,",
      "a1,DOGE,1,1,",
      "a2,LTC,1,1,",
      "a3,BTC,0,1,",
      "a4,BTC,1e5,1,",
      "a5,USDT-TRC20,0.0000001,1,",
      "a6,BTC,1,0.000000001,",
      `a7,BTC,1,1,${MISTYPED}`,
      `a8,BTC,1,1,${LISTED}`,
      "a9,BTC,999999999999999999,10,",
      "",
    ].join("\n");
    const { exitCode, rows } = await importFile(wrong);
    expect(exitCode).toBe(1);
    expect(rows.map(({ line, outcome, code }) => [line, outcome, code])).toEqual([
      [2, "skipped", null],
      [3, "failed", "loan/reference-used"],
      [4, "failed", "request/invalid"],
      [5, "failed", "request/invalid"],
      [6, "failed", "currency/unknown"],
      [7, "failed", "loan/currency"],
      [8, "failed", "amount/zero"],
      [9, "failed", "amount/format"],
      [10, "failed", "amount/precision"],
      [11, "failed", "amount/precision"],
      [12, "failed", "address/checksum"],
      [13, "failed", "address/listed"],
      [14, "failed", "amount/max"],
    ]);
    expect(created()).toEqual([]);
  });

  test.each([
    [`${FILE}pay-4,BTC,1,1\n`, "The file is not CSV: line 5 has 4 cells instead of 5."],
    [`${FILE}"pay-4,BTC,1,1,\n`, "The file is not CSV: the quotation marks of line 5 do not match."],
    [FILE.slice(0, FILE.indexOf("\n")), "The file has no rows."],
    [FILE.replace("amount", "AMOUNT,amount"), "The file's columns are wrong: amount stands there twice."],
    [FILE.replace("amount,", ""), "The file's columns are wrong: amount is missing."],
  ])("a file that cannot be read is refused as a whole (%#)", async (text, note) => {
    await start(ledger().create);
    const ended = await importFile(text);
    expect([ended.exitCode, ended.notes[0]]).toEqual([2, expect.stringContaining(note)]);
    expect(requests()).toEqual([]);
  });

  test("a misspelt column is refused: it would turn payments from the reserve into others", async () => {
    await start(ledger().create);
    const { exitCode, notes } = await importFile(FILE.replace("receiveAddress", "recieveAddress"));
    expect(exitCode).toBe(2);
    expect(notes[0]).toContain('"recieveAddress" is unknown');
    expect(requests()).toEqual([]);
  });
});

describe("the file of an import", () => {
  test("takes a byte order mark, either line end, quotes and any order of columns", async () => {
    const { loans, create } = ledger();
    await start(create);
    const text = `\ufeffamount,"exchangeRate",reference,Currency\r\n"0.5","60000","a,b",BTC\r\n\r\n1,3000,'=1+1,ETH\r\n`;
    expect((await importFile(text)).outcomes).toEqual(["created", "created"]);
    expect([...loans.keys()]).toEqual(["a,b", "=1+1"]);
  });

  test("takes semicolons, as spreadsheets write them where the decimal mark is a comma", async () => {
    const { loans, create } = ledger();
    await start(create);
    expect((await importFile(FILE.replaceAll(",", ";"))).outcomes).toEqual(["created", "created", "created"]);
    expect(loans.size).toBe(3);
  });

  test("asks, and without a terminal wants --yes; --dry-run sends nothing", async () => {
    await start(ledger().create);
    expect((await importFile(FILE, "--json")).exitCode).toBe(2);
    const dry = await importFile(FILE, "--dry-run");
    expect([dry.exitCode, dry.outcomes]).toEqual([0, ["skipped", "skipped", "skipped"]]);
    expect(created()).toEqual([]);
  });

  test("what export writes can be imported again, formulas and nameless loans too", async () => {
    const { create } = ledger();
    const loans = [
      { ...loan, id: "2", reference: null, receiveAddress: null },
      { ...loan, id: "1", reference: "=1+1", receiveAddress: null },
    ];
    await start(create, {
      "GET /api/admin/loan-orders": () => ({ body: { items: loans, nextCursor: null } }),
    });
    const path = pathOf("out.csv");
    const { out } = await run("export");
    expect(out[2]).toMatch(/^1,'=1\+1,BTC,0\.5,60000,,30000\.00000000,135\.00000000,pending,.*\r$/);
    expect((await run("export", "--output", path)).exitCode).toBe(0);
    expect((await run("export", "--output", path)).exitCode).toBe(2);
    // Into a server that has none of them.
    loans.splice(0);
    const ended = await run("import", path, "--yes");
    expect(JSON.parse(ended.out[0] ?? "").map((row: { outcome: string }) => row.outcome)).toEqual([
      "skipped",
      "created",
    ]);
    expect(created().map(({ body }) => (body as CreateLoanBody).reference)).toEqual(["=1+1"]);
  });
});

test("decimals are compared by their value", () => {
  expect([
    sameDecimal("0.50", "0.5"),
    sameDecimal("1", "1.000"),
    sameDecimal("0.5", "0.05"),
    sameDecimal("x", "x"),
  ]).toEqual([true, true, false, false]);
});
