import { expect } from "vitest";
import { ADMIN, type ApiClient, bookTroubles, waitFor } from "./api-client";

/** The worker compares chain and books every second; two looks without a mismatch settle invariant 12. */
const RECONCILED_MS = 90_000;
/** A look is a login, whose password is slow to check on purpose, and a count over every table. */
const LOOK_MS = 1_000;

/** Expects that nothing is wrong with the books, once the worker has compared them with the chain. */
export async function expectSoundBooks(
  api: ApiClient,
  { as = ADMIN, withinMs = RECONCILED_MS }: { as?: typeof ADMIN; withinMs?: number } = {},
): Promise<void> {
  let troubles: string[] = [];
  const look = async () => {
    troubles = await bookTroubles(api, as);
    return troubles.length === 0;
  };
  await waitFor("sound books", withinMs, look, LOOK_MS).catch(() => undefined);
  expect(troubles).toEqual([]);
}
