/** Runs the work of one chat in sequence, and the work of different chats in parallel. */
export type ChatQueues = {
  /** Resolves with the work's result. Work that fails does not stop the work behind it. */
  run<Result>(chatId: number, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when all queues are empty. */
  idle(): Promise<void>;
};

export function createChatQueues(): ChatQueues {
  const tails = new Map<number, Promise<unknown>>();
  return {
    run: (chatId, work) => {
      const result = (tails.get(chatId) ?? Promise.resolve()).then(work);
      const tail = result.then(
        () => {},
        () => {},
      );
      tails.set(chatId, tail);
      void tail.then(() => {
        if (tails.get(chatId) === tail) tails.delete(chatId);
      });
      return result;
    },
    idle: async () => {
      while (tails.size > 0) await Promise.all(tails.values());
    },
  };
}
