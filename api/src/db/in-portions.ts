const PORTION = 500;

/**
 * Deletes some rows at a time, until fewer are due than were asked for: no statement is long, or holds many locks, also where a
 * day's rows are due at once. `deleteSome` deletes up to `limit` of them, and says how many. Where a row can cease to be due, it
 * asks again beside the `ctid`, in a form that no index has (`IS TRUE`): before its releases of September 2025 PostgreSQL does
 * not compare the `ctid` again with a row that was changed meanwhile.
 */
export async function inPortions(deleteSome: (limit: number) => Promise<{ count: number }>): Promise<void> {
  for (;;) {
    const { count } = await deleteSome(PORTION);
    if (count < PORTION) return;
  }
}
