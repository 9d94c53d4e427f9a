import type { AssetCode } from "../../src/core/assets";
import { LEGS_MAX } from "../../src/mixer/plan";
import type { Explainer, Explanation, Knowledge, Sum } from "./explanations";
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
    members.push({ index, payout });
    left.set(payout.asset, members);
  }
  for (const members of left.values()) suspects.push(...findGroups(members, explainer, knowledge));
  return suspects;
}

type Member = { index: number; payout: SeenPayout };

/** Groups by their earliest member, which joins those that came within the longest delay after it. */
function findGroups(members: readonly Member[], explainer: Explainer, knowledge: Knowledge): Suspect[] {
  const found: Suspect[] = [];
  const visit = (group: readonly Member[]): void => {
    const sum = sumOf(group);
    const explanations = explainer.of(sum);
    if (explanations.length > 0) found.push({ members: group.map(({ index }) => index), sum, explanations });
  };
  for (const [index, first] of members.entries()) {
    const lastAt = first.payout.firstAt + knowledge.delayMsMax;
    const isExpected = explainer.expects(first.payout.asset);
    for (let size = 2; size <= LEGS_MAX; size++) {
      const near = members.slice(index + 1, index + 1 + poolOf(size - 1));
      const pool = near.filter(({ payout }) => payout.firstAt <= lastAt);
      join({ group: [first], units: first.payout.units }, pool, size - 1, (joined) => {
        if (isExpected(joined.units)) visit(joined.group);
      });
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

type Joined = { group: readonly Member[]; units: bigint };

function join(
  joined: Joined,
  pool: readonly Member[],
  more: number,
  visit: (joined: Joined) => void,
  from = 0,
): void {
  if (more === 0) {
    visit(joined);
    return;
  }
  for (let i = from; i <= pool.length - more; i++) {
    const member = pool[i];
    if (member === undefined) return;
    const units = joined.units + member.payout.units;
    join({ group: [...joined.group, member], units }, pool, more - 1, visit, i + 1);
  }
}

const sumOf = (group: readonly Member[]): Sum => ({
  asset: group[0]?.payout.asset ?? "BTC",
  units: group.reduce((sum, { payout }) => sum + payout.units, 0n),
  legs: group.reduce((sum, { payout }) => sum + payout.legs, 0),
  firstAt: Math.min(...group.map(({ payout }) => payout.firstAt)),
  lastAt: Math.max(...group.map(({ payout }) => payout.lastAt)),
});
