import { sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";

/** Takes the sender's next nonce, its row locked until the attempt that uses it is committed. */
export async function takeNonce(tx: Tx, chain: ChainId, sender: string, atLeast: number): Promise<number> {
  await tx.execute(sql`
    INSERT INTO wallet_nonces (chain, sender, next_nonce) VALUES (${chain}, ${sender}, ${atLeast}) ON CONFLICT DO NOTHING`);
  const rows = await tx.execute<{ nonce: string }>(sql`
    UPDATE wallet_nonces SET next_nonce = next_nonce + 1 WHERE chain = ${chain} AND sender = ${sender}
    RETURNING next_nonce - 1 AS nonce`);
  return Number(rows[0]?.nonce);
}

export async function nonceKnown(tx: Tx, chain: ChainId, sender: string): Promise<boolean> {
  const rows = await tx.execute(
    sql`SELECT 1 FROM wallet_nonces WHERE chain = ${chain} AND sender = ${sender}`,
  );
  return rows.length > 0;
}
