import { mulDivFloor } from "../core/amount";

/** Finished orders of a kind: as many as `orders`, all with the same end, cause and (coarse) duration. */
export type Tally = {
  state: "completed" | "refunded" | "failed";
  /** Why the order last waited for a person; null where it never did. */
  reason: string | null;
  /** From the first sight of the deposit to the end; known only for completed orders. */
  seconds: number | null;
  orders: number;
};

export type Figures = {
  orders: number;
  completed: number;
  /** Percent with at most two places, rounded down; null without an order that counts. */
  successRate: string | null;
  completionSeconds: { median: number; p95: number } | null;
};

/**
 * Refunds for these reasons are our failure, not the customer's doing: the rate was not honoured, the reserve was
 * short, the payout would not go through or became too dear, or the plan of a mix was lost. All others follow from what was deposited, when, or from where.
 */
const OUR_REASONS: ReadonlySet<string> = new Set([
  "rate_moved",
  "no_reserve",
  "payout_failed",
  "fee_above_cap",
  "mix_key_lost",
]);

/** A percentage in hundredths of a percent: 10,000 is everything. */
const HUNDREDTHS = 10_000n;

/**
 * What the tallies of a window say. The success rate is completed ÷ (completed + failed + refunded because of us): a
 * refund that the customer's own deposit led to (too little, too late, from a listed source, …) counts on neither side.
 */
export function figuresOf(tallies: readonly Tally[]): Figures {
  const count = (is: (tally: Tally) => boolean): number =>
    tallies.filter(is).reduce((sum, { orders }) => sum + orders, 0);
  const completed = count(({ state }) => state === "completed");
  const ourFailures = count((tally) => tally.state !== "completed" && isOurs(tally));
  return {
    orders: count(() => true),
    completed,
    successRate: percent(completed, completed + ourFailures),
    completionSeconds: completionSeconds(tallies),
  };
}

const isOurs = ({ state, reason }: Tally): boolean =>
  state === "failed" || (reason !== null && OUR_REASONS.has(reason));

/** Below this many minutes a share of them says little. */
const MINUTES_ENOUGH = 24 * 60;

/** Percent of the minutes in which the service worked, rounded down to two places; null where too few are known. */
export const uptimeOf = ({ upMinutes, minutes }: { upMinutes: number; minutes: number }): string | null =>
  minutes < MINUTES_ENOUGH ? null : percent(Math.min(upMinutes, minutes), minutes);

function percent(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const hundredths = mulDivFloor(BigInt(part), HUNDREDTHS, BigInt(whole));
  const places = (hundredths % 100n).toString().padStart(2, "0").replace(/0+$/, "");
  return `${hundredths / 100n}${places === "" ? "" : `.${places}`}`;
}

function completionSeconds(tallies: readonly Tally[]): Figures["completionSeconds"] {
  const durations = tallies
    .flatMap(({ seconds, orders }) => (seconds === null ? [] : [{ seconds, orders }]))
    .sort((a, b) => a.seconds - b.seconds);
  const median = nearestRank(durations, 50);
  const p95 = nearestRank(durations, 95);
  return median === null || p95 === null ? null : { median, p95 };
}

/** The nearest-rank percentile: the smallest duration that at least `percentage` percent of the orders kept within. */
function nearestRank(
  ascending: readonly { seconds: number; orders: number }[],
  percentage: number,
): number | null {
  const total = ascending.reduce((sum, { orders }) => sum + orders, 0);
  const rank = Math.ceil((total * percentage) / 100);
  let passed = 0;
  for (const { seconds, orders } of ascending) {
    passed += orders;
    if (passed >= rank) return seconds;
  }
  return null;
}
