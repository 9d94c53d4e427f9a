import { FAULT_KINDS, type FaultKind } from "./faulty-chain";
import { type Course, type Part, REST, stepsText } from "./history";

/** What a search for the shortest history may cost. */
export type Limits = { replays: number; ms: number };

/** A violation, as far as the search looks at it. */
export type Found = { message: string; course: Course; met: ReadonlyMap<FaultKind, number> };

/** The shortest history that was found to fail as the whole one did. */
export type Shortest<Failure> = {
  failure: Failure;
  steps: readonly number[];
  without: readonly FaultKind[];
  /** Of how many steps, and after how many replays. */
  stepsBefore: number;
  replays: number;
  /** The search ended by itself and not at its limits. */
  isDone: boolean;
};

/**
 * Leaves out of a violation's history what it does not need: first kinds of faults, then everything that one customer or
 * one task did, then single steps. A part counts only where it fails with one of the same complaints.
 *
 * fast-check's `subarray` shrinks a list too, but looks for the needed items one after the other and starts again at each
 * success: with twenty needed steps it would take thousands of replays of a second each.
 */
export async function shrink<Failure extends Found>(
  found: Failure,
  replay: (part: Part) => Promise<Failure | null>,
  limits: Limits,
): Promise<Shortest<Failure>> {
  const { course } = found;
  const wanted = complaintsOf(found.message);
  const endsAt = performance.now() + limits.ms;
  const all = course.actors.flatMap((actor, step) => (actor === REST ? [] : [step]));
  const best = { failure: found, steps: all, without: [] as FaultKind[] };
  let replays = 0;
  let isDone = true;

  async function fails(steps: number[], without: FaultKind[]): Promise<boolean> {
    if (replays >= limits.replays || performance.now() >= endsAt) {
      isDone = false;
      return false;
    }
    replays++;
    const failure = await replay({ course, steps: new Set(steps), without: new Set(without) });
    if (failure === null || !complaintsOf(failure.message).some((one) => wanted.includes(one))) return false;
    Object.assign(best, { failure, steps, without });
    return true;
  }

  const struck = FAULT_KINDS.filter((kind) => found.met.has(kind));
  await fewest(struck, (kept) =>
    fails(
      best.steps,
      struck.filter((kind) => !kept.includes(kind)),
    ),
  );
  const actorOf = (step: number): string => course.actors[step] ?? "";
  await fewest([...new Set(all.map(actorOf))], (kept) =>
    fails(
      all.filter((step) => kept.includes(actorOf(step))),
      best.without,
    ),
  );
  await fewest(best.steps, (kept) => fails([...kept], best.without));
  return { ...best, stepsBefore: all.length, replays, isDone };
}

/**
 * Returns the fewest items, in their order, that still fail, of a list that does: leaves out all of them, then a half at a
 * time, then quarters, and in the end single items, until none can be left out.
 */
export async function fewest<Item>(
  items: readonly Item[],
  fails: (kept: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let kept = items;
  for (let size = kept.length; size > 0; ) {
    const before = kept.length;
    for (let end = kept.length; end > 0; end -= size) {
      const less = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      if (await fails(less)) kept = less;
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (kept.length === before) size = 0;
  }
  return kept;
}

/** The complaints of a violation, without what differs from history to history: ids, amounts and addresses. */
export function complaintsOf(message: string): string[] {
  const [, ...objections] = message.split("\n").map((line) => line.trim());
  const lines = objections.length > 0 ? objections : [message];
  return lines.map((line) =>
    line
      .replace(/^seed \S+ /, "")
      .replace(/^(does not come to rest).*/, "$1")
      .replaceAll(/\b(order|mix|payment|transaction|deposit) \S+/g, "$1 #")
      .replaceAll(/\b\w*\d\w*\b/g, "#")
      .replaceAll(/#(?:(?: or |[,:])#)+/g, "#"),
  );
}

/** The command that replays a world, or what is left of its history. */
export function replayCommand(
  { seed, orders }: { seed: string; orders: number },
  kept?: Pick<Shortest<unknown>, "steps" | "without">,
): string {
  const whole = `pnpm sim --seed ${seed} --orders ${orders}`;
  if (kept === undefined) return whole;
  const without = kept.without.length === 0 ? "" : ` --without ${kept.without.join(",")}`;
  return `${whole} --steps "${stepsText(kept.steps)}"${without}`;
}
