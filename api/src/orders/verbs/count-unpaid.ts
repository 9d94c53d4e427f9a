import { orderIdOf } from "../../core/ids";
import type { Database } from "../../db/client";
import { unpaidAmong } from "../store/store";

/** Returns how many of these orders are not paid; ids that are unknown or forgotten count as none. */
export const countUnpaid = (database: Database, ids: readonly string[]): Promise<number> =>
  unpaidAmong(database, ids.map(orderIdOf));
