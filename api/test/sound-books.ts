import { expect } from "vitest";
import { ADMIN, type ApiClient, bookTroubles, waitFor } from "./api-client";

/** The worker compares chain and books every second; two looks without a mismatch settle invariant 12. */
const RECONCILED_MS = 90_000;

/** Expects that nothing is wrong with the books, once the worker has compared them with the chain. */
export async function expectSoundBooks(api: ApiClient, as = ADMIN): Promise<void> {
  let troubles: string[] = [];
  await waitFor("sound books", RECONCILED_MS, async () => {
    troubles = await bookTroubles(api, as);
    return troubles.length === 0;
  }).catch(() => undefined);
  expect(troubles).toEqual([]);
}
