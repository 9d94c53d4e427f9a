import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tx } from "../../src/db/client";
import { idempotencyKeys } from "../../src/idempotency/store";
import { openPlace, type Place } from "./place";

let place: Place;

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

/** How often the statements with a marker in their text were prepared on this connection. */
async function preparedWith(tx: Tx, marker: string): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM pg_prepared_statements
    WHERE strpos(statement, ${marker}) > 0 AND strpos(statement, 'pg_prepared_statements') = 0`);
  return row?.count ?? 0;
}

it("prepares a statement once a connection, however often it runs and whatever its parameters are", async () => {
  await place.worker.transaction(async (tx) => {
    for (const value of ["a", "b", "c"]) {
      const [row] = await tx.execute<{ value: string }>(sql`SELECT ${value} || ' by a template' AS value`);
      expect(row?.value).toBe(`${value} by a template`);
      await tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.scopeHash, value));
    }
    expect(await preparedWith(tx, "by a template")).toBe(1);
    expect(await preparedWith(tx, "idempotency_keys")).toBe(1);
  });
});

it("prepares a statement without parameters as well", async () => {
  await place.worker.transaction(async (tx) => {
    for (let run = 0; run < 2; run++) {
      const [row] = await tx.execute<{ value: number }>(sql`SELECT 7 AS value /* without parameters */`);
      expect(row?.value).toBe(7);
    }
    expect(await preparedWith(tx, "without parameters")).toBe(1);
  });
});

it("prepares statements of a savepoint as well", async () => {
  await place.worker.transaction(async (tx) => {
    await tx.transaction((inner) => inner.execute(sql`SELECT ${1}::int AS inside_a_savepoint`));
    expect(await preparedWith(tx, "inside_a_savepoint")).toBe(1);
  });
});

it("prepares few of the statements that differ only in how many values they list", async () => {
  await place.worker.transaction(async (tx) => {
    for (let count = 1; count <= 40; count++) {
      const hashes = Array.from({ length: count }, (_, i) => `hash ${i}`);
      await tx.select().from(idempotencyKeys).where(inArray(idempotencyKeys.scopeHash, hashes));
    }
    expect(await preparedWith(tx, '"scope_hash" in (')).toBeLessThanOrEqual(9);
  });
});
