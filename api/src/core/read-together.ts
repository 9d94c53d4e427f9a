import { gather } from "./gather";

/**
 * Makes of `read`, which reads many keys at once, a read of one. What is asked for in one turn of the event loop, or while
 * as many reads as allowed are under way, is read together. Calls for one key share its answer where none of them came after
 * its reading had begun: each sees what was written before it. A key that `read` does not answer is undefined.
 */
export function readTogether<Key extends string, Answer>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
  { keysMax, readsMax }: { keysMax: number; readsMax: number },
): (key: Key) => Promise<Answer | undefined> {
  const waiting = new Map<Key, Promise<Answer | undefined>>();
  const readOne = gather<Key, Answer | undefined>(
    async (keys) => {
      for (const key of keys) waiting.delete(key);
      const answers = await read(keys);
      return keys.map((key) => answers.get(key));
    },
    { itemsMax: keysMax, groupsMax: readsMax, keyOf: (key) => key },
  );
  return (key) => {
    const known = waiting.get(key);
    if (known !== undefined) return known;
    const answer = readOne(key);
    waiting.set(key, answer);
    return answer;
  };
}

/** Does `work` once for those who ask for items of one key in one turn of the event loop; it begins in the next turn. */
export function sharedInTurn<Item, Answer>(
  work: (item: Item) => Promise<Answer>,
  keyOf: (item: Item) => string,
): (item: Item) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (item) => {
    const key = keyOf(item);
    const known = asked.get(key);
    if (known !== undefined) return known;
    const answer = new Promise<void>((begin) => setImmediate(begin)).then(() => {
      asked.delete(key);
      return work(item);
    });
    asked.set(key, answer);
    return answer;
  };
}
