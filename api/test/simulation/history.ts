import type { FaultKind } from "./faulty-chain";
import type { World } from "./world";

/** What a whole world went through: at each step, and at the rest after them, how far each of its dice was drawn. */
export type Course = {
  places: (readonly number[])[];
  /** Who or what acted at each step, in a few words; equal words are left out together first. */
  actors: string[];
};

/** A history that keeps a few steps of a whole one. Each kept step draws what it drew in the whole world. */
export type Part = {
  course: Course;
  /** Null for all steps. */
  steps: ReadonlySet<number> | null;
  /** Faults that do not strike. */
  without: ReadonlySet<FaultKind>;
};

export const noCourse = (): Course => ({ places: [], actors: [] });

/** The actor of what comes after the last step. */
export const REST = "rest";

/** Begins a step, or the rest after the last one: notes the places of a whole world, and restores those of a part. */
export function begin({ streams, course }: World, step: number, part: Part | null): void {
  course.actors.push(REST);
  if (part === null) {
    course.places.push(streams.map((dice) => dice.place()));
    return;
  }
  // A world that failed before this step has no places for it: its dice continue.
  const places = part.course.places[step] ?? [];
  for (const [at, place] of places.entries()) streams[at]?.turnTo(place);
}

/** Notes who acts at this step. */
export function actsNow({ course }: World, actor: string): void {
  course.actors[course.actors.length - 1] = actor;
}

/** Writes numbers of steps as ranges: `3,17,40-55`. */
export function stepsText(steps: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const step of steps.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === step - 1) last.to = step;
    else ranges.push({ from: step, to: step });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(",");
}

/** Reads what `stepsText` writes; throws RangeError for anything else. */
export function stepsOfText(text: string): number[] {
  return text.split(",").flatMap((range) => {
    if (range === "") return [];
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    if (from === undefined) throw new RangeError(`not a list of steps: ${text}`);
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => Number(from) + n);
  });
}
