import { createHash } from "node:crypto";
import type { Sql } from "postgres";

/**
 * Notifies every process that something changed. Callers do so after the commit, so that no process reads too early; what
 * comes within a few milliseconds goes out in one note.
 */
export type Notifier = {
  orderChanged(orderId: string): void;
  /** There is work in the outbox, prices or what is offered changed, or a chain should be looked at now. */
  wake(what: "outbox" | "market" | `chain:${string}`): void;
  /** Calls back when the order changes, in whichever process, and now and then when another does; returns the unsubscriber. */
  onOrder(orderId: string, listener: () => void): () => void;
  /** Calls back for each word, and for `ALL` when the connection is there again on which words may have been lost. */
  onWake(listener: (what: string) => void): () => void;
  close(): Promise<void>;
};

/** Wakes everything that can be woken. */
export const ALL = "all";

const FLUSH_MS = 15;
const CHANNEL = "sotto";
/** pg_notify takes at most 8,000 bytes. */
const NAMES_PER_NOTE_MAX = 200;

/**
 * What is said of an order: two bytes of a hash, because PostgreSQL may write notes to the disk. Many orders share each word, so
 * it identifies none; a listener that is called for another order finds its own unchanged.
 */
const wordOf = (orderId: string): string =>
  `order:${createHash("sha256").update(orderId).digest("hex").slice(0, 4)}`;

/** LISTEN/NOTIFY on one connection of its own; a lost note costs a poll interval, never money. */
export async function createNotifier(sql: Sql): Promise<Notifier> {
  const pending = new Set<string>();
  const orders = new Map<string, Set<() => void>>();
  const wakers = new Set<(what: string) => void>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const deliver = (name: string): void => {
    if (name.startsWith("order:")) for (const listener of orders.get(name) ?? []) listener();
    else for (const listener of wakers) listener(name);
  };
  const flush = (): void => {
    timer = undefined;
    const names = [...pending];
    pending.clear();
    for (let i = 0; i < names.length; i += NAMES_PER_NOTE_MAX) {
      const note = names.slice(i, i + NAMES_PER_NOTE_MAX).join(" ");
      sql`SELECT pg_notify(${CHANNEL}, ${note})`.catch(() => undefined);
    }
  };
  const notify = (name: string): void => {
    if (closed) return;
    pending.add(name);
    timer ??= setTimeout(flush, FLUSH_MS);
  };
  let isListening = false;
  const onListening = (): void => {
    if (isListening) deliver(ALL);
    isListening = true;
  };
  const listening = await sql.listen(CHANNEL, (note) => note.split(" ").forEach(deliver), onListening);
  return {
    orderChanged(orderId) {
      notify(wordOf(orderId));
      notify("outbox");
    },
    wake: notify,
    onOrder(orderId, listener) {
      const word = wordOf(orderId);
      const listeners = orders.get(word) ?? new Set();
      listeners.add(listener);
      orders.set(word, listeners);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) orders.delete(word);
      };
    },
    onWake(listener) {
      wakers.add(listener);
      return () => wakers.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await listening.unlisten().catch(() => undefined);
    },
  };
}

/** For simulations: one process, no notes across connections. */
export const silentNotifier: Notifier = {
  orderChanged: () => {},
  wake: () => {},
  onOrder: () => () => {},
  onWake: () => () => {},
  close: async () => {},
};
