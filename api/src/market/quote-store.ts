import { eq, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import type { Rate } from "../core/amount";
import { type AssetCode, isAssetCode } from "../core/assets";
import type { OrderId } from "../core/ids";
import { isoOf } from "../core/instant";
import type { TimeMs } from "../core/ports";
import type { Tx } from "../db/client";
import { timeMs, units } from "../db/columns";
import { inPortions } from "../db/in-portions";
import { textArray } from "../db/text-array";

const quotes = pgTable("quotes", {
  id: text("id").primaryKey(),
  send: text("send_asset").notNull(),
  receive: text("receive_asset").notNull(),
  sendUnits: units("send_units").notNull(),
  receiveUnits: units("receive_units").notNull(),
  networkFeeUnits: units("network_fee_units").notNull(),
  rateNumerator: units("rate_numerator").notNull(),
  rateDenominator: units("rate_denominator").notNull(),
  expiresAt: timeMs("expires_at").notNull(),
  orderId: text("order_id").$type<OrderId>(),
});

/** A fixed rate's quote: single-use, bound to pair and amount. */
export type FixedQuote = {
  id: string;
  send: AssetCode;
  receive: AssetCode;
  sendUnits: bigint;
  receiveUnits: bigint;
  networkFeeUnits: bigint;
  rate: Rate;
  expiresAt: TimeMs;
};

/** 128 bits, base64url: anything else is no quote of ours, and never reaches the database. */
const QUOTE_ID_PATTERN = /^[A-Za-z0-9_-]{22}$/;

export async function insertQuote(tx: Tx, { rate, ...quote }: FixedQuote): Promise<void> {
  const { numerator: rateNumerator, denominator: rateDenominator } = rate;
  await tx.insert(quotes).values({ ...quote, rateNumerator, rateDenominator });
}

export async function loadQuote(tx: Tx, id: string): Promise<(FixedQuote & { used: boolean }) | undefined> {
  if (!QUOTE_ID_PATTERN.test(id)) return undefined;
  const [row] = await tx.select().from(quotes).where(eq(quotes.id, id));
  if (row === undefined) return undefined;
  const { send, receive, rateNumerator: numerator, rateDenominator: denominator, orderId, ...quote } = row;
  if (!isAssetCode(send) || !isAssetCode(receive)) return undefined;
  return { ...quote, send, receive, rate: { numerator, denominator }, used: orderId !== null };
}

/** Takes quotes for orders, each once; false where one of them is another order's, and then the caller must roll back. */
export async function useQuotes(
  tx: Tx,
  uses: readonly { quoteId: string; orderId: OrderId }[],
): Promise<boolean> {
  const listOf = (column: "quoteId" | "orderId") => sql`${textArray(uses.map((use) => use[column]))}::text[]`;
  const rows = await tx.execute(sql`
    UPDATE quotes SET order_id = used.order_id FROM unnest(${listOf("quoteId")}, ${listOf("orderId")}) AS used (id, order_id)
    WHERE quotes.id = used.id AND quotes.order_id IS NULL RETURNING quotes.id`);
  return rows.length === uses.length;
}

/** Quotes that ran out before the given time and became no order. */
export const deleteOldQuotes = (database: Tx, before: TimeMs): Promise<void> =>
  inPortions((limit) =>
    database.execute(sql`
      DELETE FROM quotes WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM quotes WHERE expires_at < ${isoOf(before)} AND order_id IS NULL LIMIT ${limit}))
        AND (order_id IS NULL) IS TRUE`),
  );
