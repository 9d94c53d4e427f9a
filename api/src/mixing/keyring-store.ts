import { eq, lt, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import type { Database } from "../db/client";
import { bytes, timeMs } from "../db/columns";
import { ensureDatabase, type Server } from "../db/connect";

const mixKeys = pgTable("mix_keys", {
  id: text("id").primaryKey(),
  key: bytes("key").notNull(),
  createdAt: timeMs("created_at").notNull(),
});

/** The keys that seal the mixes' seeds: shared by the workers, in a database of their own. */
export type Keyring = {
  keep(id: string, key: Uint8Array, at: TimeMs): Promise<void>;
  read(id: string): Promise<Uint8Array | undefined>;
  /** The key is gone for good, and with it the seed that it sealed, also in every copy of the other database. */
  destroy(ids: readonly string[]): Promise<void>;
  /** Ids of keys made before a time. */
  olderThan(at: TimeMs): Promise<string[]>;
};

/** Where the keyring of a database lies. */
export const keyringName = (databaseUrl: string): string =>
  `${new URL(databaseUrl).pathname.slice(1) || "sotto"}_keyring`;

/** Makes the keyring's database if it is not there. */
export const ensureKeyring = (server: Pick<Server, "url">): Promise<void> =>
  ensureDatabase(server, keyringName(server.url), "sotto_worker");

/** Any number: the lock under which one worker at a time makes the keyring's table. */
const KEYRING_LOCK = 7_205_002;

/** Opens the keyring in its own database, whose owner is the worker's role: the http role cannot read it. */
export async function openKeyring(database: Database): Promise<Keyring> {
  await database.transaction(async (tx) => {
    // Workers that start together take turns: IF NOT EXISTS alone lets two of them make it.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${KEYRING_LOCK})`);
    await tx.execute(sql`
      CREATE TABLE IF NOT EXISTS mix_keys (id text PRIMARY KEY, key bytea NOT NULL, created_at timestamptz NOT NULL)`);
  });
  return {
    async keep(id, key, at) {
      await database.insert(mixKeys).values({ id, key, createdAt: at });
    },
    async read(id) {
      const [row] = await database.select({ key: mixKeys.key }).from(mixKeys).where(eq(mixKeys.id, id));
      return row?.key;
    },
    async destroy(ids) {
      for (const id of ids) await database.delete(mixKeys).where(eq(mixKeys.id, id));
    },
    async olderThan(at) {
      const rows = await database.select({ id: mixKeys.id }).from(mixKeys).where(lt(mixKeys.createdAt, at));
      return rows.map(({ id }) => id);
    },
  };
}
