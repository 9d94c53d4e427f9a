import { gather } from "./gather";

/** Makes of long work one that is done once at a time: who asks while it is under way shares the next run. */
export function oneAtATime<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  let asked = 0;
  const ask = gather<number, Answer>(
    async (askers) => {
      const answer = await work();
      return askers.map(() => answer);
    },
    { itemsMax: Number.MAX_SAFE_INTEGER, groupsMax: 1, keyOf: String },
  );
  return () => ask(asked++);
}

/** What work answers within so many milliseconds; undefined where it takes longer. A failure after that is not reported. */
export async function within<Answer>(work: Promise<Answer>, ms: number): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
