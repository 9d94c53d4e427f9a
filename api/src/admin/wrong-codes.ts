import type { TimeMs } from "../core/ports";

/** So many wrong codes of an account in ten minutes, and its codes are not looked at until they are over. */
const WRONG_MAX = 5;
const WRONG_MS = 600_000;
const ACCOUNTS_MAX = 10_000;

/** Counts wrong one-time codes by account: six digits are soon guessed by a caller who may try without end. */
export function createWrongCodes() {
  const wrong = new Map<string, TimeMs[]>();
  const lately = (account: string, now: TimeMs): TimeMs[] =>
    (wrong.get(account) ?? []).filter((at) => at > now - WRONG_MS);
  return {
    /** How long no code of this account is looked at; 0 when one is. */
    waitMs: (account: string, now: TimeMs): number => {
      const [first, ...rest] = lately(account, now);
      return first === undefined || rest.length < WRONG_MAX - 1 ? 0 : first + WRONG_MS - now;
    },
    note: (account: string, now: TimeMs): void => {
      const times = [...lately(account, now), now];
      wrong.delete(account);
      const oldest = wrong.size >= ACCOUNTS_MAX ? wrong.keys().next().value : undefined;
      if (oldest !== undefined) wrong.delete(oldest);
      wrong.set(account, times);
    },
  };
}
