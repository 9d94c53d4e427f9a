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
