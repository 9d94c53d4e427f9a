import type { Experience } from "./experience";
import { createExplainer, type Knowledge } from "./explanations";
import type { Scene } from "./scene";
import { findSuspects, type Suspect } from "./suspects";

/** How likely one deposit paid one suspect, against its other explanations. */
type Link = { deposit: number; suspect: number; weight: number };

/** The attacker's ways to choose among the links, from each deposit alone to all of them together. */
export const STRATEGIES = ["alone", "balanced", "one-to-one"] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** For each deposit the address that he names as its payout; undefined where nothing fits. */
export type Guesses = readonly (number | undefined)[];

export const suspectsOf = (scene: Scene, knowledge: Knowledge): Suspect[] =>
  findSuspects(scene, createExplainer(scene, knowledge), knowledge);

/** Names a payout for each deposit. */
export function attack(
  scene: Scene,
  suspects: readonly Suspect[],
  experience: Experience,
  strategy: Strategy,
): Guesses {
  const links = weigh(scene, suspects, experience);
  if (strategy !== "alone") balance(links);
  const named = strategy === "one-to-one" ? oneToOne(links) : bestOfEach(links);
  return scene.deposits.map((_, deposit) => suspects[named.get(deposit) ?? -1]?.members[0]);
}

function weigh(scene: Scene, suspects: readonly Suspect[], experience: Experience): Link[] {
  const links: Link[] = [];
  for (const [suspect, { members, sum, explanations }] of suspects.entries()) {
    const trust = experience.trust(members.length);
    const spanMs = sum.lastAt - sum.firstAt;
    for (const { deposit, feePpm } of explanations) {
      const delayMs = sum.firstAt - (scene.deposits[deposit]?.at ?? 0);
      links.push({ deposit, suspect, weight: trust * experience.likelihood({ feePpm, delayMs, spanMs }) });
    }
  }
  return links;
}

const BALANCE_ROUNDS = 40;

/**
 * Lets every deposit and every suspect have one link in all, by scaling rows and columns in turn (Sinkhorn 1964), as
 * Troncoso and others do against mixes (Perfect Matching Disclosure Attacks, PETS 2008).
 */
function balance(links: readonly Link[]): void {
  for (let round = 0; round < BALANCE_ROUNDS; round++) {
    for (const end of ["suspect", "deposit"] as const) {
      const sums = new Map<number, number>();
      for (const link of links) sums.set(link[end], (sums.get(link[end]) ?? 0) + link.weight);
      for (const link of links) link.weight /= sums.get(link[end]) ?? 1;
    }
  }
}

/** The likeliest suspect of each deposit, whatever the others take. */
function bestOfEach(links: readonly Link[]): Map<number, number> {
  const best = new Map<number, Link>();
  for (const link of links) {
    const known = best.get(link.deposit);
    if (known === undefined || link.weight > known.weight) best.set(link.deposit, link);
  }
  return new Map([...best].map(([deposit, { suspect }]) => [deposit, suspect]));
}

/** The likeliest link first, then the likeliest of what is left. */
function oneToOne(links: readonly Link[]): Map<number, number> {
  const named = new Map<number, number>();
  const taken = new Set<number>();
  for (const { deposit, suspect } of [...links].sort((a, b) => b.weight - a.weight)) {
    if (named.has(deposit) || taken.has(suspect)) continue;
    named.set(deposit, suspect);
    taken.add(suspect);
  }
  return named;
}
