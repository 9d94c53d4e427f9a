import type { Ppm } from "../../src/core/fees";
import type { Scene, Truth } from "./scene";
import type { Suspect } from "./suspects";

/** What the attacker learned from orders of his own, or from running the code: how likely a link is by its looks. */
export type Experience = {
  /** The likelihood of a link with this fee whose first leg came so long after the deposit, with legs over such a span. */
  likelihood(link: { feePpm: Ppm; delayMs: number; spanMs: number }): number;
  /** How often a group of so many addresses that sums to something expected really was one order. */
  trust(members: number): number;
};

const BIN_MS = 60_000;
/** Spans of legs, from short to long, that point to different delays. */
const SPANS_MS = [1, 120_000, 300_000, 600_000, 1_200_000, 2_400_000] as const;
/** A rare fee borrows as much from all others. */
const BORROWED = 8;
/** What was never seen is unlikely, not impossible. */
const NEVER = 1e-4;

/** Learns from a world like the attacked one, but with other seeds: he cannot know those. */
export function learn(scene: Scene, truth: Truth, suspects: readonly Suspect[]): Experience {
  const everybody = new Tally();
  const bySpan = new Map<string, Tally>();
  const byFee = new Map<string, Tally>();
  for (const [deposit, { feePpm, payouts }] of truth.orders.entries()) {
    const times = payouts.flatMap(({ legs }) => legs.map(({ at }) => at));
    const [firstAt, lastAt] = [Math.min(...times), Math.max(...times)];
    const bin = binOf(firstAt - (scene.deposits[deposit]?.at ?? 0));
    const span = spanOf(lastAt - firstAt);
    everybody.add(bin);
    tallyOf(bySpan, `${span}`).add(bin);
    tallyOf(byFee, `${span} ${feePpm}`).add(bin);
  }
  const trust = trustOf(suspects, truth);
  return {
    likelihood({ feePpm, delayMs, spanMs }) {
      const [bin, span] = [binOf(delayMs), spanOf(spanMs)];
      const ofAll = everybody.share(bin, NEVER);
      const ofSpan = tallyOf(bySpan, `${span}`).share(bin, ofAll);
      const fee = tallyOf(byFee, `${span} ${feePpm}`);
      return ((fee.total + 1) / (everybody.total + 1)) * fee.share(bin, ofSpan);
    },
    trust: (members) => trust.get(members) ?? 0,
  };
}

class Tally {
  total = 0;
  readonly #counts = new Map<number, number>();

  add(bin: number): void {
    this.total++;
    this.#counts.set(bin, (this.#counts.get(bin) ?? 0) + 1);
  }

  share(bin: number, otherwise: number): number {
    return ((this.#counts.get(bin) ?? 0) + BORROWED * otherwise) / (this.total + BORROWED);
  }
}

function tallyOf(tallies: Map<string, Tally>, key: string): Tally {
  const known = tallies.get(key) ?? new Tally();
  tallies.set(key, known);
  return known;
}

const binOf = (delayMs: number): number => Math.floor(delayMs / BIN_MS);
const spanOf = (spanMs: number): number => SPANS_MS.filter((least) => spanMs >= least).length;

function trustOf(suspects: readonly Suspect[], truth: Truth): Map<number, number> {
  const tried = new Map<number, { right: number; all: number }>();
  for (const { members } of suspects) {
    const count = tried.get(members.length) ?? { right: 0, all: 0 };
    const owners = new Set(members.map((payout) => truth.depositOf[payout]));
    const [owner] = owners;
    const isWhole = owners.size === 1 && truth.orders[owner ?? -1]?.payouts.length === members.length;
    count.all++;
    if (isWhole) count.right++;
    tried.set(members.length, count);
  }
  return new Map([...tried].map(([size, { right, all }]) => [size, (right + 0.5) / (all + 1)]));
}
