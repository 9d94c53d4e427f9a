import type { PgSession } from "drizzle-orm/pg-core";
import { type Database, openDatabase as open, type Tx } from "../../src/db/client";
import { arm, crashPoint } from "./points";

export { closeDatabase, type Database, type Tx } from "../../src/db/client";

/** Tables that say what became of an order's or a loan's money; cursors, prices and checks are written all the time by themselves. */
const MONEY_TABLES =
  /\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(orders|order_events|addresses|deposits|ledger_\w+|payout_\w+|reserves|loans|wallet_\w+|unswept|outbox|quotes|mix\w+)\b/gi;
/** Functions of the database that write such tables. */
const MONEY_FUNCTIONS = /\b(advance_orders|queue_commands|write_money|change_reserves|book_entries)\(/g;
/** Of an order or a loan: with the first of these, points begin to count. */
const SUBJECTS = new Set(["orders", "loans", "advance_orders"]);

/** The real pool; a point stands before and after each commit of a transaction, and after each lone statement, that wrote. */
export function openDatabase(options: Parameters<typeof open>[0]): Database {
  const database = open(options);
  const transaction = database.transaction.bind(database);
  watch(database, (tables) => crashPoint(`committed alone: ${tables}`));
  database.transaction = async (work, config) => {
    const written = new Set<string>();
    const value = await transaction(async (tx) => {
      watch(tx, (tables) => written.add(tables));
      const result = await work(tx);
      if (written.size > 0) crashPoint(`before commit: ${[...written].join(", ")}`);
      return result;
    }, config);
    if (written.size > 0) crashPoint(`committed: ${[...written].join(", ")}`);
    return value;
  };
  return database;
}

/** Sees every statement of the session, written as a template or with the builder. */
function watch(tx: Tx, onWrite: (tables: string) => void): void {
  const { session } = tx._;
  const prepare = session.prepareQuery.bind(session) as PgSession["prepareQuery"];
  const watched: PgSession["prepareQuery"] = (...given) => {
    const prepared = prepare(...given);
    const tables = [
      ...new Set([MONEY_TABLES, MONEY_FUNCTIONS].flatMap((names) => namesIn(given[0].sql, names))),
    ];
    if (tables.length === 0) return prepared;
    const execute = prepared.execute.bind(prepared);
    prepared.execute = async (placeholders) => {
      const result = await execute(placeholders);
      if (wroteNothing(result)) return result;
      if (tables.some((name) => SUBJECTS.has(name))) arm();
      onWrite(tables.join("+"));
      return result;
    };
    return prepared;
  };
  session.prepareQuery = watched;
}

const namesIn = (text: string, names: RegExp): string[] =>
  [...text.matchAll(names)].map((match) => match[1] ?? "");

/** Rows of the driver bear the count of what was written; the builder returns only those that it was asked for. */
const wroteNothing = (result: unknown): boolean =>
  Array.isArray(result) && ("count" in result ? result.count === 0 : result.length === 0);
