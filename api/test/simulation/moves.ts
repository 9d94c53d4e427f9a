import type { World } from "./world";

/** Notes what became of our transactions: which kinds landed, whether they were raised or children, or paid several orders. */
export async function noteMoves(world: World): Promise<void> {
  const rows = await world.plot.observer<{ what: string }[]>`
    SELECT DISTINCT kind || CASE WHEN child_of IS NOT NULL THEN ' (child)' WHEN first_height < signed_height THEN ' (raised)' ELSE '' END
      || CASE WHEN (SELECT count(*) FROM attempt_legs p WHERE p.attempt_id = a.id) > 1 THEN ' (shared)' ELSE '' END
      || ' ' || state AS what FROM payout_attempts a WHERE state IN ('final', 'dead', 'reverted', 'doubled')`;
  for (const { what } of rows) world.reached.add(`our ${what}`);
}
