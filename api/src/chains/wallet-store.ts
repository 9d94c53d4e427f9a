import { sql } from "drizzle-orm";
import type { ChainId } from "../core/assets";
import type { Tx } from "../db/client";
import type { PublicWallet } from "./signer";

/** Another seed than the one this database's wallets came from. */
export class WrongSeed extends Error {
  override readonly name = "WrongSeed";
}

/** Writes what the http role derives addresses from. Throws WrongSeed when the database knows other keys. */
export async function savePublicWallets(tx: Tx, wallets: readonly PublicWallet[]): Promise<void> {
  for (const wallet of wallets) {
    const xpub = wallet.kind === "xpub" ? wallet.xpub : null;
    await tx.execute(sql`
      INSERT INTO public_wallets (chain, kind, xpub, hot_address)
      VALUES (${wallet.chain}, ${wallet.kind}, ${xpub}, ${wallet.hotAddress}) ON CONFLICT DO NOTHING`);
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
  const rows = await tx.execute<{ chain: ChainId; kind: string; xpub: string | null; hot_address: string }>(
    sql`SELECT chain, kind, xpub, hot_address FROM public_wallets`,
  );
  return new Map(
    rows.map((row): [ChainId, PublicWallet] => [
      row.chain,
      row.kind === "xpub" && row.xpub !== null
        ? { kind: "xpub", chain: row.chain, xpub: row.xpub, hotAddress: row.hot_address }
        : { kind: "pool", chain: row.chain, hotAddress: row.hot_address },
    ]),
  );
}
