import { type SQL, sql } from "drizzle-orm";
import type { OrderId, TrackingCode } from "../../core/ids";
import { readTogether } from "../../core/read-together";
import type { Database } from "../../db/client";
import { textArray } from "../../db/text-array";
import type { Order } from "../machine/order";
import { orderRows, readOrder } from "./store";

/** A list of values is one parameter, so that the statement is the same however many there are. */
const READS = { keysMax: 256, readsMax: 1 };

/** Reads of single orders by those who answer visitors: what is asked for at the same time is one statement. */
export type OrderReads = {
  /** The order; undefined for an id that is unknown or forgotten. */
  byId(id: OrderId): Promise<Order | undefined>;
  /** The order of a tracking code. */
  byCode(code: TrackingCode): Promise<Order | undefined>;
};

export function createOrderReads(database: Database): OrderReads {
  const read = async (where: SQL) =>
    (await database.execute(sql`SELECT ${orderRows.list} FROM orders WHERE ${where}`)).map(orderRows.read);
  const idRow = readTogether(async (ids: readonly OrderId[]) => {
    const rows = await read(sql`id = ANY(${textArray(ids)}::text[])`);
    return new Map(rows.map((row) => [row.id, row]));
  }, READS);
  const codeRow = readTogether(async (codes: readonly TrackingCode[]) => {
    const rows = await read(sql`tracking_code = ANY(${textArray(codes)}::text[])`);
    return new Map(rows.map((row) => [row.trackingCode, row]));
  }, READS);
  // Parsed by each caller: an order that cannot be read is a failure of its own readers only.
  return {
    async byId(id) {
      const row = await idRow(id);
      return row && readOrder(row);
    },
    async byCode(code) {
      const row = await codeRow(code);
      return row && readOrder(row);
    },
  };
}
