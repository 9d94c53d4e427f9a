import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { AddressType } from "../core/address-types";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import type { PublicWallet } from "./signer";

const publicWallets = pgTable("public_wallets", {
  chain: text("chain").$type<ChainId>().primaryKey(),
  kind: text("kind").$type<PublicWallet["kind"]>().notNull(),
  xpub: text("xpub"),
  typedXpubs: jsonb("typed_xpubs").$type<Partial<Record<AddressType, string>>>(),
  hotAddress: text("hot_address").notNull(),
});

/** Another seed than the one this database's wallets came from. */
export class WrongSeed extends Error {
  override readonly name = "WrongSeed";
}

/** Writes what the http role derives addresses from. Throws WrongSeed when the database knows other keys. */
export async function savePublicWallets(tx: Tx, wallets: readonly PublicWallet[]): Promise<void> {
  for (const wallet of wallets) {
    await tx.insert(publicWallets).values(wallet).onConflictDoNothing();
  }
  const known = await loadPublicWallets(tx);
  for (const wallet of wallets) {
    if (known.get(wallet.chain)?.hotAddress !== wallet.hotAddress) {
      throw new WrongSeed(
        `The wallet seed is not the one that this database was made with (${wallet.chain}).`,
      );
    }
  }
}

export async function loadPublicWallets(tx: Tx): Promise<Map<ChainId, PublicWallet>> {
  const rows = await tx.select().from(publicWallets);
  return new Map(rows.map((row) => [row.chain, walletOf(row)]));
}

function walletOf(row: typeof publicWallets.$inferSelect): PublicWallet {
  const { chain, xpub, typedXpubs, hotAddress } = row;
  if (xpub === null) return { kind: "pool", chain, hotAddress };
  return { kind: "xpub", chain, xpub, ...(typedXpubs !== null && { typedXpubs }), hotAddress };
}
