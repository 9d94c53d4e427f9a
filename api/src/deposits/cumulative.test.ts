import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CumulativeChange, type CumulativeRow, cumulativeChange, receivedTotal } from "./cumulative";

/** Applies a change the way the inbox must: by key, gone first, then seen, then final. */
function applied(rows: readonly CumulativeRow[], change: CumulativeChange): CumulativeRow[] {
  const byTotal = new Map(rows.map((row) => [row.total, { ...row }]));
  const known = (total: bigint): CumulativeRow => {
    const row = byTotal.get(total);
    if (!row) throw new Error("change of an unknown row");
    return row;
  };
  for (const { total } of change.gone) known(total).state = "gone";
  for (const { total, units } of change.seen) {
    expect(byTotal.get(total)?.state ?? "gone").toBe("gone");
    byTotal.set(total, { total, units, state: "seen" });
  }
  for (const { total } of change.final) {
    expect(known(total).state).toBe("seen");
    known(total).state = "final";
  }
  return [...byTotal.values()];
}

const observe = (
  rows: readonly CumulativeRow[],
  totalLatest: bigint,
  totalFinal: bigint,
  heightLatest = 10,
) => cumulativeChange(rows, { totalLatest, totalFinal, heightLatest });

const liveSum = (rows: readonly CumulativeRow[]) =>
  rows.filter((row) => row.state !== "gone").reduce((sum, row) => sum + row.units, 0n);

describe("cumulativeChange", () => {
  test("first receipt is seen, then final, then nothing more happens", () => {
    expect(observe([], 5n, 0n)).toEqual({
      ok: true,
      value: { gone: [], seen: [{ total: 5n, units: 5n, height: 10 }], final: [] },
    });
    const seen: CumulativeRow[] = [{ total: 5n, units: 5n, state: "seen" }];
    expect(observe(seen, 5n, 5n)).toEqual({
      ok: true,
      value: { gone: [], seen: [], final: [{ total: 5n }] },
    });
    const final: CumulativeRow[] = [{ total: 5n, units: 5n, state: "final" }];
    expect(observe(final, 5n, 5n)).toEqual({ ok: true, value: { gone: [], seen: [], final: [] } });
  });

  test("a row is final only when its whole total is", () => {
    const rows: CumulativeRow[] = [{ total: 8n, units: 8n, state: "seen" }];
    expect(observe(rows, 8n, 7n)).toMatchObject({ value: { final: [] } });
  });

  test("a reorg that keeps a part replaces the row above it", () => {
    const rows: CumulativeRow[] = [
      { total: 5n, units: 5n, state: "final" },
      { total: 8n, units: 3n, state: "seen" },
      { total: 9n, units: 1n, state: "seen" },
    ];
    expect(observe(rows, 6n, 5n)).toEqual({
      ok: true,
      value: {
        gone: [{ total: 8n }, { total: 9n }],
        seen: [{ total: 6n, units: 1n, height: 10 }],
        final: [],
      },
    });
  });

  test("a gone row comes back under its total, with what it adds now", () => {
    const rows: CumulativeRow[] = [
      { total: 5n, units: 5n, state: "gone" },
      { total: 8n, units: 3n, state: "gone" },
    ];
    expect(observe(rows, 8n, 8n)).toEqual({
      ok: true,
      value: { gone: [], seen: [{ total: 8n, units: 8n, height: 10 }], final: [{ total: 8n }] },
    });
  });
});

