import { loadPublicWallets } from "../chains/wallet-store";
import { type AssetCode, assetOf } from "../core/assets";
import type { Database } from "../db/client";
import { amountText } from "../market/market";
import type { LedgerVerbs } from "../routes/admin/verbs";
import { checkInvariants } from "./invariants";
import { accountBalances, reserveRows } from "./store";

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
  const rows = await accountBalances(database);
  const assets = new Map<AssetCode, { account: string; units: bigint }[]>();
  for (const { asset, account, balance } of rows) {
    assets.set(asset, [...(assets.get(asset) ?? []), { account, units: balance }]);
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
  const reserves = await reserveRows(database);
  const addresses = await loadPublicWallets(database);
  return [...assets].flatMap((asset) => {
    const wallet = addresses.get(assetOf(asset).chain);
    if (wallet === undefined) return [];
    const row = reserves.find((reserve) => reserve.asset === asset);
    const hot = row?.hot ?? 0n;
    const promised = row?.promised ?? 0n;
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
