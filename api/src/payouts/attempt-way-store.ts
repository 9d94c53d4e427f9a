import { sql } from "drizzle-orm";

/*
 * Which of our transactions go through Tor.
 */

/** Which attempts to take: those of orders that ask for Tor, the others, or all. */
export type AttemptWay = "direct" | "tor" | "any";

/** Of an order `o`; NULL where it is no mix. */
export const WANTS_TOR = sql.raw("o.terms #> '{mixer,settings,tor}' = 'true'::jsonb");

/**
 * Whether an attempt `a` goes through Tor: the order of one of its legs asks for it (a child's: of its payment's), or one of
 * its round.
 */
export const OVER_TOR = sql`COALESCE(
  (SELECT bool_or(${WANTS_TOR}) FROM attempt_legs p JOIN payout_legs l ON l.id = p.leg_id JOIN orders o ON o.id = l.order_id
    WHERE p.attempt_id = COALESCE(a.child_of, a.id)),
  (SELECT bool_or(${WANTS_TOR}) FROM mix_rounds r JOIN orders o ON o.id = r.order_id WHERE r.attempt_id = a.id),
  false)`;
