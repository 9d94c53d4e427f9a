const STEPS = [1, 2, 5];
const TICKS_MAX = 4;

/** The marks of a scale of whole numbers from zero to the first round one that `most` fits under. */
export function ticksUpTo(most: number): number[] {
  let step = 1;
  for (let at = 0; Math.ceil(most / step) > TICKS_MAX; at += 1)
    step = (STEPS[(at + 1) % STEPS.length] ?? 1) * 10 ** Math.floor((at + 1) / STEPS.length);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
