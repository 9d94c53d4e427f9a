import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql, type TransactionSql } from "postgres";
import type { AnyLogin } from "./login-roles";
import { preparedTexts } from "./prepared-texts";
import { connectionOf } from "./tls";

/** A pool of connections of one login. */
export type Database = PostgresJsDatabase & { $client: Sql };
/** A database, or a transaction in it: what a store needs. */
export type Tx = PostgresJsDatabase;

const IDLE_IN_TRANSACTION_MS = 15_000;
/** Somebody who asks waits for no statement longer: it is taken back, with its transaction, and may be tried again. */
const VISITOR_STATEMENT_MS = 5_000;

/**
 * A connection is sent no statement while it has another: what came after one that waits for a lock would wait with it, though
 * other connections are free. An option of the driver's that its types leave out.
 */
const ONE_AT_A_TIME = { max_pipeline: 0 };

/**
 * Opens a pool on `url`, as the user that it names. `role` says whose login that is: statements of those who answer
 * requests have a deadline. What each login may do is in `schema/grants.sql`. Throws DatabaseUrlError.
 */
export function openDatabase(options: { url: string; role?: AnyLogin; connectionsMax?: number }): Database {
  const { url, ...way } = connectionOf(options.url);
  const client = postgres(url, {
    ...way,
    max: options.connectionsMax ?? 10,
    onnotice: () => {},
    ...ONE_AT_A_TIME,
    connection: {
      application_name: options.role === undefined ? "sotto" : `sotto_${options.role}`,
      // The driver reads no other; a server or a database may be set to write dates another way.
      DateStyle: "ISO",
      // A process that hangs in the middle of a transaction must not keep its row locks from all others.
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      ...(isAnswering(options.role) ? { statement_timeout: VISITOR_STATEMENT_MS } : {}),
    },
  });
  const database = drizzle(preparing(client, preparedTexts()));
  return Object.assign(database, { $client: client });
}

const isAnswering = (role: AnyLogin | undefined): boolean => role === "http" || role === "admin";

/** Without parameters the driver would choose the simple protocol, in which a statement is planned each time. */
const EXTENDED = { simple: false };

/**
 * The driver's client as drizzle uses it, with each statement whose text `isPrepared` accepts prepared once by its
 * connection. Drizzle asks for that only after `.prepare(name)`; any other statement costs two round trips, one for the
 * types of its parameters and one for its rows. A statement that comes after its transaction has ended, because something went
 * wrong beside it, is refused.
 */
function preparing<Client extends Sql | TransactionSql>(
  client: Client,
  isPrepared: (text: string) => boolean,
  isOver = (): boolean => false,
): Client {
  const wrapped = {
    unsafe: ((text, parameters = [], options = {}) => {
      // Its connection may be in another transaction by now.
      if (isOver()) throw new Error("a statement came after the end of its transaction");
      return client.unsafe(text, parameters, { ...EXTENDED, ...options, prepare: isPrepared(text) });
    }) as Sql["unsafe"],
    begin: (work: (tx: TransactionSql) => unknown) =>
      (client as Sql).begin(async (tx) => {
        let over = false;
        try {
          return await work(preparing(tx, isPrepared, () => over));
        } finally {
          over = true;
        }
      }),
    savepoint: (work: (tx: TransactionSql) => unknown) =>
      (client as TransactionSql).savepoint((tx) => work(preparing(tx, isPrepared, isOver))),
  };
  return new Proxy(client, {
    get: (target, name) => Reflect.get(Object.hasOwn(wrapped, name) ? wrapped : target, name),
  });
}

export const closeDatabase = (database: Database): Promise<void> => database.$client.end({ timeout: 5 });
