import type { Sql } from "postgres";
import type { ChainId } from "../../core/assets";

/** Notified by each database transaction that changes a chain, with its name: those who listen hear of it once it is committed. */
export const NEWS_CHANNEL = "chain_changed";

/** What simnet reports by itself, as a node's push channel does. */
export type News = {
  /**
   * Calls back after each change of the chain, and when it listens again after its connection was lost, because word of
   * changes meanwhile is not repeated. Returns the unsubscriber.
   */
  on(chain: ChainId, listener: () => void): () => void;
  close(): Promise<void>;
};

/** Listens on a connection of its own, which is opened for the first listener. */
export function createNews(sql: Sql): News {
  const listeners = new Map<string, Set<() => void>>();
  let listening: Promise<{ unlisten(): Promise<void> } | undefined> | undefined;
  const deliver = (chain: string): void => {
    for (const listener of listeners.get(chain) ?? []) listener();
  };
  let isListening = false;
  const onListening = (): void => {
    if (isListening) for (const chain of listeners.keys()) deliver(chain);
    isListening = true;
  };
  return {
    on(chain, listener) {
      const own = listeners.get(chain) ?? new Set();
      listeners.set(chain, own.add(listener));
      // Without it the chain is still looked at from time to time, and the next listener tries again.
      listening ??= sql.listen(NEWS_CHANNEL, deliver, onListening).catch(() => {
        listening = undefined;
        return undefined;
      });
      return () => own.delete(listener);
    },
    async close() {
      const open = await listening;
      await open?.unlisten().catch(() => undefined);
    },
  };
}