describe("lost receipts", () => {
  const lost: CumulativeRow[] = [
    { total: 5n, units: 5n, state: "lost" },
    { total: 8n, units: 3n, state: "lost" },
  ];

  test("come back as what they were, at once too, and what is beyond them is new", () => {
    const both = lost.map(({ total, units }) => ({ total, units, height: 10 }));
    expect(observe(lost, 8n, 0n)).toMatchObject({ value: { seen: both, final: [] } });
    expect(observe(lost, 9n, 8n)).toMatchObject({
      value: { seen: [...both, { total: 9n, units: 1n }], final: [{ total: 5n }, { total: 8n }] },
    });
    expect(observe(lost, 7n, 0n)).toMatchObject({
      value: {
        seen: [
          { total: 5n, units: 5n },
          { total: 7n, units: 2n },
        ],
      },
    });
  });

  test("come back above what stayed, and not in another place", () => {
    const rows: CumulativeRow[] = [
      { total: 4n, units: 4n, state: "final" },
      { total: 5n, units: 5n, state: "lost" },
      { total: 6n, units: 2n, state: "lost" },
    ];
    expect(observe(rows, 6n, 4n)).toMatchObject({ value: { seen: [{ total: 6n, units: 2n }] } });
    expect(observe(rows, 5n, 4n)).toMatchObject({ value: { seen: [{ total: 5n, units: 1n }] } });
  });

  const taken: CumulativeRow = { total: 100n, units: 100n, state: "lost" };
  const above: CumulativeRow = { total: 107n, units: 7n, state: "seen" };

  test("a receipt above a lost one stays where both are there again", () => {
    expect(observe([taken, above], 107n, 0n)).toEqual({
      ok: true,
      value: { gone: [], seen: [{ total: 100n, units: 100n, height: 10 }], final: [] },
    });
  });

  test.each([
    ["nothing", 0n, []],
    ["as much as it was", 7n, [{ total: 7n, units: 7n, height: 10 }]],
  ])("a receipt above a lost one is gone where %s is there", (_, there, seen) => {
    expect(observe([taken, above], there, 0n)).toEqual({
      ok: true,
      value: { gone: [{ total: 107n }], seen, final: [] },
    });
  });

  test("a final receipt above a lost one that is not there contradicts what was final", () => {
    expect(observe([taken, { ...above, state: "final" }], 7n, 0n)).toEqual({
      ok: false,
      error: "observation/contradicts-final",
    });
  });
});

describe("what can never be", () => {
  test("refuses more final than received, and the loss of a final row", () => {
    expect(observe([], 5n, 6n)).toEqual({ ok: false, error: "observation/inconsistent" });
    const rows: CumulativeRow[] = [{ total: 5n, units: 5n, state: "final" }];
    expect(observe(rows, 4n, 4n)).toEqual({ ok: false, error: "observation/contradicts-final" });
  });

  test("throws on rows that leave a gap or overlap", () => {
    expect(() => observe([{ total: 5n, units: 4n, state: "seen" }], 5n, 0n)).toThrow(/contiguous/);
    expect(() =>
      observe(
        [
          { total: 5n, units: 5n, state: "seen" },
          { total: 7n, units: 3n, state: "seen" },
        ],
        7n,
        0n,
      ),
    ).toThrow(/contiguous/);
  });

  test("live rows always add up to what was received, and final rows stay while finality does not shrink", () => {
    const amount = fc.bigInt({ min: 0n, max: 30n });
    const steps = fc.array(fc.record({ final: amount, above: amount }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(steps, (history) => {
        let rows: CumulativeRow[] = [];
        let totalFinal = 0n;
        for (const [height, step] of history.entries()) {
          // Finality grows from time to time; above it the latest total goes up and down as reorgs please.
          if (step.final > totalFinal) totalFinal = step.final;
          const totalLatest = totalFinal + step.above;
          const finalBefore = rows.filter((row) => row.state === "final");
          const change = observe(rows, totalLatest, totalFinal, height);
          if (!change.ok) throw new Error(change.error);
          rows = applied(rows, change.value);
          expect(liveSum(rows)).toBe(totalLatest);
          for (const row of finalBefore) expect(rows).toContainEqual(row);
          for (const row of rows) expect(row.state === "final" && row.total > totalFinal).toBe(false);
          // What is seen but wholly below finality does not wait.
          for (const row of rows) expect(row.state === "seen" && row.total <= totalFinal).toBe(false);
          // The same observation again changes nothing.
          expect(observe(rows, totalLatest, totalFinal, height)).toEqual({
            ok: true,
            value: { gone: [], seen: [], final: [] },
          });
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("receivedTotal", () => {
  test("is unmoved by our own payments, fees and top-ups", () => {
    const wei = fc.bigInt({ min: 0n, max: 10n ** 24n });
    fc.assert(
      fc.property(wei, wei, wei, wei, (received, topUps, spendShare, gasShare) => {
        const outgoing = spendShare % (received + topUps + 1n);
        const gas = gasShare % (received + topUps - outgoing + 1n);
        const balance = received + topUps - outgoing - gas;
        expect(receivedTotal({ balance, outgoing, gas, topUps })).toBe(received);
      }),
    );
  });

  test("throws when more was topped up than can be there", () => {
    expect(() => receivedTotal({ balance: 1n, outgoing: 0n, gas: 0n, topUps: 2n })).toThrow(/top-ups/);
    expect(() => receivedTotal({ balance: -1n, outgoing: 2n, gas: 0n, topUps: 0n })).toThrow(/negative/);
  });
});
