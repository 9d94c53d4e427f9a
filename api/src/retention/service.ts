import { problem } from "../core/errors";
import type { TimeMs } from "../core/ports";
import { err, ok } from "../core/result";
import type { Database } from "../db/client";
import type { Notifier } from "../db/notifications";
import { transaction } from "../db/transaction";
import { type ClaimParts, claimByNote } from "./claim";
import { signNote } from "./note";
import { depositAddresses, endedOrders, forgetOrder, noteKey } from "./store";
import type { RetentionVerbs } from "./verbs";

const BATCH = 100;
/** Orders looked at in one run at most; the rest wait for the next. */
const ORDERS_PER_RUN_MAX = 10_000;

/** Deletion on request, and claims by the note that it gave. */
export function createRetentionService(parts: ClaimParts & { notifier: Notifier }): RetentionVerbs {
  const { database, clock, notifier } = parts;
  return {
    claim: (body) => claimByNote(parts, body),
    async delete(id) {
      const key = await noteKey(database);
      if (key === undefined) return err(problem("service/unavailable", { retryAfterS: 5 }));
      const deleted = await transaction(database, async (tx) => {
        const addresses = await depositAddresses(tx, id);
        return { addresses, outcome: await forgetOrder(tx, id) };
      });
      if (deleted.outcome === "unknown") return err(problem("order/unknown"));
      if (deleted.outcome === "unfinished") return err(problem("order/not-ended"));
      // Open live streams find it gone, and end.
      notifier.orderChanged(id);
      return ok(
        signNote(key, { deletedAt: new Date(clock.now()).toISOString(), addresses: deleted.addresses }),
      );
    },
  };
}

/** The retention clock: forgets orders that ended before a time, mixes before their own; gives how many. */
export async function forgetEndedOrders(
  database: Database,
  limit: { before: TimeMs; mixedBefore: TimeMs },
): Promise<number> {
  let after = { at: "-infinity", id: "" };
  let forgotten = 0;
  for (let seen = 0; seen < ORDERS_PER_RUN_MAX; seen += BATCH) {
    const ended = await endedOrders(database, { ...limit, after, limit: BATCH });
    for (const { id } of ended) {
      const outcome = await transaction(database, (tx) => forgetOrder(tx, id));
      if (outcome === "forgotten") forgotten++;
    }
    const last = ended.at(-1);
    if (last === undefined || ended.length < BATCH) break;
    after = last;
  }
  return forgotten;
}
