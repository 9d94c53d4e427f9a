const PORTION = 500;

/**
 * Deletes some rows at a time, until fewer are due than were asked for: no statement is long, or holds many locks, also where a
 * day's rows are due at once. `deleteSome` deletes up to `limit` of them, and says how many.
 */
export async function inPortions(deleteSome: (limit: number) => Promise<{ count: number }>): Promise<void> {
  for (;;) {
    const { count } = await deleteSome(PORTION);
    if (count < PORTION) return;
  }
}
