import { describe, expect, it } from "vitest";
import { type Facts, judge } from "./judge";

const well: Facts = {
  beats: [{ role: "worker", agoMs: 3_000, clockOffMs: 0 }],
  chains: [{ chain: "bitcoin", status: "ok", isStale: false, isHeldBack: false, waiting: null }],
  quotable: 2,
  unpriced: 0,
  latePayouts: 0,
  clockOffMs: 0,
  isRetentionHeld: false,
  isProxyIgnored: false,
  areLimitsAlone: false,
  deletionWaitsMs: null,
};
const judged = (change: Partial<Facts>) => {
  const { status, problems } = judge({ ...well, ...change });
  return [status, ...problems.map(({ problem }) => problem)];
};

describe("judge", () => {
  it("finds nothing wrong with a service that works", () => {
    expect(judge(well)).toEqual({ status: "ok", problems: [] });
  });

  it.each([
    ["no worker was ever heard from", { beats: [] }, "workers"],
    [
      "a worker was last heard from 31 s ago",
      { beats: [{ role: "worker", agoMs: 31_000, clockOffMs: 0 }] },
      "workers",
    ],
    ["only a public process beats", { beats: [{ role: "http", agoMs: 0, clockOffMs: 0 }] }, "workers"],
    ["only one currency has a price", { quotable: 1 }, "quotes"],
  ])("is unavailable when %s", (_, change, problem) => {
    expect(judged(change)).toEqual(["unavailable", problem]);
  });

  it("is unavailable without a database, whatever else there is", () => {
    expect(judge(null)).toMatchObject({ status: "unavailable", problems: [{ problem: "database" }] });
  });

  it.each([
    [
      "a chain is halted",
      { chains: [{ chain: "bitcoin", status: "halted", isStale: true, isHeldBack: false, waiting: null }] },
      "chain",
    ],
    [
      "a chain is not followed",
      { chains: [{ chain: "bitcoin", status: "ok", isStale: true, isHeldBack: false, waiting: null }] },
      "chain",
    ],
    ["a currency has no price", { unpriced: 1 }, "prices"],
    ["its own clock is off", { clockOffMs: -5_001 }, "clock"],
    ["a worker's clock is off", { beats: [{ role: "worker", agoMs: 0, clockOffMs: 5_001 }] }, "clock"],
    ["a payout is late", { latePayouts: 1 }, "payouts"],
    ["a deletion has not reached the disk in a day", { deletionWaitsMs: 86_400_001 }, "retention"],
    ["orders wait to be deleted", { isRetentionHeld: true }, "retention"],
    ["a proxy is not believed", { isProxyIgnored: true }, "proxy"],
    ["Redis is lost", { areLimitsAlone: true }, "limits"],
  ] as const)("is degraded when %s", (_, change, problem) => {
    expect(judged(change)).toEqual(["degraded", problem]);
  });

  it("says of a chain that is held back what would let it go", () => {
    const chains = [
      { chain: "dash", status: "unavailable", isStale: false, isHeldBack: true, waiting: null },
    ] as const;
    const [problem] = judge({ ...well, chains }).problems;
    expect(problem?.text).toMatch(/^dash is paused: .*SOTTO_UNPROVEN_CHAINS/);
  });

  it("says what waits on a chain that is followed, and nothing of it where the chain is not", () => {
    const told = (status: "ok" | "unavailable") => {
      const chain = { chain: "ethereum", status, isStale: false, isHeldBack: false } as const;
      const { status: verdict, problems } = judge({ ...well, chains: [{ ...chain, waiting: "ETH waits" }] });
      return [verdict, ...problems.map(({ text }) => text)];
    };
    expect(told("ok")).toEqual(["degraded", "ethereum: ETH waits."]);
    expect(told("unavailable")).toEqual(["degraded", "ethereum does not respond."]);
  });

  it("leaves out the clock of a process that is dead", () => {
    const beats = [...well.beats, { role: "http", agoMs: 40_000, clockOffMs: 99_000 }];
    expect(judged({ beats })).toEqual(["ok"]);
  });

  it("names the worst first", () => {
    expect(judged({ beats: [], latePayouts: 2 })).toEqual(["unavailable", "workers", "payouts"]);
  });
});
