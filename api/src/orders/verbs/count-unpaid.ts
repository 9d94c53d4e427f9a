import { orderIdOf } from "../../core/ids";
import type { Database } from "../../db/client";
import { countWaiting } from "../store/store";

/** Returns how many of these orders still wait for their payment; ids that are unknown or forgotten count as none. */
export const countUnpaid = (database: Database, ids: readonly string[]): Promise<number> =>
  countWaiting(database, ids.map(orderIdOf));
