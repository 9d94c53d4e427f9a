import type { Logger } from "pino";
import { loadPublicWallets } from "../chains/wallet-store";
import { type AssetCode, assetOf } from "../core/assets";
import type { Clock } from "../core/ports";
import type { Database } from "../db/client";
import { failureFacts } from "../db/failure";
import { reserveRows } from "../reserves/store";
import { createBookChecks } from "./book-checks";
import { checkInvariants } from "./invariants";
import { accountBalances } from "./store";
import { readStuck } from "./stuck-store";

/** The signed sum of all accounts of an asset (debit positive), which is zero in sound books. */
export type TrialBalance = {
  asset: AssetCode;
  sumUnits: bigint;
  /** Books of orders are summed into one account. */
  accounts: { account: string; units: bigint }[];
};

/** A hot wallet: where the operator sends money to fund it, what of it is owed, and what can be promised. */
export type HotWallet = {
  asset: AssetCode;
  address: string;
  hotUnits: bigint;
  owedUnits: bigint;
  availableUnits: bigint;
};

/** Reads of the books for administrators. */
export type LedgerReports = ReturnType<typeof createLedgerReports>;

/** The books as administrators read them, of the assets that run here. */
export function createLedgerReports(parts: {
  database: Database;
  clock: Clock;
  assets: ReadonlySet<AssetCode>;
  log: Logger;
}) {
  const { database, assets } = parts;
  return {
    checks: createBookChecks(() => checkInvariants(database), {
      clock: parts.clock,
      onFailure: (error) => parts.log.error(failureFacts(error), "the books could not be checked"),
    }),
    stuck: () => readStuck(database),
    trialBalance: () => trialBalance(database),
    wallets: () => wallets(database, assets),
  };
}

async function trialBalance(database: Database): Promise<TrialBalance[]> {
  const rows = await accountBalances(database);
  const assets = new Map<AssetCode, { account: string; units: bigint }[]>();
  for (const { asset, account, balance } of rows) {
    assets.set(asset, [...(assets.get(asset) ?? []), { account, units: balance }]);
  }
  return [...assets].map(([asset, accounts]) => ({
    asset,
    sumUnits: accounts.reduce((sum, { units }) => sum + units, 0n),
    accounts,
  }));
}

async function wallets(database: Database, assets: ReadonlySet<AssetCode>): Promise<HotWallet[]> {
  const reserves = await reserveRows(database);
  const addresses = await loadPublicWallets(database);
  return [...assets].flatMap((asset) => {
    const wallet = addresses.get(assetOf(asset).chain);
    if (wallet === undefined) return [];
    const row = reserves.find((reserve) => reserve.asset === asset);
    return [
      {
        asset,
        address: wallet.hotAddress,
        hotUnits: row?.hot ?? 0n,
        owedUnits: row?.owed ?? 0n,
        availableUnits: row?.available ?? 0n,
      },
    ];
  });
}
