import { eq, lt, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { TimeMs } from "../core/ports";
import { closeDatabase, type Database, openDatabase } from "../db/client";
import { bytes, timeMs } from "../db/columns";
import { ensureDatabase, type Server } from "../db/connect";
import { closeToOthers } from "../db/logins";
import { quoted } from "../db/quoted";

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

/** The keyring's URL beside a database's, for the same user. */
export function keyringUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${keyringName(databaseUrl)}`;
  return url.toString();
}

/**
 * Makes the keyring's database if it is not there, as the owner, for the worker's login: no other process comes into it.
 */
export async function ensureKeyring(
  server: Pick<Server, "url" | "urlOf">,
  workerLogin: string,
): Promise<void> {
  const name = keyringName(server.url);
  await ensureDatabase(server, name);
  const database = openDatabase({ url: server.urlOf(name), connectionsMax: 1 });
  try {
    await closeToOthers(database, name, [workerLogin]);
    await database.execute(sql`
      CREATE TABLE IF NOT EXISTS mix_keys (id text PRIMARY KEY, key bytea NOT NULL, created_at timestamptz NOT NULL)`);
    await database.execute(sql.raw(`GRANT SELECT, INSERT, DELETE ON mix_keys TO ${quoted(workerLogin)}`));
  } finally {
    await closeDatabase(database);
  }
}

/** Opens the keyring in its own database, as the worker. */
export function openKeyring(database: Database): Keyring {
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
