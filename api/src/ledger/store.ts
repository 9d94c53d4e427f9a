import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import type { AssetCode } from "../core/assets";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { units } from "../db/columns";
import { rowsJson } from "../db/rows-json";
import { accountKind, type LedgerEntry } from "./accounts";
import type { LedgerTransaction } from "./entry";

const ledgerAccounts = pgTable("ledger_accounts", {
  account: text("account").notNull(),
  asset: text("asset").$type<AssetCode>().notNull(),
  balance: units("balance").notNull(),
  isOpen: boolean("is_open").generatedAlwaysAs(sql`balance <> 0`).notNull(),
});

/** A booking as the database takes it. */
export type BookingRow = Record<"kind" | "key" | "at", string> & {
  supersedes: string | null;
  entries: object[];
};

export type LedgerStore = {
  append(tx: Tx, booking: LedgerTransaction, at: TimeMs): Promise<"booked" | "booked_before">;
  rowOf(booking: LedgerTransaction, at: TimeMs): BookingRow;
};

/**
 * The append-only ledger. Facts are known by a keyed hash (HMAC-SHA-256 under the installation's secret), so that the
 * ledger alone does not show which deposit or leg an entry belongs to.
 */
export function createLedgerStore(secret: Uint8Array): LedgerStore {
  const hashOf = (key: string) => createHmac("sha256", secret).update(key).digest("base64url");
  const rowOf: LedgerStore["rowOf"] = ({ kind, key, entries, supersedes }, at) => ({
    kind,
    key: hashOf(key),
    at: isoOf(at),
    supersedes: supersedes === undefined ? null : hashOf(supersedes),
    entries: entries.map(entryRow),
  });
  return {
    rowOf,
    async append(tx, booking, at) {
      const bookings = rowsJson([rowOf(booking, at)]);
      const [row] = await tx.execute<{ booked: number }>(
        sql`SELECT book_entries(${bookings}::text::jsonb) AS booked`,
      );
      return row?.booked === 1 ? "booked" : "booked_before";
    },
  };
}

function entryRow({ account, asset, units }: LedgerEntry) {
  const { normal, mayOverdraw } = accountKind(account);
  return { account, asset, units, normal, may_overdraw: mayOverdraw };
}

/** Signed balances (debit positive) per asset and kind of account, of accounts that are not empty; the books of single orders are summed. */
export async function accountBalances(
  tx: Tx,
): Promise<{ asset: AssetCode; account: string; balance: bigint }[]> {
  const { asset, account } = ledgerAccounts;
  const kind = sql<string>`split_part(${account}, ':', 1)`;
  return tx
    .select({ asset, account: kind, balance: sql`sum(normal * ${ledgerAccounts.balance})`.mapWith(BigInt) })
    .from(ledgerAccounts)
    .where(sql`${ledgerAccounts.isOpen}`)
    .groupBy(asset, kind)
    .orderBy(asset, kind);
}
