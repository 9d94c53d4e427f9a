import { sql } from "drizzle-orm";
import type { Random } from "../core/ports";
import type { Database } from "./client";

/** The database belongs to another network mode, and so do the coins in its books. */
export class WrongNetwork extends Error {
  override readonly name = "WrongNetwork";
}

/** Returns the secret under which ledger facts are hashed; made once, and tied to the network mode. */
export async function openInstallation(
  database: Database,
  installation: { network: string; random: Random },
): Promise<{ ledgerSecret: Uint8Array }> {
  await database.execute(sql`
    INSERT INTO installation (network, ledger_secret)
    VALUES (${installation.network}, ${Buffer.from(installation.random.bytes(32))}) ON CONFLICT DO NOTHING`);
  const rows = await database.execute<{ network: string; ledger_secret: Uint8Array }>(
    sql`SELECT network, ledger_secret FROM installation`,
  );
  const row = rows[0];
  if (row === undefined) throw new Error("the installation row is missing");
  if (row.network !== installation.network) {
    throw new WrongNetwork(
      `This database was made for ${row.network}. Use another DATA_DIR or DATABASE_URL for ${installation.network}.`,
    );
  }
  return { ledgerSecret: row.ledger_secret };
}
