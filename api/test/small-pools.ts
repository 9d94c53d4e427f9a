import { type Database, openDatabase as open } from "../src/db/client";

export { closeDatabase, type Database, type Tx } from "../src/db/client";

/** The embedded server takes 60 connections; five processes share them here. */
const CONNECTIONS_MAX = 4;

/** The real pools, smaller: what needs a second connection while it holds one then stands still instead of hiding. */
export const openDatabase = (options: Parameters<typeof open>[0]): Database =>
  open({ ...options, connectionsMax: Math.min(options.connectionsMax ?? CONNECTIONS_MAX, CONNECTIONS_MAX) });
