import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { AssetCode } from "../core/assets";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { units } from "../db/columns";
import { textArray } from "../db/text-array";
import { type AccountName, accountKind } from "./accounts";
import type { LedgerTransaction } from "./entry";

const ledgerAccounts = pgTable("ledger_accounts", {
  account: text("account").notNull(),
  asset: text("asset").$type<AssetCode>().notNull(),
  balance: units("balance").notNull(),
});

export type LedgerStore = {
  append(tx: Tx, booking: LedgerTransaction, at: TimeMs): Promise<"booked" | "booked_before">;
};

/**
 * The append-only ledger. Facts are known by a keyed hash (HMAC-SHA-256 under the installation's secret), so that the
 * ledger alone does not show which deposit or leg an entry belongs to. Rows are locked in one order: no deadlocks.
 */
export function createLedgerStore(secret: Uint8Array): LedgerStore {
  const hashOf = (key: string) => createHmac("sha256", secret).update(key).digest("base64url");
  return {
    async append(tx, { kind, key, entries, supersedes }, at) {
      const sorted = [...entries].sort((a, b) => order(a).localeCompare(order(b)));
      const kinds = sorted.map((entry) => accountKind(entry.account));
      const accounts = textArray(sorted.map((entry) => entry.account));
      const assets = textArray(sorted.map((entry) => entry.asset));
      const booked = await tx.execute(sql`
        WITH opened AS (
          INSERT INTO ledger_accounts (account, asset, normal, may_overdraw)
          SELECT * FROM unnest(${accounts}::text[], ${assets}::text[], ${textArray(kinds.map((kind) => String(kind.normal)))}::smallint[],
            ${textArray(kinds.map((kind) => String(kind.mayOverdraw)))}::boolean[])
          ON CONFLICT DO NOTHING
        ), booked AS (
          INSERT INTO ledger_transactions (kind, key, at, supersedes) VALUES (${kind}, ${hashOf(key)}, ${new Date(at).toISOString()},
            (SELECT id FROM ledger_transactions WHERE key = ${supersedes === undefined ? null : hashOf(supersedes)}::text))
          ON CONFLICT (key) DO NOTHING RETURNING id
        )
        INSERT INTO ledger_entries (transaction_id, position, account, asset, units)
        SELECT booked.id, entry.* FROM booked, unnest(${textArray(sorted.map((_, i) => String(i)))}::smallint[], ${accounts}::text[],
          ${assets}::text[], ${textArray(sorted.map((entry) => entry.units.toString()))}::numeric[]) AS entry
        RETURNING transaction_id`);
      if (booked.length === 0) return "booked_before";
      return "booked";
    },
  };
}

/**
 * Debits of an account come before its credits, so that a balance is never below zero on the way; and every
 * transaction takes the rows it shares with others in the same order.
 */
const order = (entry: { account: AccountName; asset: AssetCode; units: bigint }): string => {
  const raises = entry.units > 0n === accountKind(entry.account).normal > 0;
  const isOwn = entry.account.startsWith("customer:") || entry.account.startsWith("payable:");
  return `${isOwn ? 0 : 1}${entry.asset}/${entry.account}/${raises ? 0 : 1}`;
};

/** Signed balances (debit positive) per asset and kind of account; the books of single orders are summed. */
export async function accountBalances(
  tx: Tx,
): Promise<{ asset: AssetCode; account: string; balance: bigint }[]> {
  const { asset, account } = ledgerAccounts;
  const kind = sql<string>`split_part(${account}, ':', 1)`;
  return tx
    .select({ asset, account: kind, balance: sql`sum(normal * ${ledgerAccounts.balance})`.mapWith(BigInt) })
    .from(ledgerAccounts)
    .groupBy(asset, kind)
    .orderBy(asset, kind);
}
