/** How calls are gathered. */
export type Gathering<Item> = {
  /** Items that are done at once. */
  itemsMax: number;
  /** Groups that are under way at a time. */
  groupsMax: number;
  /** Items of one key follow each other: they are never in one group, nor in two that are under way together. */
  keyOf(item: Item): string;
};

type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Makes of `work`, which does several items at once, a call for one: what is asked in one turn of the event loop, or while
 * earlier groups are under way, is done together. A call that comes by itself does not wait. `work` answers in the order of the items;
 * what it throws is thrown to all callers of the group.
 */
export function gather<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
  { itemsMax, groupsMax, keyOf }: Gathering<Item>,
): (item: Item) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  const busy = new Set<string>();
  let groups = 0;
  let isDue = false;

  const take = (): Waiting<Item, Answer>[] => {
    const group: Waiting<Item, Answer>[] = [];
    const left: Waiting<Item, Answer>[] = [];
    const passed = new Set<string>();
    for (const call of waiting) {
      const key = keyOf(call.item);
      const isFree = group.length < itemsMax && !busy.has(key) && !passed.has(key);
      // A call that is passed over keeps its place before later ones of its key.
      passed.add(key);
      (isFree ? group : left).push(call);
    }
    waiting = left;
    for (const { item } of group) busy.add(keyOf(item));
    return group;
  };
  const begin = (): void => {
    isDue = false;
    while (groups < groupsMax) {
      const group = take();
      if (group.length === 0) return;
      groups++;
      void carryOut(group);
    }
  };
  const carryOut = async (group: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await work(group.map(({ item }) => item));
      if (answers.length !== group.length) throw new Error("a group was not answered item by item");
      for (const [at, answer] of answers.entries()) group[at]?.resolve(answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      for (const { item } of group) busy.delete(keyOf(item));
      groups--;
      schedule();
    }
  };
  const schedule = (): void => {
    if (isDue || waiting.length === 0) return;
    isDue = true;
    setImmediate(begin);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

/** How items are done together, and how one is done by itself. */
export type TogetherOrEach<Item, Answer> = {
  /** In the order of the items; null for one that is to be done by itself. Where it throws, nothing of it may be left. */
  allAtOnce(items: readonly Item[]): Promise<readonly (Answer | null)[]>;
  one(item: Item): Promise<Answer>;
  /** Whether something of it may be left after all: then none is tried again, and each has this failure. */
  isInDoubt?(error: unknown): boolean;
};

/**
 * The same for work that may fail: what cannot be done with the others is done by itself, and everything where one of them fails,
 * so that no item is another's fault.
 */
export function gatherOrEach<Item, Answer>(
  { allAtOnce, one, isInDoubt }: TogetherOrEach<Item, Answer>,
  gathering: Gathering<Item>,
): (item: Item) => Promise<Answer> {
  const gathered = gather(async (items: readonly Item[]) => {
    const failed = (error: unknown): readonly (Answer | null)[] => {
      if (isInDoubt?.(error)) throw error;
      // Whose fault it was, and what it was, comes out when each is tried.
      return [];
    };
    const done = items.length > 1 ? await allAtOnce(items).catch(failed) : [];
    return Promise.allSettled(items.map(async (item, at) => done[at] ?? one(item)));
  }, gathering);
  return async (item) => {
    const settled = await gathered(item);
    if (settled.status === "rejected") throw settled.reason;
    return settled.value;
  };
}
