import postgres, { type Sql } from "postgres";
import { connectionOf } from "../../src/db/tls";

/** A client of the driver as it is: drizzle, on the one of `openDatabase`, changes how values are written and read. */
export function plainClient(database: string, connectionsMax: number): Sql {
  const { url, ...way } = connectionOf(database);
  return postgres(url, { ...way, max: connectionsMax, onnotice: () => {} });
}
