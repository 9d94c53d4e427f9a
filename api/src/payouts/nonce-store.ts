import { and, eq, sql } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { assert } from "../core/assert";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";

const walletNonces = pgTable("wallet_nonces", {
  chain: text("chain").$type<ChainId>().notNull(),
  sender: text("sender").notNull(),
  nextNonce: bigint("next_nonce", { mode: "number" }).notNull(),
});

const isOf = (chain: ChainId, sender: string) =>
  and(eq(walletNonces.chain, chain), eq(walletNonces.sender, sender));

/** Takes the sender's next nonce, its row locked until the attempt that uses it is committed. */
export async function takeNonce(tx: Tx, chain: ChainId, sender: string, atLeast: number): Promise<number> {
  const [row] = await tx.execute<{ taken: string }>(sql`
    INSERT INTO wallet_nonces (chain, sender, next_nonce) VALUES (${chain}, ${sender}, ${atLeast + 1})
    ON CONFLICT (chain, sender) DO UPDATE SET next_nonce = wallet_nonces.next_nonce + 1
    RETURNING next_nonce - 1 AS taken`);
  assert(row !== undefined, "a sender without a nonce", { chain });
  return Number(row.taken);
}

/** The sender's next nonce by our count; null where it has signed nothing yet. */
export async function nonceAfter(tx: Tx, chain: ChainId, sender: string): Promise<number | null> {
  const [row] = await tx.execute<{ next: string }>(
    sql`SELECT next_nonce AS next FROM wallet_nonces WHERE chain = ${chain} AND sender = ${sender}`,
  );
  return row === undefined ? null : Number(row.next);
}

/** The sender has used a nonce that we did not take: ours come after it. */
export async function skipNonce(tx: Tx, chain: ChainId, sender: string, used: number): Promise<void> {
  await tx
    .update(walletNonces)
    .set({ nextNonce: sql`greatest(${walletNonces.nextNonce}, ${used + 1})` })
    .where(isOf(chain, sender));
}
