import { is, SQL, StringChunk } from "drizzle-orm";
import type { Database, Tx } from "../../src/db/client";

/** The process died: everything it held in memory is lost, what it committed stays. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/**
 * The life of one simulated process. Every commit and every call to the outside passes a point, and there it can die,
 * or be stopped (as by SIGSTOP) and wake late. It is never stopped inside a database transaction.
 */
export type Lifeline = {
  isDead(): boolean;
  isStopped(): boolean;
  /** Dies at the n-th point from now. */
  dieAfter(points: number): void;
  /** Stops at the n-th point from now that is outside a transaction. */
  stopAfter(points: number): void;
  /** Stops before the next statement outside a transaction that writes what was learned before it. */
  stopBeforeWrite(): void;
  /** Forgets what was planned by dieAfter, stopAfter and stopBeforeWrite. */
  spare(): void;
  /** Resolves when the process is stopped. */
  stopped(): Promise<void>;
  wake(): void;
  point(of?: "write"): Promise<void>;
  /** Runs a database transaction, in which nothing stops. */
  inTransaction<Value>(work: () => Promise<Value>): Promise<Value>;
};

export function createLifeline(): Lifeline {
  let dead = false;
  let dieIn: number | null = null;
  let stopIn: number | "write" | null = null;
  let depth = 0;
  let wake: (() => void) | null = null;
  let reportStopped: () => void = () => {};

  return {
    isDead: () => dead,
    isStopped: () => wake !== null,
    dieAfter(points) {
      dieIn = points;
    },
    stopAfter(points) {
      stopIn = points;
    },
    stopBeforeWrite() {
      stopIn = "write";
    },
    spare() {
      dieIn = null;
      stopIn = null;
    },
    stopped: () =>
      new Promise((resolve) => {
        reportStopped = resolve;
      }),
    wake() {
      wake?.();
      wake = null;
    },
    async point(of) {
      if (dead) throw new Crash();
      if (dieIn !== null && dieIn-- <= 0) {
        dead = true;
        throw new Crash();
      }
      if (stopIn === null || depth > 0) return;
      if (stopIn === "write" ? of !== "write" : stopIn-- > 0) return;
      stopIn = null;
      await new Promise<void>((resolve) => {
        wake = resolve;
        reportStopped();
      });
    },
    async inTransaction(work) {
      depth++;
      try {
        return await work();
      } finally {
        depth--;
      }
    },
  };
}

/** The database as this process reaches it: each commit, before and after, is a point of its life. */
export function livingDatabase(database: Database, life: Lifeline): Database {
  const between: Between = async (act, of) => {
    await life.point(of);
    const value = await act();
    await life.point();
    return value;
  };
  const execute = (query: Parameters<Tx["execute"]>[0]) =>
    between(async () => database.execute(query), isUpdate(query) ? "write" : undefined);
  const transaction: Database["transaction"] = (work, config) =>
    between(() => life.inTransaction(() => database.transaction(work, config)));
  return new Proxy(database, {
    get(target, key) {
      if (key === "execute") return execute;
      if (key === "transaction") return transaction;
      const value = Reflect.get(target, key);
      if (!BUILDERS.has(key)) return value;
      const of = key === "update" ? "write" : undefined;
      return (...given: unknown[]) => living(Reflect.apply(value, target, given), (act) => between(act, of));
    },
  });
}

/** Whether a template is an UPDATE, as its first words say. */
function isUpdate(query: Parameters<Tx["execute"]>[0]): boolean {
  const [first] = is(query, SQL) ? query.queryChunks : [];
  return is(first, StringChunk) && /^\s*UPDATE\s/.test(first.value.join(""));
}

const BUILDERS: ReadonlySet<string | symbol> = new Set(["select", "insert", "update", "delete"]);
type Between = <Value>(act: () => Promise<Value>, of?: "write") => Promise<Value>;

/** A statement that is built step by step, and runs when it is awaited. */
function living(builder: object, between: Between): object {
  return new Proxy(builder, {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (typeof value !== "function") return value;
      if (key === "then")
        return (done: () => unknown, failed: () => unknown) =>
          between(() => Promise.resolve(Reflect.apply(value, target, [(rows: unknown) => rows]))).then(
            done,
            failed,
          );
      return (...given: unknown[]) => {
        const next: unknown = Reflect.apply(value, target, given);
        return typeof next === "object" && next !== null ? living(next, between) : next;
      };
    },
  });
}
