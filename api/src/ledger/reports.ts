import { sql } from "drizzle-orm";
import type { LedgerVerbs } from "../admin/verbs";
import { loadPublicWallets } from "../chains/wallet-store";
import { type AssetCode, assetOf } from "../core/assets";
import type { Database } from "../db/client";
import { amountText } from "../quotes/market";
import { checkInvariants } from "./invariants";

/** The books as administrators read them. */
export function createLedgerReports(database: Database, assets: ReadonlySet<AssetCode>): LedgerVerbs {
  return {
    invariants: () => checkInvariants(database),
    trialBalance: () => trialBalance(database),
    wallets: () => wallets(database, assets),
  };
}

/** Per asset the signed sum of all accounts (debit positive), which is zero in sound books; books of orders are summed. */
async function trialBalance(database: Database) {
  const rows = await database.execute<{ asset: AssetCode; account: string; balance: string }>(sql`
    SELECT asset, split_part(account, ':', 1) AS account, sum(normal * balance) AS balance FROM ledger_accounts
    GROUP BY asset, split_part(account, ':', 1) ORDER BY asset, account`);
  const assets = new Map<AssetCode, { account: string; units: bigint }[]>();
  for (const { asset, account, balance } of rows) {
    assets.set(asset, [...(assets.get(asset) ?? []), { account, units: BigInt(balance) }]);
  }
  return [...assets].map(([asset, accounts]) => ({
    asset,
    sum: amountText(
      asset,
      accounts.reduce((sum, { units }) => sum + units, 0n),
    ),
    accounts: accounts.map(({ account, units }) => ({ account, balance: amountText(asset, units) })),
  }));
}

/** The hot wallet of every asset that runs here: where the operator sends money to fund it. */
async function wallets(database: Database, assets: ReadonlySet<AssetCode>) {
  const reserves = await database.execute<{ asset: string; hot: string; promised: string }>(
    sql`SELECT asset, hot, held + planned AS promised FROM reserves`,
  );
  const addresses = await loadPublicWallets(database);
  return [...assets].flatMap((asset) => {
    const wallet = addresses.get(assetOf(asset).chain);
    if (wallet === undefined) return [];
    const row = reserves.find((reserve) => reserve.asset === asset);
    const hot = BigInt(row?.hot ?? "0");
    const promised = BigInt(row?.promised ?? "0");
    return [
      {
        currency: asset,
        address: wallet.hotAddress,
        balance: amountText(asset, hot),
        owed: amountText(asset, promised),
        available: amountText(asset, hot - promised),
      },
    ];
  });
}
