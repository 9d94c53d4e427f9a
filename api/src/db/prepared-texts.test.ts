import { describe, expect, it } from "vitest";
import { preparedTexts } from "./prepared-texts";

/** A statement whose text names as many values as it is given, as a list and as rows. */
const listed = (count: number): string =>
  `SELECT 1 WHERE a IN (${Array.from({ length: count }, (_, i) => `$${i + 1}`).join(", ")})`;
const rows = (count: number): string =>
  `INSERT INTO t VALUES ${Array.from({ length: count }, (_, i) => `($${2 * i + 1}, $${2 * i + 2})`).join(", ")}`;

describe("preparedTexts", () => {
  it("takes a text, and goes on taking it", () => {
    const isPrepared = preparedTexts();
    for (let run = 0; run < 3; run++) expect(isPrepared("SELECT $1")).toBe(true);
  });

  it.each([listed, rows])("takes few of the texts that differ in the number of values: %o", (text) => {
    const isPrepared = preparedTexts({ textsMax: 100, lengthsMax: 3 });
    const taken = Array.from({ length: 20 }, (_, i) => isPrepared(text(i + 2)));
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(isPrepared(text(2))).toBe(true);
    expect(isPrepared(text(9))).toBe(false);
    expect(isPrepared("SELECT a, $1 FROM t")).toBe(true);
  });

  it("takes no more texts than the limit in all", () => {
    const isPrepared = preparedTexts({ textsMax: 5, lengthsMax: 3 });
    const taken = Array.from({ length: 9 }, (_, i) => isPrepared(`SELECT $1 AS c${i}`));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(isPrepared("SELECT $1 AS c0")).toBe(true);
  });
});
