import { closeDatabase, type Database, openDatabase } from "../../src/db/client";
import { openTestDatabase } from "../postgres/database";
import { loginUrl } from "../postgres/logins";

/** A migrated database of its own, seen as its owner and by the processes' logins. */
export type Place = {
  url: string;
  owner: Database;
  http: Database;
  admin: Database;
  worker: Database;
  signer: Database;
  close(): Promise<void>;
};

export async function openPlace(): Promise<Place> {
  const { url, drop } = await openTestDatabase();
  const owner = openDatabase({ url, connectionsMax: 2 });
  const http = openDatabase({ url: loginUrl(url, "http"), role: "http", connectionsMax: 2 });
  const admin = openDatabase({ url: loginUrl(url, "admin"), role: "admin", connectionsMax: 2 });
  const signer = openDatabase({ url: loginUrl(url, "signer"), role: "signer", connectionsMax: 2 });
  const worker = openDatabase({ url: loginUrl(url, "worker"), role: "worker", connectionsMax: 4 });
  return {
    url,
    owner,
    http,
    admin,
    worker,
    signer,
    async close() {
      for (const database of [owner, http, admin, worker, signer]) await closeDatabase(database);
      await drop();
    },
  };
}

export const ORDER_ROW = { id: "order-1", trackingCode: "100000001", book: "book-1" };

/** A waiting order and a planned leg of it, as bare rows. */
export async function insertOrderRow(owner: Database, order = ORDER_ROW): Promise<void> {
  await owner.$client`
    INSERT INTO orders (id, tracking_code, version, state, terms, body, book, send_asset, created_at, updated_at)
    VALUES (${order.id}, ${order.trackingCode}, 1, 'waiting', '{"payout": {"kind": "to", "address": "theirs"}}', '{}', ${order.book}, 'BTC', now(), now())`;
  await owner.$client`
    INSERT INTO payout_legs (id, order_id, leg_no, kind, chain, asset, destination, units, fee_units_max, state, created_at)
    VALUES (${`leg-of-${order.id}`}, ${order.id}, 1, 'payout', 'tron', 'TRX', 'theirs', 5, 1, 'planned', now())`;
}
