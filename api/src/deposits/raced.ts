import { Conflict, isKeyTaken, violatedConstraint } from "../db/transaction";

/** What two workers write that see the same deposit at the same moment: its row, and its event's key. */
const SEEN_TWICE: ReadonlySet<string | undefined> = new Set([
  "deposits_pkey",
  "order_events_source_external_id_key",
]);

/**
 * Whether another worker recorded the same thing at the same moment: its work is kept, and what failed is looked at again. Any
 * other key that is taken is a fault.
 */
export const isRaced = (error: unknown): boolean => error instanceof Conflict || isSeenTwice(error);

const isSeenTwice = (error: unknown): boolean =>
  isKeyTaken(error) && SEEN_TWICE.has(violatedConstraint(error));
