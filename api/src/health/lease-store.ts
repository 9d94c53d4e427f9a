import { sql } from "drizzle-orm";
import type { Tx } from "../db/client";

/** Takes or keeps a lease for so many ms by the database's clock; false while another process holds it. */
export async function takeLease(
  tx: Tx,
  { name, holder, ms }: { name: string; holder: string; ms: number },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    INSERT INTO leases (name, holder, held_until) VALUES (${name}, ${holder}, now() + ${ms} * interval '1 ms')
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE leases.holder = excluded.holder OR leases.held_until < now() RETURNING name`);
  return rows.length > 0;
}

/** Returns a lease; does nothing where another process holds it. */
export async function returnLease(tx: Tx, { name, holder }: { name: string; holder: string }): Promise<void> {
  await tx.execute(sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`);
}
