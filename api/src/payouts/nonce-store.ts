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
  await tx.insert(walletNonces).values({ chain, sender, nextNonce: atLeast }).onConflictDoNothing();
  const [row] = await tx
    .update(walletNonces)
    .set({ nextNonce: sql`${walletNonces.nextNonce} + 1` })
    .where(isOf(chain, sender))
    .returning({ next: walletNonces.nextNonce });
  assert(row !== undefined, "a sender without a nonce", { chain });
  return row.next - 1;
}

/** The sender's next nonce by our count; null where it has signed nothing yet. */
export async function nonceAfter(tx: Tx, chain: ChainId, sender: string): Promise<number | null> {
  const [row] = await tx
    .select({ next: walletNonces.nextNonce })
    .from(walletNonces)
    .where(isOf(chain, sender));
  return row?.next ?? null;
}

/** The sender has used a nonce that we did not take: ours come after it. */
export async function skipNonce(tx: Tx, chain: ChainId, sender: string, used: number): Promise<void> {
  await tx
    .update(walletNonces)
    .set({ nextNonce: sql`greatest(${walletNonces.nextNonce}, ${used + 1})` })
    .where(isOf(chain, sender));
}
