import type { AssetCode } from "../../src/core/assets";
import { LEGS_MAX } from "../../src/mixer/plan";
import {
  addResidues,
  type Expected,
  type Explainer,
  type Explanation,
  type Knowledge,
  residueOf,
  type Sum,
} from "./explanations";
import type { Scene, SeenPayout } from "./scene";

/** Receive addresses that one deposit could have paid together, and which. */
export type Suspect = { members: readonly number[]; sum: Sum; explanations: readonly Explanation[] };

/** Sums tried for each payout and each size of group; what lies further away in time is left out. */
const SUMS_MAX = 4_000;

/**
 * Every payout that some deposit explains alone, and every group of 2 to 5 payouts to different addresses that some
 * deposit explains together. Groups are looked for among what nothing explains alone: the most that is worth its time.
 */
export function findSuspects(scene: Scene, explainer: Explainer, knowledge: Knowledge): Suspect[] {
  const suspects: Suspect[] = [];
  const left = new Map<AssetCode, Member[]>();
  for (const [index, payout] of scene.payouts.entries()) {
    const explanations = explainer.of(payout);
    if (explanations.length > 0) {
      suspects.push({ members: [index], sum: payout, explanations });
      continue;
    }
    const members = left.get(payout.asset) ?? [];
    members.push({ index, payout, residue: residueOf(payout.units) });
    left.set(payout.asset, members);
  }
  for (const [asset, members] of left) {
    const search = { expected: explainer.expects(asset), explainer, knowledge };
    suspects.push(...findGroups(members, search));
  }
  return suspects;
}

type Member = { index: number; payout: SeenPayout; residue: number };

type Search = { expected: Expected; explainer: Explainer; knowledge: Knowledge };

/** Groups by their earliest member, which joins those that came within the longest delay after it. */
function findGroups(members: readonly Member[], { expected, explainer, knowledge }: Search): Suspect[] {
  const found: Suspect[] = [];
  const visit = (group: readonly Member[]): void => {
    const sum = sumOf(group);
    if (!expected.has(sum.units)) return;
    const explanations = explainer.of(sum);
    if (explanations.length > 0) found.push({ members: group.map(({ index }) => index), sum, explanations });
  };
  for (const [index, first] of members.entries()) {
    const lastAt = first.payout.firstAt + knowledge.delayMsMax;
    for (let size = 2; size <= LEGS_MAX; size++) {
      const near = members.slice(index + 1, index + 1 + poolOf(size - 1));
      const pool = near.filter(({ payout }) => payout.firstAt <= lastAt);
      join({ group: [first], residue: first.residue }, pool, size - 1, { expected, visit });
    }
  }
  return found;
}

/** How many neighbours are looked at, so that choosing `more` of them makes no more than SUMS_MAX sums. */
function poolOf(more: number): number {
  let pool = more;
  let sums = 1;
  while (sums <= SUMS_MAX) {
    pool++;
    sums = (sums * pool) / (pool - more);
  }
  return pool - 1;
}

/** Members that were chosen, and the residue of their sum. */
type Joined = { group: Member[]; residue: number };

/** Visits every choice of `more` of the pool beside those chosen already whose sum may be expected. */
function join(
  { group, residue }: Joined,
  pool: readonly Member[],
  more: number,
  on: { expected: Expected; visit(group: readonly Member[]): void },
  from = 0,
): void {
  for (let i = from; i <= pool.length - more; i++) {
    const member = pool[i];
    if (member === undefined) return;
    const joined = addResidues(residue, member.residue);
    if (more === 1) {
      if (on.expected.mayHave(joined)) on.visit([...group, member]);
      continue;
    }
    group.push(member);
    join({ group, residue: joined }, pool, more - 1, on, i + 1);
    group.pop();
  }
}

const sumOf = (group: readonly Member[]): Sum => ({
  asset: group[0]?.payout.asset ?? "BTC",
  units: group.reduce((sum, { payout }) => sum + payout.units, 0n),
  legs: group.reduce((sum, { payout }) => sum + payout.legs, 0),
  firstAt: Math.min(...group.map(({ payout }) => payout.firstAt)),
  lastAt: Math.max(...group.map(({ payout }) => payout.lastAt)),
});
