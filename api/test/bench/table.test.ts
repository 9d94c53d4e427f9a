import { expect, it } from "vitest";
import { chosenOf } from "../../bench/chosen";
import { inTurn } from "../../bench/measured";
import { isMet, tableOf } from "../../bench/table";

it("a row says what is compared, the ratio, the goal and what a unit of work costs", () => {
  const line = { key: "create", ours: 231.6, bare: 28_444.7, ratio: 0.00814, cpuMs: 8.256 } as const;
  const [, , row] = tableOf([line], {}).split("\n");
  expect(row).toBe(
    "| create order, against bare Hono JSON POST, which writes nothing | 232 /s | 28,445 /s | 0.008 | 0.08: not met | 8.26 ms / order | new |",
  );
});

it("a figure without a counterpart leaves its cells empty", () => {
  const [, , row] = tableOf([{ key: "start-memory", ours: 238 }], {}).split("\n");
  expect(row).toBe("| memory (PSS) of all processes without PostgreSQL | 238 MB |  |  | 450 MB |  | new |");
});

it("a goal is met at its limit, and not by a figure that is missing", () => {
  expect(isMet({ ratioMin: 0.5 }, { key: "create", ours: 1, ratio: 0.5 })).toBe(true);
  expect(isMet({ ratioMin: 0.5 }, { key: "create", ours: 1, ratio: 0.49 })).toBe(false);
  expect(isMet({ ratioMin: 0.5 }, { key: "create", ours: 1 })).toBe(false);
  expect(isMet({ oursMax: 1 }, { key: "idle-cpu", ours: 1 })).toBe(true);
  expect(isMet({ oursMax: 1 }, { key: "idle-cpu", ours: Number.NaN })).toBe(false);
});

it("both sides take turns, and only ours is charged with processor time", async () => {
  const said: string[] = [];
  let cpuMs = 0;
  const turn = (name: string, costMs: number, perSecond: number[]) => async () => {
    said.push(name);
    cpuMs += costMs;
    return { units: 10, perSecond: perSecond.shift() ?? 0 };
  };
  const measured = await inTurn({
    key: "create",
    rounds: 3,
    warmsUp: true,
    cpuMs: () => cpuMs,
    ours: turn("ours", 20, [999, 10, 40, 30]),
    bare: turn("bare", 5_000, [999, 100, 100, 200]),
  });
  expect(said).toEqual(["bare", "ours", "bare", "ours", "bare", "ours", "bare", "ours"]);
  expect(measured).toEqual({ key: "create", ours: 30, bare: 100, ratio: 0.15, cpuMs: 2 });
});

it("without a way to read processor time it is left out", async () => {
  const work = async () => ({ units: 1, perSecond: 1 });
  const measured = await inTurn({
    key: "create",
    rounds: 1,
    warmsUp: false,
    cpuMs: () => undefined,
    ours: work,
    bare: work,
  });
  expect(measured.cpuMs).toBeUndefined();
});

const ROWS = [{ key: "a", inShort: true }, { key: "b" }, { key: "c", inShort: true }] as const;

it("BENCH_ONLY names rows; the short form has its own", () => {
  const keys = (environment: Record<string, string>) => chosenOf(ROWS, environment).map(({ key }) => key);
  expect(keys({})).toEqual(["a", "b", "c"]);
  expect(keys({ BENCH_SHORT: "1" })).toEqual(["a", "c"]);
  expect(keys({ BENCH_SHORT: "1", BENCH_ONLY: "b" })).toEqual(["b"]);
  expect(keys({ BENCH_ONLY: "c,a" })).toEqual(["a", "c"]);
  expect(() => keys({ BENCH_ONLY: "a,d" })).toThrow("there is no row d. The rows are a, b, c.");
});
