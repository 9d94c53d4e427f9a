import { pgTable, text } from "drizzle-orm/pg-core";
import type { Random } from "../core/ports";
import type { Database } from "./client";
import { bytes } from "./columns";

const installations = pgTable("installation", {
  network: text("network").notNull(),
  ledgerSecret: bytes("ledger_secret").notNull(),
});

/** The database belongs to another network mode, and so do the coins in its books. */
export class WrongNetwork extends Error {
  override readonly name = "WrongNetwork";
}

/** Throws WrongNetwork where the database belongs to another network mode; one that has not begun belongs to none. */
export async function requireNetwork(database: Database, network: string): Promise<void> {
  const [row] = await database.select({ network: installations.network }).from(installations);
  if (row !== undefined && row.network !== network) throw otherNetwork(row.network, network);
}

const otherNetwork = (made: string, wanted: string): WrongNetwork =>
  new WrongNetwork(`This database was made for ${made}. Use another DATA_DIR or DATABASE_URL for ${wanted}.`);

/** Returns the secret under which ledger facts are hashed; made once, and tied to the network mode. */
export async function openInstallation(
  database: Database,
  { network, random }: { network: string; random: Random },
): Promise<{ ledgerSecret: Uint8Array }> {
  await database
    .insert(installations)
    .values({ network, ledgerSecret: random.bytes(32) })
    .onConflictDoNothing();
  const [row] = await database.select().from(installations);
  if (row === undefined) throw new Error("the installation row is missing");
  if (row.network !== network) throw otherNetwork(row.network, network);
  return { ledgerSecret: row.ledgerSecret };
}
