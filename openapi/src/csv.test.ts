import { describe, expect, test } from "vitest";
import { csvRecord, guardFormula, readCsv, unguardFormula } from "./csv";

const read = (text: string, recordsMax = 100) => readCsv(text, { recordsMax });

/** The cells of a text without problems. */
function cellsOf(text: string) {
  const found = read(text);
  if (!found.ok) throw new Error(found.error.code);
  return found.value.map(({ cells }) => cells);
}

describe("reading CSV", () => {
  test.each([
    ["commas", "a,b\n1,2"],
    ["semicolons, as where the decimal mark is a comma", "a;b\n1;2"],
    ["tabs", "a\tb\n1\t2"],
    ["bars", "a|b\n1|2"],
    ["a byte order mark", "\ufeffa,b\n1,2"],
    ["carriage returns and line feeds", "a,b\r\n1,2\r\n"],
    ["carriage returns alone", "a,b\r1,2\r"],
    ["mixed line ends", "a,b\r\n1,2\n"],
    ["blank lines, and lines of empty cells", "\na,b\n\n , \n1,2\n\n"],
    ["spaces around cells", " a , b\n1 ,2"],
    ["quoted cells", '"a","b"\n"1","2"'],
  ])("accepts %s", (_, text) => {
    expect(cellsOf(text)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  test("keeps delimiters, quotation marks and line breaks of quoted cells", () => {
    expect(cellsOf('a,b\n"1,5","say ""yes"""\n"two\r\nlines",')).toEqual([
      ["a", "b"],
      ["1,5", 'say "yes"'],
      ["two\nlines", ""],
    ]);
  });

  test("counts lines as an editor shows them", () => {
    const found = read('a,b\n\n1,"two\r\nlines"\r\n\n2,\n');
    expect(found.ok && found.value.map(({ line }) => line)).toEqual([1, 3, 6]);
  });

  test.each([
    ['a,b\n1,2\n"3,4\n5,6', 3],
    ['a,b\n"1"x,2\n3,4', 2],
  ])("refuses quotation marks that do not match (%#)", (text, line) => {
    expect(read(text)).toEqual({ ok: false, error: { code: "quotes", line } });
  });

  test("stops at the limit, blank records not counted", () => {
    const found = read("a\n\n1\n\n2\n3", 3);
    expect(found.ok && found.value.map(({ cells }) => cells[0])).toEqual(["a", "1", "2"]);
  });

  test("of nothing is nothing", () => {
    expect([cellsOf(""), cellsOf("\n \r\n")]).toEqual([[], []]);
  });
});

describe("writing CSV", () => {
  test.each([
    [["a", 1, true, null, undefined], "a,1,true,,"],
    [["a,b", 'a"b', "a\nb", "a\r"], '"a,b","a""b","a\nb","a\r"'],
    [[{ a: 1 }, ["x"]], '"{""a"":1}","[""x""]"'],
    [["=1+1", "-0.5", "+1", "@x", "-x"], "'=1+1,-0.5,'+1,'@x,'-x"],
  ])("quotes what has to be quoted, and guards formulas (%#)", (values, record) => {
    expect(csvRecord(values)).toBe(record);
  });

  test.each(["=1", "'=1", "''=1", "＝1", "\t1", "-5", "- 5", "plain", "'quoted'", ""])(
    "the guard of %j comes off again",
    (text) => {
      expect(unguardFormula(guardFormula(text))).toBe(text);
    },
  );

  test("what is written is read again", () => {
    const cells = ["a,b", 'a"b', "two\nlines", "", "x;y"];
    expect(cellsOf(`a,b,c,d,e\r\n${csvRecord(cells)}\r\n`)[1]).toEqual(cells);
  });
});
