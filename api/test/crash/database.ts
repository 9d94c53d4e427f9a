import { is, SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { type Database, openDatabase as open, type Tx } from "../../src/db/client";
import { arm, crashPoint } from "./points";

export { closeDatabase, type Database, type DatabaseRole, type Tx } from "../../src/db/client";

/** Tables that say what became of an order's or a loan's money; cursors, prices and checks are written all the time by themselves. */
const MONEY_TABLES =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(orders|order_events|addresses|deposits|ledger_\w+|payout_\w+|reserves|loans|wallet_\w+|unswept|outbox|quotes|mix\w+)\b/gi;
const dialect = new PgDialect();

/** The real pool; a point stands before and after each commit of a transaction, and after each lone statement, that wrote. */
export function openDatabase(options: Parameters<typeof open>[0]): Database {
  const database = open(options);
  const transaction = database.transaction.bind(database);
  const watchAlone = watched(database, (tables) => crashPoint(`committed alone: ${tables}`));
  database.execute = watchAlone;
  database.transaction = async (work, config) => {
    const written = new Set<string>();
    const value = await transaction(async (tx) => {
      tx.execute = watched(tx, (tables) => written.add(tables));
      const result = await work(tx);
      if (written.size > 0) crashPoint(`before commit: ${[...written].join(", ")}`);
      return result;
    }, config);
    if (written.size > 0) crashPoint(`committed: ${[...written].join(", ")}`);
    return value;
  };
  return database;
}

function watched(tx: Tx, onWrite: (tables: string) => void): Tx["execute"] {
  const execute = tx.execute.bind(tx);
  const run = async (query: Parameters<Tx["execute"]>[0]): Promise<unknown> => {
    const result = await execute(query);
    const text = is(query, SQL) ? dialect.sqlToQuery(query).sql : "";
    const tables = [...new Set([...text.matchAll(MONEY_TABLES)].map((match) => match[1] ?? ""))];
    if (tables.length === 0 || result.count === 0) return result;
    if (tables.includes("orders") || tables.includes("loans")) arm();
    onWrite(tables.join("+"));
    return result;
  };
  return run as unknown as Tx["execute"];
}
