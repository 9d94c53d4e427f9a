import { assert } from "../core/assert";
import { err, ok, type Result } from "../core/result";

/**
 * One receipt of a native coin at a deposit address of an account chain, read from its balance.
 * `total` is the address's cumulative receipts after it, in native units, and its key; `units` is what it added. A lost
 * one was final once.
 */
export type CumulativeRow = { total: bigint; units: bigint; state: "seen" | "final" | "gone" | "lost" };

type CumulativeObservation = {
  /** Cumulative receipts in the latest block and in the block that counts as final, on one branch. */
  totalLatest: bigint;
  totalFinal: bigint;
  heightLatest: number;
};

/** What to do, in this order: drop `gone`, add (or revive, by `total`) `seen`, then mark `final`. */
export type CumulativeChange = {
  gone: readonly { total: bigint }[];
  seen: readonly { total: bigint; units: bigint; height: number }[];
  final: readonly { total: bigint }[];
};

type CumulativeFailure =
  /** More is final than was ever received: the two figures are not of one branch, or our books lag behind. */
  | "observation/inconsistent"
  /** A final receipt is no longer there: a reorg deeper than policy. */
  | "observation/contradicts-final";

/**
 * Compares what is known of one address with what its balance says now. Afterwards the live rows (seen and final)
 * add up to `totalLatest`. Lost receipts come back as what they were, also where several come back at once: they were
 * credited, so they must not be taken for new ones. Failures: see CumulativeFailure; then nothing may be changed.
 */
export function cumulativeChange(
  rows: readonly CumulativeRow[],
  observation: CumulativeObservation,
): Result<CumulativeChange, CumulativeFailure> {
  const { totalLatest, totalFinal, heightLatest } = observation;
  if (totalFinal < 0n || totalFinal > totalLatest) return err("observation/inconsistent");
  const live = rows.filter(isLive).sort(byTotal);
  const lost = rows.filter(({ state }) => state === "lost").sort(byTotal);
  if (lost.length === 0) assertContiguous(live);

  const { kept, back, known } = standing({ live, lost, totalLatest });
  const gone = live.filter((row) => !kept.includes(row));
  if (gone.some((row) => row.state === "final")) return err("observation/contradicts-final");
  const added = totalLatest > known ? [{ total: totalLatest, units: totalLatest - known }] : [];
  const seen = [...back, ...added].map(({ total, units }) => ({ total, units, height: heightLatest }));
  const pending = [...kept.filter((row) => row.state === "seen"), ...seen];
  return ok({
    gone: gone.map(({ total }) => ({ total })),
    seen,
    final: pending.filter((row) => row.total <= totalFinal).map(({ total }) => ({ total })),
  });
}

const byTotal = (a: CumulativeRow, b: CumulativeRow): number => (a.total < b.total ? -1 : 1);

const isLive = ({ state }: CumulativeRow): boolean => state === "seen" || state === "final";

/**
 * The live rows that are still there and the lost ones that can have come back: each begins where the one below it ends,
 * and no more than was received. What began above a lost row that has not come back is there no more: what has taken its
 * place is a new receipt.
 */
function standing(from: {
  live: readonly CumulativeRow[];
  lost: readonly CumulativeRow[];
  totalLatest: bigint;
}): { kept: CumulativeRow[]; back: CumulativeRow[]; known: bigint } {
  const { live, lost, totalLatest } = from;
  const kept: CumulativeRow[] = [];
  const back: CumulativeRow[] = [];
  let known = 0n;
  for (;;) {
    const follows = (row: CumulativeRow) => row.total - row.units === known && row.total <= totalLatest;
    const alive = live.find(follows);
    const next = alive ?? lost.find(follows);
    if (next === undefined) return { kept, back, known };
    (alive === undefined ? back : kept).push(next);
    known = next.total;
  }
}

/** Each live row begins where the one below it ends, so their sum is the highest total; with a lost one, there may be a gap. */
function assertContiguous(live: readonly CumulativeRow[]): void {
  let below = 0n;
  for (const row of live) {
    assert(row.units > 0n && row.total - row.units === below, "live rows are not contiguous");
    below = row.total;
  }
}

/** One address in one block, in native units; every figure counts what is mined up to that block, and nothing later. */
type ReceiptFigures = {
  balance: bigint;
  /** Value that our transactions took out of the address. */
  outgoing: bigint;
  /** Network fees that the address paid, also those of failed transactions. */
  gas: bigint;
  /** What we sent there ourselves, to pay for sweeps. */
  topUps: bigint;
};

/**
 * Everything that strangers ever sent to the address: balance + outgoing + gas − top-ups.
 * Throws when that is negative: then a top-up is counted that is not in the block, or an expense is missing.
 */
export function receivedTotal({ balance, outgoing, gas, topUps }: ReceiptFigures): bigint {
  assert(balance >= 0n && outgoing >= 0n && gas >= 0n && topUps >= 0n, "a figure is negative");
  const total = balance + outgoing + gas - topUps;
  assert(total >= 0n, "more top-ups than coins");
  return total;
}
