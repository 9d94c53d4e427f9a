import type { Clock, TimeMs } from "./ports";

/** A value that is read from memory, once it is fresh. */
export type Kept<Value> = {
  /** Computes the value again when it is older than `freshMs`; fails when that does. */
  refresh(): Promise<void>;
  /** A text that changes whenever the value was computed again. */
  version(): string;
  read(): Value;
};

interface KeptOptions<Value> {
  freshMs: number;
  /** Ends with each multiple of `freshMs` by the clock, and not so long after it was computed. */
  isByClock?: boolean;
  compute: (at: TimeMs) => Promise<Value>;
}

/** Keeps what `compute` returns for `freshMs`. Calls that come while it computes wait for the same value. */
export function createKept<Value>(
  clock: Clock,
  { freshMs, isByClock = false, compute }: KeptOptions<Value>,
): Kept<Value> {
  let known: { at: TimeMs; value: Value } | undefined;
  let computing: Promise<void> | undefined;
  const current = (): { at: TimeMs; value: Value } => {
    if (known === undefined) throw new Error("a kept value was read before it was computed");
    return known;
  };
  const isFresh = (at: TimeMs): boolean =>
    isByClock ? Math.floor(clock.now() / freshMs) === Math.floor(at / freshMs) : clock.now() - at < freshMs;
  return {
    async refresh() {
      if (known !== undefined && isFresh(known.at)) return;
      const at = clock.now();
      computing ??= compute(at)
        .then((value) => {
          known = { at, value };
        })
        .finally(() => {
          computing = undefined;
        });
      await computing;
    },
    version: () => String(current().at),
    read: () => current().value,
  };
}
