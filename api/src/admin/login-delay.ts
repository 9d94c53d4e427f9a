const FREE_FAILURES = 2;
const DELAY_MS_FIRST = 250;
const DELAY_MS_MAX = 5_000;
const NAMES_MAX = 10_000;

/**
 * A delay that grows with an account's failed logins and never locks it: someone who knows the password waits at most
 * 5 s. Names without an account are delayed in the same way.
 */
export function createLoginDelay() {
  const failures = new Map<string, number>();
  return {
    beforeAttemptMs: (username: string): number => {
      const over = (failures.get(username) ?? 0) - FREE_FAILURES;
      return over <= 0 ? 0 : Math.min(DELAY_MS_MAX, DELAY_MS_FIRST * 2 ** Math.min(over - 1, 10));
    },
    failed: (username: string): void => {
      const count = (failures.get(username) ?? 0) + 1;
      failures.delete(username);
      // Insertion order is the order of last failures: the first name is the one longest left alone.
      const oldest = failures.size >= NAMES_MAX ? failures.keys().next().value : undefined;
      if (oldest !== undefined) failures.delete(oldest);
      failures.set(username, count);
    },
    succeeded: (username: string): void => {
      failures.delete(username);
    },
  };
}
